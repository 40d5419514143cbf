// Median of nine by a network of minima and maxima, and a chain of conditions that both compilers turn into predicates
// and selections rather than branches: signs, saturation, ties, a date's validity.
#include "heddle.h"

INLINE void order(s32 &a, s32 &b)
{
    s32 least = a < b ? a : b;
    b = a < b ? b : a;
    a = least;
}

INLINE bool is_date(u32 day, u32 month, u32 year)
{
    bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    u32 days = month == 2 ? (leap ? 29 : 28) : month == 4 || month == 6 || month == 9 || month == 11 ? 30 : 31;
    return day >= 1 && day <= days && month >= 1 && month <= 12;
}

KERNEL selections(const s32 *in, s32 *medians, s32 *marks, float *pieces, u32 count)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    s32 p[9];
    for (u32 k = 0; k < 9; k++)
        p[k] = in[(i + k * 7) % count];
    order(p[1], p[2]); order(p[4], p[5]); order(p[7], p[8]); order(p[0], p[1]); order(p[3], p[4]); order(p[6], p[7]);
    order(p[1], p[2]); order(p[4], p[5]); order(p[7], p[8]); order(p[0], p[3]); order(p[5], p[8]); order(p[4], p[7]);
    order(p[3], p[6]); order(p[1], p[4]); order(p[2], p[5]); order(p[4], p[7]); order(p[4], p[2]); order(p[6], p[4]);
    order(p[4], p[2]);
    medians[i] = p[4];
    s32 v = in[i];
    s32 sign = v > 0 ? 1 : v < 0 ? -1 : 0;
    s32 saturated = v > 127 ? 127 : v < -128 ? -128 : v;
    u32 u = (u32)v;
    bool date = is_date(u % 33, u / 33 % 14, 1896 + u / 462 % 210);
    marks[i] = sign * 1000 + saturated + (date ? 10000 : 0) + ((v ^ (s32)i) < 0 && (v & 1) ? 50000 : 0);
    float x = (float)(v % 64) * 0.25f;
    pieces[i] = x < -4.0f ? -1.0f : x < 0.0f ? x * 0.25f : x <= 4.0f ? x : x != 8.0f ? 4.0f : x * x;
}
