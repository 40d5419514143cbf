// The fast Walsh transform in passes of radix 4, over global memory until 1024 elements are left, then in shared
// memory. And the product that makes a convolution of two transforms.
#include "redundancy.cuh"

const unsigned ELEMENTARY = 1024;

// The four elements of a thread's butterfly.
struct Four {
    unsigned at[4];
};

__device__ __forceinline__ Four butterfly(unsigned position, unsigned stride)
{
    unsigned low = position & (stride - 1);
    unsigned first = ((position - low) << 2) + low;
    return {first, first + stride, first + 2 * stride, first + 3 * stride};
}

__device__ __forceinline__ void transform(float *data, Four of)
{
    float a = data[of.at[0]];
    float b = data[of.at[1]];
    float c = data[of.at[2]];
    float d = data[of.at[3]];
    float ac = a + c;
    float a_c = a - c;
    float bd = b + d;
    float b_d = b - d;
    data[of.at[0]] = ac + bd;
    data[of.at[1]] = ac - bd;
    data[of.at[2]] = a_c + b_d;
    data[of.at[3]] = a_c - b_d;
}

// One TB transforms 1024 elements.
extern "C" __global__ void fw_shared(float *data)
{
    __shared__ float block[ELEMENTARY];

    float *from = data + blockIdx.x * ELEMENTARY;
    for (unsigned at = threadIdx.x; at < ELEMENTARY; at += blockDim.x)
        block[at] = from[at];
    for (unsigned stride = ELEMENTARY / 4; stride > 0; stride >>= 2) {
        __syncthreads();
        transform(block, butterfly(threadIdx.x, stride));
    }
    __syncthreads();
    for (unsigned at = threadIdx.x; at < ELEMENTARY; at += blockDim.x)
        from[at] = block[at];
}

// One pass over parts of four times `stride` elements; blockIdx.y is the part.
extern "C" __global__ void fw_global(float *data, unsigned stride)
{
    unsigned position = blockIdx.x * blockDim.x + threadIdx.x;
    float *part = data + blockIdx.y * (blockDim.x * gridDim.x * 4);
    transform(part, butterfly(position, stride));
}

extern "C" __global__ void fw_modulate(float *data, const float *with, unsigned count)
{
    unsigned threads = blockDim.x * gridDim.x;
    float share = 1.0f / (float)count;
    for (unsigned at = blockIdx.x * blockDim.x + threadIdx.x; at < count; at += threads)
        data[at] = data[at] * product(with[at], share);
}
