// arch: sm_60
// A maximum pool over pairs: comparisons of halves as predicates, as masks and as ones, ordered and unordered.
#include "heddle.h"

INLINE u32 both(u32 x, u32 y)
{
    u32 result;
    asm("{\n\t.reg .pred low, high;\n\t"
        "setp.lt.f16x2 low|high, %1, %2;\n\t"
        "selp.u32 %0, 1, 0, low;\n\t"
        "@high or.b32 %0, %0, 2;\n\t}"
        : "=r"(result)
        : "r"(x), "r"(y));
    return result;
}

INLINE u32 unordered(u16 x, u16 y)
{
    u32 result;
    asm("{\n\t.reg .pred is, other;\n\t"
        "setp.geu.f16 is, %1, %2;\n\t"
        "setp.nan.f16 other, %1, %2;\n\t"
        "selp.u32 %0, 4, 0, is;\n\t"
        "@other or.b32 %0, %0, 8;\n\t}"
        : "=r"(result)
        : "h"(x), "h"(y));
    return result;
}

INLINE u32 ones(u32 x, u32 y)
{
    u32 result;
    asm("set.gt.f16x2.f16x2 %0, %1, %2;" : "=r"(result) : "r"(x), "r"(y));
    return result;
}

INLINE u32 mask(u16 x, u16 y)
{
    u32 result;
    asm("set.le.u32.f16 %0, %1, %2;" : "=r"(result) : "h"(x), "h"(y));
    return result;
}

KERNEL half_compare(const u32 *a, const u32 *b, u32 count, u32 *tests, u32 *as_ones, u32 *pooled)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    u32 x = a[i], y = b[i];
    u32 low_greater = mask((u16)x, (u16)y) & 0xffff, high_greater = mask((u16)(x >> 16), (u16)(y >> 16)) & 0xffff0000;
    tests[i] = both(x, y) | unordered((u16)x, (u16)y);
    as_ones[i] = ones(x, y);
    u32 take_second = low_greater | high_greater;
    pooled[i] = (y & take_second) | (x & ~take_second);
}
