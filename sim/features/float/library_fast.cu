// only: nvrtc
// nvrtc: --use_fast_math
// The single-precision functions as NVRTC replaces them for speed: one or two approximate instructions each.
#include "heddle.h"

KERNEL library_fast(const float *in, const float *other, u32 count, float *out)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    float x = in[i], y = other[i];
    float *mine = out + 8 * i;
    mine[0] = sinf(x);
    mine[1] = cosf(x);
    mine[2] = tanf(x);
    mine[3] = expf(x);
    mine[4] = logf(y);
    mine[5] = powf(y, x);
    mine[6] = log10f(y) / x;
    mine[7] = 1.0f / sqrtf(y);
}
