// only: nvrtc
// arch: sm_60
// The functions of CUDA's header for half precision: exponentials, logarithms, roots and sines with the corrections it
// makes, for scalars and pairs.
#include "heddle_half.h"

KERNEL half_library(const half *in, u32 count, half *out, half2 *pairs)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    half x = in[i];
    half *mine = out + 10 * i;
    mine[0] = hexp(x);
    mine[1] = hexp2(x);
    mine[2] = hlog(x);
    mine[3] = hlog2(x);
    mine[4] = hsqrt(x);
    mine[5] = hrsqrt(x);
    mine[6] = hrcp(x);
    mine[7] = hsin(x);
    mine[8] = hcos(x);
    mine[9] = __hfma_sat(x, x, __float2half(-1.0f));
    half2 pair = __halves2half2(x, in[0]);
    pairs[3 * i] = h2exp2(pair);
    pairs[3 * i + 1] = __hmul2_sat(pair, __float2half2_rn(0.25f));
    pairs[3 * i + 2] = __hgt2(pair, __lowhigh2highlow(pair));
}
