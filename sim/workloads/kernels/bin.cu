// Values of call options by binomial trees of 512 steps. A TB has one option. It takes 32 steps at a time, for 256
// values that it holds in shared memory, of which as many as there are steps are lost at the end.
#include "redundancy.cuh"

const int STEPS = 512;
const int CACHED = 256;
const int AT_ONCE = 32;

// Price of the stock, that of the option, logarithm of a step, and the discounted chances of up and down.
struct Option {
    float stock, strike, move, up, down;
};
__constant__ Option options[1024];

extern "C" __global__ void bin(float *trees, float *values)
{
    __shared__ float even[CACHED + 1];
    __shared__ float odd[CACHED + 1];

    int thread = threadIdx.x;
    const Option *option = &options[blockIdx.x];
    float stock = option->stock;
    float strike = option->strike;
    float move = option->move;
    float up = option->up;
    float down = option->down;
    float *tree = trees + blockIdx.x * (STEPS + 16);

    for (int i = thread; i <= STEPS; i += CACHED) {
        float gain = fmaf(stock, expf(product(move, (float)(2 * i - STEPS))), -strike);
        tree[i] = gain > 0.0f ? gain : 0.0f;
    }
    for (int left = STEPS; left > 0; left -= AT_ONCE) {
        for (int base = 0; base < left; base += CACHED - AT_ONCE) {
            int begin = left - base < CACHED - 1 ? left - base : CACHED - 1;
            int end = begin - AT_ONCE;
            __syncthreads();
            if (thread <= begin)
                even[thread] = tree[base + thread];
            for (int k = begin - 1; k >= end; k -= 2) {
                __syncthreads();
                odd[thread] = fmaf(up, even[thread + 1], product(down, even[thread]));
                __syncthreads();
                even[thread] = fmaf(up, odd[thread + 1], product(down, odd[thread]));
            }
            __syncthreads();
            if (thread <= end)
                tree[base + thread] = even[thread];
        }
    }
    if (thread == 0)
        values[blockIdx.x] = even[0];
}
