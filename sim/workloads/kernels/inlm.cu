// Removes noise from an image by non-local means: a pixel becomes the mean of the 7x7 around it, each weighted by how
// much the 7x7 pixels around it are like those around the pixel. Coordinates are clamped to the image, as a texture's
// are; here the loads are plain ones of global memory, a pixel each.
#include "redundancy.cuh"

const int WINDOW = 3;
const int BLOCK = 3;
const float WINDOW_SHARE = 1.0f / (float)((2 * WINDOW + 1) * (2 * WINDOW + 1));
const float WEIGHT_THRESHOLD = 0.1f;
const float LERP_THRESHOLD = 0.1f;

// The square of the distance between two colours.
__device__ __forceinline__ float difference(float4 a, float4 b)
{
    float x = b.x - a.x;
    float y = b.y - a.y;
    float z = b.z - a.z;
    return fmaf(z, z, fmaf(y, y, x * x));
}

__device__ __forceinline__ float blend(float a, float b, float share)
{
    return fmaf(b - a, share, a);
}

__device__ __forceinline__ unsigned level(float value)
{
    return (unsigned)(int)(value * 255.0f);
}

extern "C" __global__ void inlm(const float4 *image, unsigned *result, int width, int height, float noise, float lerp)
{
    int x = blockIdx.x * blockDim.x + threadIdx.x;
    int y = blockIdx.y * blockDim.y + threadIdx.y;
    if (x >= width || y >= height)
        return;
    float similar = 0.0f;
    float weights = 0.0f;
    float red = 0.0f;
    float green = 0.0f;
    float blue = 0.0f;
    for (int i = -WINDOW; i <= WINDOW; i++) {
        for (int j = -WINDOW; j <= WINDOW; j++) {
            float unlike = 0.0f;
            for (int n = -BLOCK; n <= BLOCK; n++) {
#pragma unroll
                for (int m = -BLOCK; m <= BLOCK; m++) {
                    float4 there = image[clamped(y + i + n, height) * width + clamped(x + j + m, width)];
                    float4 here = image[clamped(y + n, height) * width + clamped(x + m, width)];
                    unlike = unlike + difference(there, here);
                }
            }
            float weight = expf(-fmaf(unlike, noise, (float)(i * i + j * j) * WINDOW_SHARE));
            float4 pixel = image[clamped(y + i, height) * width + clamped(x + j, width)];
            red = fmaf(pixel.x, weight, red);
            green = fmaf(pixel.y, weight, green);
            blue = fmaf(pixel.z, weight, blue);
            weights = weights + weight;
            similar = similar + (weight > WEIGHT_THRESHOLD ? WINDOW_SHARE : 0.0f);
        }
    }
    float inverse = 1.0f / weights;
    float share = similar > LERP_THRESHOLD ? lerp : 1.0f - lerp;
    float4 pixel = image[y * width + x];
    red = blend(product(red, inverse), pixel.x, share);
    green = blend(product(green, inverse), pixel.y, share);
    blue = blend(product(blue, inverse), pixel.z, share);
    result[y * width + x] = level(blue) << 16 | level(green) << 8 | level(red);
}
