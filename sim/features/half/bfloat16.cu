// arch: sm_80
// Brain floats, the upper half of a single: rounded, packed, fused, compared, and rectified.
#include "heddle.h"

#define TO_BRAIN(name, text)                                               \
    INLINE u16 name(float x)                                               \
    {                                                                      \
        u16 result;                                                        \
        asm(text " %0, %1;" : "=h"(result) : "f"(x));                      \
        return result;                                                     \
    }

TO_BRAIN(nearest, "cvt.rn.bf16.f32")
TO_BRAIN(toward_zero, "cvt.rz.bf16.f32")
TO_BRAIN(rectified, "cvt.rn.relu.bf16.f32")

INLINE u32 packed(float high, float low)
{
    u32 result;
    asm("cvt.rn.bf16x2.f32 %0, %1, %2;" : "=r"(result) : "f"(high), "f"(low));
    return result;
}

INLINE u32 fuse(u32 x, u32 y, u32 z)
{
    u32 result;
    asm("fma.rn.bf16x2 %0, %1, %2, %3;" : "=r"(result) : "r"(x), "r"(y), "r"(z));
    return result;
}

INLINE u16 fuse_single(u16 x, u16 y, u16 z)
{
    u16 result;
    asm("fma.rn.bf16 %0, %1, %2, %3;" : "=h"(result) : "h"(x), "h"(y), "h"(z));
    return result;
}

INLINE u32 greatest(u32 x, u32 y)
{
    u32 result;
    asm("max.bf16x2 %0, %1, %2;" : "=r"(result) : "r"(x), "r"(y));
    return result;
}

INLINE u32 negated(u32 x)
{
    u32 result;
    asm("neg.bf16x2 %0, %1;" : "=r"(result) : "r"(x));
    return result;
}

INLINE float single(u16 x)
{
    return __uint_as_float((u32)x << 16);
}

KERNEL bfloat16(const float *a, const float *b, u32 count, u16 *rounded, u32 *pairs, float *products)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    u16 *mine = rounded + 4 * i;
    mine[0] = nearest(a[i]);
    mine[1] = toward_zero(a[i]);
    mine[2] = rectified(a[i]);
    mine[3] = fuse_single(nearest(a[i]), nearest(b[i]), nearest(1.0f));
    u32 *my_pairs = pairs + 4 * i;
    u32 pair = packed(a[i], b[i]), other = packed(b[i], a[i]);
    my_pairs[0] = pair;
    my_pairs[1] = fuse(pair, other, pair);
    my_pairs[2] = greatest(pair, other);
    my_pairs[3] = negated(pair);
    products[i] = single(nearest(a[i])) * single(nearest(b[i]));
}
