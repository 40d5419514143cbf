// only: nvrtc
// arch: sm_90
// Activation functions and extremes of brain floats as the hardware that has them all computes them.
#include "heddle.h"

#define ONE(name, text)                                                    \
    INLINE u32 name(u32 x)                                                 \
    {                                                                      \
        u32 result;                                                        \
        asm(text " %0, %1;" : "=r"(result) : "r"(x));                      \
        return result;                                                     \
    }

#define TWO(name, text)                                                    \
    INLINE u32 name(u32 x, u32 y)                                          \
    {                                                                      \
        u32 result;                                                        \
        asm(text " %0, %1, %2;" : "=r"(result) : "r"(x), "r"(y));          \
        return result;                                                     \
    }

ONE(power_of_two, "ex2.approx.ftz.bf16x2")
ONE(tangent, "tanh.approx.bf16x2")
ONE(absolute, "abs.bf16x2")
TWO(least_or_nan, "min.NaN.bf16x2")
TWO(greatest_sign, "max.xorsign.abs.bf16x2")
TWO(greater_ones, "set.gt.bf16x2.bf16x2")

INLINE u32 compared(u16 x, u16 y)
{
    u32 result;
    asm("{\n\t.reg .pred is, other;\n\t"
        "setp.ltu.bf16 is, %1, %2;\n\t"
        "setp.num.and.bf16 other, %1, %2, !is;\n\t"
        "selp.u32 %0, 1, 0, is;\n\t"
        "@other or.b32 %0, %0, 2;\n\t}"
        : "=r"(result)
        : "h"(x), "h"(y));
    return result;
}

KERNEL brain_functions(const u32 *a, const u32 *b, u32 count, u32 *functions, u32 *exact, u32 *tests)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    u32 x = a[i], y = b[i];
    functions[2 * i] = power_of_two(x);
    functions[2 * i + 1] = tangent(x);
    exact[4 * i] = absolute(y);
    exact[4 * i + 1] = least_or_nan(x, y);
    exact[4 * i + 2] = greatest_sign(x, y);
    exact[4 * i + 3] = greater_ones(x, y);
    tests[i] = compared((u16)x, (u16)y);
}
