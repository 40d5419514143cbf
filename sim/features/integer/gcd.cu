// Greatest common divisors by Euclid's algorithm in every integer type, and a calendar date from a count of days.
#include "heddle.h"

template <typename Integer> INLINE Integer gcd(Integer a, Integer b)
{
    while (b != 0) {
        Integer rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

KERNEL gcd(const u64 *a, const u64 *b, u32 count, u64 *out, s32 *dates)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    u64 x = a[i], y = b[i];
    u64 *mine = out + 6 * i;
    mine[0] = gcd<u64>(x, y);
    mine[1] = (u64)llabs(gcd<s64>((s64)x >> 1, (s64)y >> 1));
    mine[2] = gcd<u32>((u32)x, (u32)y);
    mine[3] = (u64)abs(gcd<s32>((s32)x >> 1, (s32)y >> 1));
    mine[4] = gcd<u16>((u16)x, (u16)y);
    mine[5] = (u64)abs(gcd<s16>((s16)((s16)x >> 1), (s16)((s16)y >> 1)));
    // The civil calendar, by eras of 400 years that begin in March.
    s32 days = (s32)(x % 4000000) - 2000000 + 719468;
    s32 era = (days >= 0 ? days : days - 146096) / 146097;
    s32 day_of_era = days - era * 146097;
    s32 year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
    s32 day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    s32 month = (5 * day_of_year + 2) / 153;
    dates[3 * i] = year_of_era + era * 400 + (month >= 10);
    dates[3 * i + 1] = month < 10 ? month + 3 : month - 9;
    dates[3 * i + 2] = day_of_year - (153 * month + 2) / 5 + 1;
}
