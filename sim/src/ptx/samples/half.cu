// Half precision as NVRTC emits it for sm_80: scalar and packed arithmetic, comparisons and conversions.
#include <cuda_fp16.h>
#include <cuda_bf16.h>
extern "C" __global__ void horner(const float *in, float *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    __half x = __float2half_rn(in[i]);
    __half y = __hfma(__hfma(x, __float2half_rn(0.3f), __float2half_rn(-1.7f)), x, __float2half_rn(0.9f));
    if (__hlt(y, x)) y = __hsub(__hmul(y, y), x);
    out[i] = __half2float(y);
}
extern "C" __global__ void pairs(const float *in, unsigned *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n) return;
    __half2 p = __floats2half2_rn(in[2 * i], in[2 * i + 1]);
    p = __hadd2(__hmul2(p, p), __hneg2(__lowhigh2highlow(p)));
    __nv_bfloat162 q = __floats2bfloat162_rn(in[2 * i + 1], in[2 * i]);
    q = __hfma2(q, q, q);
    out[2 * i] = *reinterpret_cast<unsigned *>(&p);
    out[2 * i + 1] = *reinterpret_cast<unsigned *>(&q);
}
