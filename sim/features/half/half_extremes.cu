// arch: sm_80
// Clamping and rectifying in half precision: minima and maxima that ignore or keep what is not a number, fused steps
// that stop at zero.
#include "heddle.h"

#define PAIRWISE(name, text)                                               \
    INLINE u32 name(u32 x, u32 y)                                          \
    {                                                                      \
        u32 result;                                                        \
        asm(text " %0, %1, %2;" : "=r"(result) : "r"(x), "r"(y));          \
        return result;                                                     \
    }

PAIRWISE(least, "min.f16x2")
PAIRWISE(greatest, "max.f16x2")
PAIRWISE(least_or_nan, "min.NaN.f16x2")
PAIRWISE(greatest_or_nan, "max.NaN.f16x2")

INLINE u16 least_single(u16 x, u16 y)
{
    u16 result;
    asm("min.f16 %0, %1, %2;" : "=h"(result) : "h"(x), "h"(y));
    return result;
}

INLINE u32 fuse_rectified(u32 x, u32 y, u32 z)
{
    u32 result;
    asm("fma.rn.relu.f16x2 %0, %1, %2, %3;" : "=r"(result) : "r"(x), "r"(y), "r"(z));
    return result;
}

INLINE u32 absolute(u32 x)
{
    u32 result;
    asm("abs.f16x2 %0, %1;" : "=r"(result) : "r"(x));
    return result;
}

INLINE float least_single_or_nan(float x, float y)
{
    float result;
    asm("min.NaN.f32 %0, %1, %2;" : "=f"(result) : "f"(x), "f"(y));
    return result;
}

// Two singles rounded into one pair, the second in the low half.
INLINE u32 packed(float high, float low)
{
    u32 result;
    asm("cvt.rn.f16x2.f32 %0, %1, %2;" : "=r"(result) : "f"(high), "f"(low));
    return result;
}

KERNEL half_extremes(const u32 *a, const u32 *b, const float *singles, u32 count, u32 *out, float *least_singles)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    u32 x = a[i], y = b[i];
    u32 *mine = out + 8 * i;
    mine[0] = least(x, y);
    mine[1] = greatest(x, y);
    mine[2] = least_or_nan(x, y);
    mine[3] = greatest_or_nan(x, y);
    mine[4] = least_single((u16)x, (u16)y);
    mine[5] = fuse_rectified(x, y, 0x3c003c00);
    mine[6] = absolute(x);
    mine[7] = packed(singles[i], singles[i + 1]);
    least_singles[i] = least_single_or_nan(singles[i], singles[i + 1]);
}
