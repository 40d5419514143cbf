// clang: -gline-tables-only
// nvrtc: --generate-line-info
// Optimised, with line numbers (.loc, .file) and inlined calls: Horner's rule modulo a prime and the greatest common
// divisor of its values.
#include "heddle.h"

const u32 PRIME = 65521;

INLINE u32 horner(const u32 *coefficients, u32 count, u32 x)
{
    u32 value = 0;
    for (u32 k = 0; k < count; k++)
        value = (value * x + coefficients[k]) % PRIME;
    return value;
}

INLINE u32 gcd(u32 a, u32 b)
{
    while (b != 0) {
        u32 rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

KERNEL line_info(const u32 *coefficients, u32 count, u32 *divisors, u32 points)
{
    u32 i = thread_id();
    if (i < points)
        divisors[i] = gcd(horner(coefficients, count, i), horner(coefficients, count, i * i + 6));
}
