// nvrtc: --device-int128
// Modular exponentiation with 128-bit integers as the compilers expand them: products, sums, shifts and comparisons
// of `__int128`.
#include "heddle.h"

typedef unsigned __int128 u128;

const u64 prime = (1ull << 61) - 1;

// a * b modulo the Mersenne prime, for factors below 2^61.
INLINE u64 product_modulo(u64 a, u64 b)
{
    u128 product = (u128)a * b;
    u64 folded = ((u64)product & prime) + (u64)(product >> 61);
    return folded >= prime ? folded - prime : folded;
}

KERNEL int128(const u64 *bases, const u64 *exponents, const u32 *shifts, u32 count, u64 *powers, u128 *mixed)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    u64 power = 1, square = bases[i] % prime;
    for (u64 left = exponents[i]; left; left >>= 1) {
        if (left & 1)
            power = product_modulo(power, square);
        square = product_modulo(square, square);
    }
    powers[i] = power;
    u128 wide = ((u128)exponents[i] << 64 | bases[i]) + exponents[i];
    wide -= (u128)bases[i] << shifts[i];
    __int128 shifted = (__int128)wide >> shifts[i];
    mixed[i] = shifted < (__int128)bases[i] ? (u128)shifted : wide ^ (u128)shifted * 3;
}
