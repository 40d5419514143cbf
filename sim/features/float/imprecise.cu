// only: nvrtc
// nvrtc: --prec-div=false --prec-sqrt=false
// Vectors brought to unit length where division and root need not be the nearest, but subnormals are kept.
#include "heddle.h"

KERNEL imprecise(const float *vectors, u32 count, float *out)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    float x = vectors[3 * i], y = vectors[3 * i + 1], z = vectors[3 * i + 2];
    float length = sqrtf(__fmaf_rn(x, x, __fmaf_rn(y, y, z * z)));
    out[4 * i] = x / length;
    out[4 * i + 1] = y / length;
    out[4 * i + 2] = z / length;
    out[4 * i + 3] = 1.0f / length;
}
