// Quotients and remainders of every integer type, and a number written out in decimal digits.
#include "heddle.h"

template <typename Integer> INLINE void divide(u64 a, u64 b, u64 *quotient, u64 *rest)
{
    Integer x = (Integer)a, y = (Integer)(b | 1);
    // The least number over -1 has no quotient.
    if (y == (Integer)-1)
        y = 3;
    *quotient += (u64)(x / y);
    *rest ^= (u64)(x % y);
}

KERNEL long_division(const u64 *numerators, const u64 *divisors, u32 count, u64 *quotients, u64 *rests, char *digits)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    u64 a = numerators[i], b = divisors[i], quotient = 0, rest = 0;
    divide<u64>(a, b, &quotient, &rest);
    divide<s64>(a, b, &quotient, &rest);
    divide<u32>(a, b, &quotient, &rest);
    divide<s32>(a, b, &quotient, &rest);
    divide<u16>(a, b, &quotient, &rest);
    divide<s16>(a, b, &quotient, &rest);
    divide<s8>(a, b, &quotient, &rest);
    quotients[i] = quotient;
    rests[i] = rest;
    char *text = digits + 20 * i;
    for (int at = 19; at >= 0; at--) {
        text[at] = (char)('0' + a % 10);
        a /= 10;
    }
}
