// Grid coordinates: every way to a whole number that stays in floating point, in both precisions, and the fraction left.
#include "heddle.h"

KERNEL whole_numbers(const float *singles, const double *doubles, u32 count, float *single_out, double *wide_out)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    float x = singles[i], *mine = single_out + 6 * i;
    mine[0] = floorf(x);
    mine[1] = ceilf(x);
    mine[2] = truncf(x);
    mine[3] = rintf(x);
    mine[4] = roundf(x);
    mine[5] = x - truncf(x);
    double y = doubles[i], *mine_wide = wide_out + 5 * i;
    mine_wide[0] = floor(y);
    mine_wide[1] = ceil(y);
    mine_wide[2] = trunc(y);
    mine_wide[3] = rint(y);
    mine_wide[4] = y - floor(y);
}
