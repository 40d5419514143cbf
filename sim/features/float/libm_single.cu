// only: nvrtc
// The single-precision functions of CUDA's own mathematical library, slow paths for large arguments included.
#include "heddle.h"

KERNEL libm_single(const float *in, const float *other, u32 count, float *out)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    float x = in[i], y = other[i], positive = fabsf(x);
    float *mine = out + 18 * i;
    mine[0] = sinf(x);
    mine[1] = cosf(x);
    mine[2] = tanf(x);
    mine[3] = expf(y);
    mine[4] = logf(positive);
    mine[5] = powf(positive, y / 16.0f);
    mine[6] = erff(y / 8.0f);
    mine[7] = atan2f(x, y);
    mine[8] = sinhf(y);
    mine[9] = cbrtf(x);
    mine[10] = log1pf(positive);
    mine[11] = expm1f(y);
    mine[12] = asinf(y / 32.0f);
    mine[13] = hypotf(x, y);
    mine[14] = exp2f(y);
    mine[15] = fmodf(x, y);
    mine[16] = tgammaf(positive < 30.0f ? positive : 30.0f);
    int exponent;
    float fraction = frexpf(x, &exponent);
    mine[17] = ldexpf(fraction, exponent / 2);
}
