// Quantisation: singles and doubles to integers of 32 and 64 bits in every rounding, values beyond the range clamped
// to its ends.
#include "heddle.h"

#define EACH_ROUNDING(from, to, x) \
    {                              \
        *out++ = (u64)from##2##to##_rn(x); \
        *out++ = (u64)from##2##to##_rz(x); \
        *out++ = (u64)from##2##to##_ru(x); \
        *out++ = (u64)from##2##to##_rd(x); \
    }

KERNEL float_to_int(const float *singles, const double *doubles, u32 count, u64 *integers)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    u64 *out = integers + 32 * i;
    EACH_ROUNDING(__float, int, singles[i])
    EACH_ROUNDING(__float, uint, singles[i])
    EACH_ROUNDING(__float, ll, singles[i])
    EACH_ROUNDING(__float, ull, singles[i])
    EACH_ROUNDING(__double, int, doubles[i])
    EACH_ROUNDING(__double, uint, doubles[i])
    EACH_ROUNDING(__double, ll, doubles[i])
    EACH_ROUNDING(__double, ull, doubles[i])
}
