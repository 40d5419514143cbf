// Quotients, reciprocals and square roots as IEEE 754 has them, in both precisions, for subnormals, infinities and
// zeros of both signs too.
#include "heddle.h"

KERNEL ieee_division(const float *a, const float *b, const double *c, const double *d, u32 count, float *single,
                     double *wide)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    float *mine = single + 4 * i;
    mine[0] = a[i] / b[i];
    mine[1] = 1.0f / a[i];
    mine[2] = sqrtf(a[i]);
    mine[3] = __fdiv_rn(sqrtf(b[i]), a[i]) * 0.5f;
    double *mine_wide = wide + 4 * i;
    mine_wide[0] = c[i] / d[i];
    mine_wide[1] = 1.0 / c[i];
    mine_wide[2] = sqrt(c[i]);
    mine_wide[3] = __ddiv_rn(sqrt(d[i]), c[i]) * 0.5;
}
