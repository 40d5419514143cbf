// Floats as integers whose order is the floats' order, and back: sign flips on the bits of f32 and f64, the f64
// taken apart into words and put together again.
#include "heddle.h"

INLINE u32 key_of(float value)
{
    u32 bits = __float_as_uint(value);
    return bits ^ ((u32)((s32)bits >> 31) | 0x80000000u);
}

INLINE float value_of(u32 key)
{
    return __uint_as_float(key ^ ((key >> 31) - 1 | 0x80000000u));
}

INLINE u64 key_of(double value)
{
    s32 high = __double2hiint(value), low = __double2loint(value);
    s32 sign = high >> 31;
    return (u64)(u32)(high ^ (sign | 0x80000000)) << 32 | (u32)(low ^ sign);
}

INLINE double value_of(u64 key)
{
    s32 sign = (s32)(key >> 63) - 1;
    return __hiloint2double((s32)(key >> 32) ^ (sign | 0x80000000), (s32)key ^ sign);
}

// Writes how many values are below each, which sorts a list without equal members, and the value through its key.
KERNEL sort_keys(const float *single, const double *wide, u32 count, u32 *ranks, float *singles, double *wides)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    u32 key = key_of(single[i]);
    u64 wide_key = key_of(wide[i]);
    u32 below = 0, wide_below = 0;
    for (u32 other = 0; other < count; other++) {
        below += key_of(single[other]) < key;
        wide_below += key_of(wide[other]) < wide_key;
    }
    ranks[2 * i] = below;
    ranks[2 * i + 1] = wide_below;
    singles[i] = value_of(key);
    wides[i] = value_of(wide_key);
}
