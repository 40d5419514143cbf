// A median filter and range tests: comparisons of every kind and width, combined with predicates, as values and in
// selections.
#include "heddle.h"

INLINE s32 median(s32 a, s32 b, s32 c)
{
    return max(min(a, b), min(max(a, b), c));
}

#define COMBINED(combine)                                                                           \
    INLINE u32 between_##combine(s32 x, s32 low, s32 high)                                          \
    {                                                                                               \
        u32 result;                                                                                 \
        asm("{\n\t.reg .pred first, both, other;\n\t"                                               \
            "setp.ge.s32 first, %1, %2;\n\t"                                                        \
            "setp.le." #combine ".s32 both|other, %1, %3, first;\n\t"                               \
            "selp.u32 %0, 1, 0, both;\n\t"                                                          \
            "@other add.u32 %0, %0, 2;\n\t}"                                                        \
            : "=r"(result)                                                                          \
            : "r"(x), "r"(low), "r"(high));                                                         \
        return result;                                                                              \
    }

COMBINED(and)
COMBINED(or)
COMBINED(xor)

// All ones or zero; with a predicate beside; and 1.0 or zero.
INLINE u32 as_masks(u32 x, u32 y)
{
    u32 mask, combined;
    float one;
    asm("set.hi.u32.u32 %0, %1, %2;" : "=r"(mask) : "r"(x), "r"(y));
    asm("set.ls.f32.u32 %0, %1, %2;" : "=f"(one) : "r"(x), "r"(y));
    asm("{\n\t.reg .pred odd;\n\tsetp.ne.u32 odd, %3, 0;\n\tset.lo.and.u32.u32 %0, %1, %2, !odd;\n\t}"
        : "=r"(combined)
        : "r"(x), "r"(y), "r"(x & 1));
    return (mask & 0xff) | (combined & 0xff00) | (one == 1.0f ? 0x10000 : 0);
}

INLINE s32 by_sign(s32 positive, s32 negative, s32 sign)
{
    s32 result;
    asm("slct.s32.s32 %0, %1, %2, %3;" : "=r"(result) : "r"(positive), "r"(negative), "r"(sign));
    return result;
}

INLINE u32 is_zero(u32 x)
{
    u32 result;
    asm("cnot.b32 %0, %1;" : "=r"(result) : "r"(x));
    return result;
}

KERNEL comparisons(const s32 *in, const u64 *wide, u32 count, s32 *medians, u32 *tests, u64 *chosen)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    s32 a = in[i], b = in[i + 1], c = in[i + 2];
    medians[i] = median(a, b, c);
    u32 *mine = tests + 6 * i;
    mine[0] = between_and(a, b, c);
    mine[1] = between_or(a, b, c);
    mine[2] = between_xor(a, b, c);
    mine[3] = as_masks((u32)a, (u32)b);
    mine[4] = (u32)by_sign(a, b, c);
    mine[5] = is_zero((u32)a & 7);
    u64 x = wide[i], y = wide[i + 1];
    u64 greatest = max(x, y);
    s64 least = min((s64)x, (s64)y);
    chosen[i] = (x > y) != ((s64)x > (s64)y) ? greatest : (u64)least - (u64)(a < 0 && b >= 0 ? (s64)c : llabs(least));
}
