// only: nvrtc
// nvrtc: --relocatable-device-code=true
// A reduction by halves in which each grid launches the next, smaller one until one element is left: nested launches
// of a kernel by itself, with dynamic shared memory.
#include "heddle.h"

KERNEL nested_halves(u32 *values, u32 count)
{
    extern __shared__ u32 held[];
    u32 half = (count + 1) / 2;
    for (u32 i = threadIdx.x; i < half; i += blockDim.x)
        held[i] = values[i] * 3 + (i + half < count ? values[i + half] : 0);
    __syncthreads();
    for (u32 i = threadIdx.x; i < half; i += blockDim.x)
        values[i] = held[i];
    __syncthreads();
    if (threadIdx.x == 0 && half > 1)
        nested_halves<<<1, half < 32 ? half : 32, (half + 1) / 2 * sizeof(u32)>>>(values, half);
}
