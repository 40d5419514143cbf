// A robust reduction's elements: minima and maxima that ignore what is not a number, signs copied, classes of numbers
// tested, and every ordered and unordered comparison.
#include "heddle.h"

#define TESTED(name)                                                                                   \
    INLINE u32 is_##name(float x)                                                                      \
    {                                                                                                  \
        u32 result;                                                                                    \
        asm("{\n\t.reg .pred is;\n\ttestp." #name ".f32 is, %1;\n\tselp.u32 %0, 1, 0, is;\n\t}"        \
            : "=r"(result)                                                                             \
            : "f"(x));                                                                                 \
        return result;                                                                                 \
    }

TESTED(finite)
TESTED(infinite)
TESTED(number)
TESTED(notanumber)
TESTED(normal)
TESTED(subnormal)

#define COMPARED(name, bit)                                                                            \
    asm("{\n\t.reg .pred is;\n\tsetp." #name ".f32 is, %1, %2;\n\t@is or.b32 %0, %0, %3;\n\t}"         \
        : "+r"(set)                                                                                    \
        : "f"(x), "f"(y), "n"(1 << bit));

INLINE u32 comparisons(float x, float y)
{
    u32 set = 0;
    COMPARED(eq, 0)
    COMPARED(ne, 1)
    COMPARED(lt, 2)
    COMPARED(le, 3)
    COMPARED(gt, 4)
    COMPARED(ge, 5)
    COMPARED(equ, 6)
    COMPARED(neu, 7)
    COMPARED(ltu, 8)
    COMPARED(leu, 9)
    COMPARED(gtu, 10)
    COMPARED(geu, 11)
    COMPARED(num, 12)
    COMPARED(nan, 13)
    return set;
}

INLINE u32 wide_comparisons(double x, double y)
{
    return (x < y) | (x <= y) << 1 | (x == y) << 2 | !(x < y) << 3 | !(x >= y) << 4 | (x != y) << 5;
}

KERNEL extremes(const float *a, const float *b, u32 count, float *single, double *wide, u32 *classes, u32 *compared)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    float x = a[i], y = b[i];
    single[4 * i] = fminf(x, y);
    single[4 * i + 1] = fmaxf(x, y);
    single[4 * i + 2] = copysignf(x, y);
    single[4 * i + 3] = -fabsf(x);
    double wide_x = x, wide_y = y;
    wide[4 * i] = fmin(wide_x, wide_y);
    wide[4 * i + 1] = fmax(wide_x, wide_y);
    wide[4 * i + 2] = copysign(wide_x, wide_y);
    wide[4 * i + 3] = -fabs(wide_x);
    classes[i] = is_finite(x) | is_infinite(x) << 1 | is_number(x) << 2 | is_notanumber(x) << 3 | is_normal(x) << 4 |
                 is_subnormal(x) << 5;
    compared[2 * i] = comparisons(x, y);
    compared[2 * i + 1] = wide_comparisons(wide_x, wide_y);
}
