// Shared memory, static and dynamic: an inclusive scan per TB, and a histogram with atomics at two levels.
#include "../../workloads/kernels/heddle.cuh"

extern __shared__ unsigned dynamic[];

extern "C" __global__ void scan(const unsigned *in, unsigned *out, unsigned n)
{
    unsigned t = threadIdx.x, i = blockIdx.x * blockDim.x + t;
    unsigned *from = dynamic, *to = dynamic + blockDim.x;
    from[t] = i < n ? in[i] : 0;
    __syncthreads();
    for (unsigned d = 1; d < blockDim.x; d <<= 1) {
        to[t] = from[t] + (t >= d ? from[t - d] : 0);
        __syncthreads();
        unsigned *swap = from;
        from = to;
        to = swap;
    }
    if (i < n)
        out[i] = from[t];
}

extern "C" __global__ void histogram(const unsigned char *in, unsigned *out, unsigned bytes)
{
    __shared__ unsigned bins[256];
    for (unsigned b = threadIdx.x; b < 256; b += blockDim.x)
        bins[b] = 0;
    __syncthreads();
    for (unsigned i = threadIdx.x; i < bytes; i += blockDim.x)
        atomicAdd(&bins[in[i]], 1);
    __syncthreads();
    for (unsigned b = threadIdx.x; b < 256; b += blockDim.x)
        if (bins[b])
            atomicAdd(&out[b], bins[b]);
}
