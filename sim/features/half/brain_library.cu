// only: nvrtc
// arch: sm_80
// Brain floats by CUDA's own header: a layer's products and sums, comparisons, and conversions to and from integers.
#include "heddle.h"
#include <cuda_bf16.h>

KERNEL brain_library(const __nv_bfloat16 *x, const __nv_bfloat16 *y, u32 count, __nv_bfloat16 *out, __nv_bfloat162 *pairs, s32 *whole)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    __nv_bfloat16 a = x[i], b = y[i];
    __nv_bfloat16 *mine = out + 8 * i;
    mine[0] = __hadd(a, b);
    mine[1] = __hsub(a, b);
    mine[2] = __hmul(a, b);
    mine[3] = __hfma(a, b, a);
    mine[4] = __hmax(a, b);
    mine[5] = __hmin(a, b);
    mine[6] = __hneg(__habs(a));
    mine[7] = __hfma_relu(a, b, b);
    __nv_bfloat162 pair = __halves2bfloat162(a, b);
    pairs[2 * i] = __hfma2(pair, pair, pair);
    pairs[2 * i + 1] = __hmax2(pair, __lowhigh2highlow(pair));
    whole[3 * i] = __bfloat162int_rn(a);
    whole[3 * i + 1] = (s32)__bfloat162float(__int2bfloat16_rn((s32)i * 77 - 3000));
    whole[3 * i + 2] = __hgt(a, b) | __hle(a, b) << 1 | __heq(a, a) << 2;
}
