// Histogram of bytes: counted in shared memory with results unused (red), then added to the totals in global memory;
// the totals' old values decide who counts a bin as begun.
#include "heddle.h"
#include "atomics.h"

KERNEL histogram(const u8 *in, u32 count, u32 *totals, u32 *bins_begun)
{
    __shared__ u32 bins[256];
    for (u32 bin = threadIdx.x; bin < 256; bin += blockDim.x)
        bins[bin] = 0;
    __syncthreads();
    for (u32 i = thread_id(); i < count; i += gridDim.x * blockDim.x)
        atomicAdd(&bins[in[i]], 1u);
    __syncthreads();
    for (u32 bin = threadIdx.x; bin < 256; bin += blockDim.x)
        if (bins[bin] != 0 && atomicAdd(&totals[bin], bins[bin]) == 0)
            atomicAdd(bins_begun, 1u);
}
