// c = a * b for square row-major matrices, in 16x16 tiles staged through shared memory.
// One 16x16 TB computes one tile of c; elements outside the matrix count as zero.
#include "heddle.cuh"

const unsigned TILE = 16;

extern "C" __global__ void matmul(const float *a, const float *b, float *c, unsigned size)
{
    __shared__ float a_tile[TILE][TILE];
    __shared__ float b_tile[TILE][TILE];

    unsigned x = threadIdx.x;
    unsigned y = threadIdx.y;
    unsigned column = blockIdx.x * TILE + x;
    unsigned row = blockIdx.y * TILE + y;
    float sum = 0.0f;
    for (unsigned first = 0; first < size; first += TILE) {
        a_tile[y][x] = row < size && first + x < size ? a[row * size + first + x] : 0.0f;
        b_tile[y][x] = first + y < size && column < size ? b[(first + y) * size + column] : 0.0f;
        __syncthreads();
        for (unsigned k = 0; k < TILE; k++)
            sum += a_tile[y][k] * b_tile[k][x];
        __syncthreads();
    }
    if (row < size && column < size)
        c[row * size + column] = sum;
}
