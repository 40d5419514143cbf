// arch: sm_60
// Dot products of vectors of half-precision pairs: one fused multiply-add is two steps; and a rectified layer on top.
#include "heddle.h"

#define PAIRWISE(name, text)                                               \
    INLINE u32 name(u32 x, u32 y)                                          \
    {                                                                      \
        u32 result;                                                        \
        asm(text " %0, %1, %2;" : "=r"(result) : "r"(x), "r"(y));          \
        return result;                                                     \
    }

PAIRWISE(add, "add.f16x2")
PAIRWISE(subtract, "sub.rn.f16x2")
PAIRWISE(multiply, "mul.f16x2")
PAIRWISE(multiply_flushed, "mul.ftz.f16x2")
PAIRWISE(add_saturated, "add.sat.f16x2")

INLINE u32 fuse(u32 x, u32 y, u32 z)
{
    u32 result;
    asm("fma.rn.f16x2 %0, %1, %2, %3;" : "=r"(result) : "r"(x), "r"(y), "r"(z));
    return result;
}

INLINE u16 fuse_single(u16 x, u16 y, u16 z)
{
    u16 result;
    asm("fma.rn.f16 %0, %1, %2, %3;" : "=h"(result) : "h"(x), "h"(y), "h"(z));
    return result;
}

INLINE u32 negated(u32 x)
{
    u32 result;
    asm("neg.f16x2 %0, %1;" : "=r"(result) : "r"(x));
    return result;
}

INLINE u16 low_half(u32 pair)
{
    u16 low;
    asm("{\n\t.reg .b16 high;\n\tmov.b32 {%0, high}, %1;\n\t}" : "=h"(low) : "r"(pair));
    return low;
}

INLINE u16 high_half(u32 pair)
{
    u16 high;
    asm("{\n\t.reg .b16 low;\n\tmov.b32 {low, %0}, %1;\n\t}" : "=h"(high) : "r"(pair));
    return high;
}

KERNEL half_dot(const u32 *a, const u32 *b, u32 length, u32 count, u32 *sums, u16 *totals, u32 *mixed)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    u32 sum = 0;
    for (u32 k = 0; k < length; k++)
        sum = fuse(a[i + k], b[k], sum);
    sums[i] = sum;
    totals[i] = fuse_single(low_half(sum), 0x3c00, high_half(sum));
    u32 *mine = mixed + 6 * i;
    mine[0] = add(a[i], b[0]);
    mine[1] = subtract(a[i], b[0]);
    mine[2] = multiply(a[i], b[0]);
    mine[3] = multiply_flushed(a[i], 0x00010001);
    mine[4] = add_saturated(a[i], b[0]);
    mine[5] = negated(a[i]);
}
