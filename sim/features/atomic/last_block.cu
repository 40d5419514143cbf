// Sum of an array in one launch: each TB publishes its part, and the TB that finds itself the last to have done so,
// after a fence, adds the parts. Fences of all three scopes.
#include "heddle.h"
#include "atomics.h"

__device__ u32 finished;

KERNEL last_block(const u32 *in, u32 count, volatile u64 *parts, u64 *sum, u32 *order)
{
    __shared__ u64 shared[64];
    __shared__ bool last;
    u64 mine = 0;
    for (u32 i = thread_id(); i < count; i += gridDim.x * blockDim.x)
        mine += in[i];
    shared[threadIdx.x] = mine;
    __threadfence_block();
    __syncthreads();
    if (threadIdx.x == 0) {
        for (u32 t = 1; t < blockDim.x; t++)
            mine += shared[t];
        parts[blockIdx.x] = mine;
        __threadfence();
        last = atomicInc(&finished, gridDim.x - 1) == gridDim.x - 1;
    }
    __syncthreads();
    if (last && threadIdx.x == 0) {
        u64 total = 0;
        for (u32 tb = 0; tb < gridDim.x; tb++)
            total += parts[tb];
        *sum = total;
        __threadfence_system();
        // Zero again: the counter wraps, so that the kernel can be launched once more.
        *order = finished;
    }
}
