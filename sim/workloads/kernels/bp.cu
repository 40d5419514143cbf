// One layer of a neural network with 16 hidden units: its sums, and the adjustment of its weights. A 16x16 TB has the
// weights between 16 input units and all hidden ones. Row and column 0 of the weights belong to the thresholds.
#include "redundancy.cuh"

const unsigned SIDE = 16;
const float RATE = 0.3f;
const float MOMENTUM = 0.3f;

// The weight from this thread's input unit to its hidden unit.
__device__ __forceinline__ unsigned weight_index(unsigned hidden)
{
    return (hidden + 1) * (blockIdx.y * SIDE + threadIdx.y + 1) + threadIdx.x + 1;
}

// The weights become their products with the inputs, and in the first row of a TB their sums.
extern "C" __global__ void bp_forward(const float *input, float *weights, float *partial_sums, unsigned hidden)
{
    __shared__ float unit[SIDE];
    __shared__ float product[SIDE][SIDE];

    unsigned x = threadIdx.x;
    unsigned y = threadIdx.y;
    unsigned at = weight_index(hidden);
    if (x == 0)
        unit[y] = input[blockIdx.y * SIDE + y + 1];
    __syncthreads();
    product[y][x] = weights[at];
    __syncthreads();
    product[y][x] = product[y][x] * unit[y];
    __syncthreads();
    for (unsigned distance = 1; distance < SIDE; distance *= 2) {
        if (y % (2 * distance) == 0)
            product[y][x] = product[y][x] + product[y + distance][x];
        __syncthreads();
    }
    weights[at] = product[y][x];
    __syncthreads();
    if (x == 0)
        partial_sums[blockIdx.y * hidden + y] = product[x][y];
}

// Moves each weight by the error of its hidden unit, and by a part of its last change. The TB of the first input units
// moves the thresholds as well.
extern "C" __global__ void bp_adjust(const float *error, unsigned hidden, const float *input, float *weights, float *change)
{
    unsigned at = weight_index(hidden);
    unsigned from = blockIdx.y * SIDE + threadIdx.y + 1;
    unsigned to = threadIdx.x + 1;
    float step = fmaf(RATE * error[to], input[from], MOMENTUM * change[at]);
    weights[at] = weights[at] + step;
    change[at] = step;
    __syncthreads();
    if (threadIdx.y == 0 && blockIdx.y == 0) {
        float threshold_step = fmaf(RATE, error[to], MOMENTUM * change[to]);
        weights[to] = weights[to] + threshold_step;
        change[to] = threshold_step;
    }
}
