// Doubles kept in single precision without losing which side they were on: a pair of singles that bracket each double,
// and what is left over.
#include "heddle.h"

KERNEL narrowing(const double *values, u32 count, float *brackets, double *rests)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    double value = values[i];
    float *mine = brackets + 4 * i;
    mine[0] = __double2float_rd(value);
    mine[1] = __double2float_ru(value);
    mine[2] = __double2float_rn(value);
    mine[3] = __double2float_rz(value);
    rests[i] = value - (double)mine[2];
}
