// Convolution of an image with a separable kernel of 17 weights, rows first. Coordinates are clamped to the image, as
// a texture's are; here the loads are plain ones of global memory.
#include "redundancy.cuh"

const int RADIUS = 8;

__constant__ float weights[2 * RADIUS + 1];

extern "C" __global__ void convtex_rows(const float *image, float *result, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float sum = 0.0f;
#pragma unroll
    for (int k = -RADIUS; k <= RADIUS; k++)
        sum = fmaf(image[y * width + clamped(x + k, width)], weights[RADIUS - k], sum);
    result[y * width + x] = sum;
}

extern "C" __global__ void convtex_columns(const float *image, float *result, int width, int height)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float sum = 0.0f;
#pragma unroll
    for (int k = -RADIUS; k <= RADIUS; k++)
        sum = fmaf(image[clamped(y + k, height) * width + x], weights[RADIUS - k], sum);
    result[y * width + x] = sum;
}
