// Division by multiplication: a 64-bit reciprocal by Newton's iteration, then a product and at most a few corrections.
#include "heddle.h"

INLINE u64 quotient(u64 n, u64 d)
{
    // Normalised: the top bit of `divisor` is set, so divisor / 2^64 lies in [1/2, 1).
    u32 shift = __clzll((s64)d);
    u64 divisor = d << shift;
    // 2^127 over the divisor, always from below: 2^63 is right to one bit, each round doubles the bits.
    u64 reciprocal = 1ull << 63;
    for (int round = 0; round < 6; round++) {
        u64 product = __umul64hi(divisor, reciprocal);
        // What the product lacks to 2^63, rounded down, scaled by the reciprocal once more.
        reciprocal += __umul64hi(reciprocal, (1ull << 63) - 1 - product) << 1;
    }
    // The product of n and the reciprocal is 2^127 / divisor * n, so the quotient is its high word, shifted.
    u64 found = shift == 63 ? n : __umul64hi(n, reciprocal) >> (63 - shift);
    u64 rest = n - found * d;
    while (rest >= d) {
        found++;
        rest -= d;
    }
    return found;
}

KERNEL newton_division(const u64 *numerators, const u64 *divisors, u32 count, u64 *quotients)
{
    u32 i = thread_id();
    if (i < count && divisors[i])
        quotients[i] = quotient(numerators[i], divisors[i]);
}
