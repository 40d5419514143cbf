// c = a * b for square row-major matrices of whole 32x32 tiles, which are staged through shared memory.
// One 32x32 TB computes one tile of c.
#include "redundancy.cuh"

const unsigned TILE = 32;

extern "C" __global__ void mm(const float *a, const float *b, float *c, unsigned side)
{
    __shared__ float a_tile[TILE][TILE];
    __shared__ float b_tile[TILE][TILE];

    unsigned x = threadIdx.x;
    unsigned y = threadIdx.y;
    unsigned a_at = (blockIdx.y * TILE + y) * side + x;
    unsigned b_at = y * side + blockIdx.x * TILE + x;
    float sum = 0.0f;
    for (unsigned first = 0; first < side; first += TILE) {
        a_tile[y][x] = a[a_at + first];
        b_tile[y][x] = b[b_at + first * side];
        __syncthreads();
#pragma unroll
        for (unsigned k = 0; k < TILE; k++)
            sum = fmaf(a_tile[y][k], b_tile[k][x], sum);
        __syncthreads();
    }
    c[(blockIdx.y * TILE + y) * side + blockIdx.x * TILE + x] = sum;
}
