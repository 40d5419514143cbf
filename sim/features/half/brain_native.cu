// only: nvrtc
// arch: sm_90
// Brain floats where the hardware adds and multiplies them itself.
#include "heddle.h"
#include <cuda_bf16.h>

KERNEL brain_native(const __nv_bfloat16 *x, const __nv_bfloat16 *y, u32 count, __nv_bfloat16 *out, __nv_bfloat162 *pairs)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    __nv_bfloat16 a = x[i], b = y[i];
    __nv_bfloat16 *mine = out + 3 * i;
    mine[0] = a + b;
    mine[1] = a - b;
    mine[2] = a * b;
    __nv_bfloat162 pair = __halves2bfloat162(a, b), swapped = __halves2bfloat162(b, a);
    pairs[2 * i] = pair + swapped;
    pairs[2 * i + 1] = pair * swapped;
}
