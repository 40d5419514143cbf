// Threads that end before the others: some at once, some from inside a function within a loop (exit, not ret), by
// groups of lanes and by whole warps; those left go on together through barriers, which no longer wait for the dead.
#include "heddle.h"
#include "atomics.h"

static __device__ __noinline__ u32 worked(u32 value, u32 limit, u32 *last)
{
    if (value >= limit) {
        *last = value;
        asm volatile("exit;");
    }
    return value * 3 + 1;
}

KERNEL early_exit(const u32 *in, u32 *last, u32 *left, u32 limit)
{
    __shared__ u32 alive[8];
    u32 i = thread_id(), value = in[i];
    if (threadIdx.x < 8)
        alive[threadIdx.x] = 0;
    __syncthreads();
    // The first warp of each TB ends here but for its first lane, the third warp as a whole.
    if ((threadIdx.x < 32 && threadIdx.x != 0) || threadIdx.x / 32 == 2)
        return;
    for (u32 round = 0; round < 8; round++) {
        if (threadIdx.x != 0)
            value = worked(value, limit, last + i);
        atomicAdd(alive + round, 1u);
        __syncthreads();
    }
    if (threadIdx.x == 0)
        for (u32 round = 0; round < 8; round++)
            left[8 * blockIdx.x + round] = alive[round];
    else
        last[i] = value;
}
