// arch: sm_61
// A quantised convolution, four 8-bit products per step, signed, unsigned and mixed; and one with 16-bit weights.
#include "heddle.h"

#define DOT(name, type, text)                                                                   \
    INLINE type name(u32 x, u32 y, type sum)                                                    \
    {                                                                                           \
        type result;                                                                            \
        asm(text " %0, %1, %2, %3;" : "=r"(result) : "r"(x), "r"(y), "r"(sum));                 \
        return result;                                                                          \
    }

DOT(dot_mixed, s32, "dp4a.u32.s32")
DOT(dot_signed, s32, "dp4a.s32.s32")
DOT(dot_unsigned, u32, "dp4a.u32.u32")
DOT(dot_low_pair, s32, "dp2a.lo.s32.s32")
DOT(dot_high_pair, s32, "dp2a.hi.s32.s32")

KERNEL dp4a_convolution(const u32 *pixels, const u32 *weights, u32 taps, u32 count, s32 *mixed, s32 *both_signed,
                        u32 *both_unsigned, s32 *halves)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    s32 sum_mixed = 0, sum_signed = 0, sum_halves = 0;
    u32 sum_unsigned = 0;
    for (u32 tap = 0; tap < taps; tap++) {
        u32 four = pixels[i + tap];
        u32 weight = weights[tap];
        sum_mixed = dot_mixed(four, weight, sum_mixed);
        sum_signed = dot_signed(four, weight, sum_signed);
        sum_unsigned = dot_unsigned(four, weight, sum_unsigned);
        // Two 16-bit weights with the low and then the high pair of pixels.
        sum_halves = dot_low_pair(weight, four, sum_halves);
        sum_halves = dot_high_pair(weight, four, sum_halves);
    }
    mixed[i] = sum_mixed;
    both_signed[i] = sum_signed;
    both_unsigned[i] = sum_unsigned;
    halves[i] = sum_halves;
}
