// The discrete cosine transform of 8x8 blocks and its inverse, each as two products with the matrix of the cosines.
// One 8x8 TB transforms one block in shared memory.
#include "redundancy.cuh"

const unsigned SIDE = 8;

// cosines[i * 8 + k]: factor of sample i in coefficient k.
__constant__ float cosines[SIDE * SIDE];

// Where this thread's element of the image is.
__device__ __forceinline__ unsigned element(unsigned side)
{
    return (blockIdx.y * SIDE + threadIdx.y) * side + blockIdx.x * SIDE + threadIdx.x;
}

extern "C" __global__ void dct_forward(const float *image, float *coefficients, unsigned side)
{
    __shared__ float block[SIDE * SIDE];
    __shared__ float half_done[SIDE * SIDE];

    unsigned x = threadIdx.x;
    unsigned y = threadIdx.y;
    block[y * SIDE + x] = image[element(side)];
    __syncthreads();
    float sum = 0.0f;
#pragma unroll
    for (unsigned i = 0; i < SIDE; i++)
        sum = fmaf(cosines[i * SIDE + y], block[i * SIDE + x], sum);
    half_done[y * SIDE + x] = sum;
    __syncthreads();
    sum = 0.0f;
#pragma unroll
    for (unsigned i = 0; i < SIDE; i++)
        sum = fmaf(half_done[y * SIDE + i], cosines[i * SIDE + x], sum);
    coefficients[element(side)] = sum;
}

extern "C" __global__ void dct_inverse(const float *coefficients, float *image, unsigned side)
{
    __shared__ float block[SIDE * SIDE];
    __shared__ float half_done[SIDE * SIDE];

    unsigned x = threadIdx.x;
    unsigned y = threadIdx.y;
    block[y * SIDE + x] = coefficients[element(side)];
    __syncthreads();
    float sum = 0.0f;
#pragma unroll
    for (unsigned i = 0; i < SIDE; i++)
        sum = fmaf(cosines[y * SIDE + i], block[i * SIDE + x], sum);
    half_done[y * SIDE + x] = sum;
    __syncthreads();
    sum = 0.0f;
#pragma unroll
    for (unsigned i = 0; i < SIDE; i++)
        sum = fmaf(half_done[y * SIDE + i], cosines[x * SIDE + i], sum);
    image[element(side)] = sum;
}
