// Odd-even sort of a TB's numbers in shared memory until no thread has exchanged any (__syncthreads_or), then how many
// are where they were (count) and whether all are below a bound (and).
#include "heddle.h"
#include "barriers.h"

KERNEL barrier_votes(const u32 *in, u32 *out, u32 *rounds, u32 *unmoved, u32 *bounded, u32 bound)
{
    extern __shared__ u32 values[];
    u32 t = threadIdx.x, threads = blockDim.x, i = thread_id(), round = 0;
    values[t] = in[i];
    for (bool exchanged = true; __syncthreads_or(exchanged); round++) {
        exchanged = false;
        for (u32 phase = 0; phase < 2; phase++) {
            if (t % 2 == phase && t + 1 < threads && values[t] > values[t + 1]) {
                u32 held = values[t];
                values[t] = values[t + 1];
                values[t + 1] = held;
                exchanged = true;
            }
            __syncthreads();
        }
    }
    out[i] = values[t];
    int same = __syncthreads_count(values[t] == in[i]);
    int all = __syncthreads_and(values[t] < bound);
    if (t == 0) {
        rounds[blockIdx.x] = round;
        unmoved[blockIdx.x] = (u32)same;
        bounded[blockIdx.x] = all != 0;
    }
}
