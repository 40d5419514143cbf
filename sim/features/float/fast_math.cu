// clang: -ffast-math -fcuda-flush-denormals-to-zero
// nvrtc: --use_fast_math
// Code compiled for speed: subnormals flushed to zero, divisions and roots approximate.
#include "heddle.h"

KERNEL fast_math(const float *a, const float *b, u32 count, float *out)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    float x = a[i], y = b[i];
    float *mine = out + 6 * i;
    mine[0] = x * y;
    mine[1] = x / y;
    mine[2] = sqrtf(y > 0.0f ? y : -y);
    mine[3] = fmaxf(x + y, -1.0f);
    mine[4] = fmaf(x, y, y);
    mine[5] = fminf(x - y, 1.0f);
}
