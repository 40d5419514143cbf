// Shared memory whose size the launch decides, carved into three arrays of different types behind static ones: the
// median of each thread's value and its neighbours, found by rank, and the mean of the TB.
#include "heddle.h"

extern __shared__ double dynamic[];

__shared__ u32 votes[4];

KERNEL dynamic_shared(const u32 *in, u32 *medians, double *means, u32 *sizes)
{
    u32 t = threadIdx.x, threads = blockDim.x, i = thread_id();
    double *values = dynamic;
    u32 *keys = (u32 *)(values + threads);
    u8 *ranks = (u8 *)(keys + threads);
    if (t < 4)
        votes[t] = 0;
    keys[t] = in[i];
    values[t] = in[i] * 0.25;
    __syncthreads();
    u8 rank = 0;
    for (u32 other = 0; other < threads; other++)
        rank += keys[other] < keys[t] || (keys[other] == keys[t] && other < t);
    ranks[rank] = (u8)t;
    for (u32 half = threads / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            values[t] += values[t + half];
    }
    __syncthreads();
    medians[i] = keys[ranks[(threads / 2 + t) % threads]];
    if (t == 0) {
        u32 static_and_dynamic, only_dynamic;
        asm("mov.u32 %0, %%total_smem_size;" : "=r"(static_and_dynamic));
        asm("mov.u32 %0, %%dynamic_smem_size;" : "=r"(only_dynamic));
        means[blockIdx.x] = values[0] / threads;
        votes[blockIdx.x & 3] = static_and_dynamic - only_dynamic >= sizeof votes;
        sizes[2 * blockIdx.x] = only_dynamic;
        sizes[2 * blockIdx.x + 1] = votes[blockIdx.x & 3];
    }
}
