// only: nvrtc
// The double-precision functions of CUDA's own mathematical library: tables, fused steps, local arrays.
#include "heddle.h"

KERNEL libm_double(const double *in, const double *other, u32 count, double *out)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    double x = in[i], y = other[i], positive = fabs(x);
    double *mine = out + 14 * i;
    mine[0] = sin(x);
    mine[1] = cos(x);
    mine[2] = tan(x);
    mine[3] = exp(y);
    mine[4] = log(positive);
    mine[5] = pow(positive, y / 16.0);
    mine[6] = erf(y / 8.0);
    mine[7] = atan2(x, y);
    mine[8] = tanh(y);
    mine[9] = cbrt(x);
    mine[10] = rsqrt(positive);
    mine[11] = lgamma(positive < 50.0 ? positive + 2.5 : 52.5);
    mine[12] = asin(y / 32.0);
    mine[13] = fmod(x, y);
}
