// Time stamps as seconds: integers of 32 and 64 bits to singles and doubles in every rounding.
#include "heddle.h"

#define EACH_ROUNDING(from, to, x) \
    {                              \
        *out++ = __##from##2##to##_rn(x); \
        *out++ = __##from##2##to##_rz(x); \
        *out++ = __##from##2##to##_ru(x); \
        *out++ = __##from##2##to##_rd(x); \
    }

INLINE void to_singles(u64 x, float *out)
{
    EACH_ROUNDING(int, float, (s32)x)
    EACH_ROUNDING(uint, float, (u32)x)
    EACH_ROUNDING(ll, float, (s64)x)
    EACH_ROUNDING(ull, float, x)
}

INLINE void to_doubles(u64 x, double *out)
{
    EACH_ROUNDING(ll, double, (s64)x)
    EACH_ROUNDING(ull, double, x)
    *out++ = (s32)x;
    *out++ = (u32)x;
}

KERNEL int_to_float(const u64 *stamps, u32 count, float *singles, double *doubles)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    to_singles(stamps[i], singles + 16 * i);
    to_doubles(stamps[i], doubles + 10 * i);
}
