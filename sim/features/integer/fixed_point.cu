// A finite impulse response filter in Q31, saturating, and the sum of absolute differences of two signals.
#include "heddle.h"

INLINE s32 add_saturated(s32 a, s32 b)
{
    s32 sum;
    asm("add.sat.s32 %0, %1, %2;" : "=r"(sum) : "r"(a), "r"(b));
    return sum;
}

INLINE s32 subtract_saturated(s32 a, s32 b)
{
    s32 difference;
    asm("sub.sat.s32 %0, %1, %2;" : "=r"(difference) : "r"(a), "r"(b));
    return difference;
}

INLINE s32 multiply_add_saturated(s32 a, s32 b, s32 c)
{
    s32 sum;
    asm("mad.hi.sat.s32 %0, %1, %2, %3;" : "=r"(sum) : "r"(a), "r"(b), "r"(c));
    return sum;
}

KERNEL fixed_point(const s32 *signal, const s32 *taps, u32 tap_count, u32 count, s32 *filtered, s32 *fused,
                   s32 *differences, u32 *distances, s32 *coordinates)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    s32 sum = 0, sum_fused = 0, difference = signal[i];
    u32 distance = 0;
    for (u32 tap = 0; tap < tap_count; tap++) {
        s32 sample = signal[i + tap];
        s32 product = __mulhi(sample, taps[tap]);
        sum = add_saturated(sum, add_saturated(product, product));
        sum_fused = multiply_add_saturated(sample, taps[tap], sum_fused);
        difference = subtract_saturated(difference, sample);
        distance = __sad(sample >> 8, signal[tap] >> 8, distance);
        distance = __usad((u32)sample >> 9, (u32)signal[tap] >> 9, distance);
    }
    filtered[i] = sum;
    fused[i] = sum_fused;
    differences[i] = difference;
    distances[i] = distance;
    coordinates[i] = __mul24(signal[i], signal[0]) + (s32)__umul24((u32)signal[i], i);
}
