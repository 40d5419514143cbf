// arch: sm_61
// A quantised convolution, four 8-bit products a step, signed, unsigned and mixed; and one with 16-bit weights.
#include "heddle.h"

INLINE s32 dot_mixed(u32 pixels, s32 weights, s32 sum)
{
    s32 result;
    asm("dp4a.u32.s32 %0, %1, %2, %3;" : "=r"(result) : "r"(pixels), "r"(weights), "r"(sum));
    return result;
}

KERNEL dp4a_convolution(const u32 *pixels, const s32 *weights, u32 taps, u32 count, s32 *mixed, s32 *both_signed,
                        u32 *both_unsigned, s32 *halves)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    s32 sum_mixed = 0, sum_signed = 0, sum_halves = 0;
    u32 sum_unsigned = 0;
    for (u32 tap = 0; tap < taps; tap++) {
        u32 four = pixels[i + tap];
        s32 weight = weights[tap];
        sum_mixed = dot_mixed(four, weight, sum_mixed);
        sum_signed = __dp4a((s32)four, weight, sum_signed);
        sum_unsigned = __dp4a(four, (u32)weight, sum_unsigned);
        // Two 16-bit weights with the low and then the high pair of pixels.
        sum_halves = __dp2a_lo(weight, (s32)four, sum_halves);
        sum_halves = __dp2a_hi(weight, (s32)four, sum_halves);
    }
    mixed[i] = sum_mixed;
    both_signed[i] = sum_signed;
    both_unsigned[i] = sum_unsigned;
    halves[i] = sum_halves;
}
