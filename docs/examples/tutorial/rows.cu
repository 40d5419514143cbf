// nvrtc: --relocatable-device-code=true --generate-line-info
// Rows of very different length, as those of a sparse matrix: most are short, and one of 32 is long.

// Elements between the beginnings of two rows.
#define PITCH 1024

__device__ unsigned length_of(unsigned row)
{
    return row % 32 == 5 ? 960 : 4 + row % 8;
}

__device__ float weigh(float value)
{
    return value * value + 1.0f;
}

// A thread for each row: the threads of a warp wait for the one with the long row.
extern "C" __global__ void flat(const float *from, float *to, unsigned rows)
{
    unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    for (unsigned i = 0; i < length_of(row); ++i)
        to[row * PITCH + i] = weigh(from[row * PITCH + i]);
}

// A thread for each element of one row.
extern "C" __global__ void one_row(const float *from, float *to, unsigned length)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < length)
        to[i] = weigh(from[i]);
}

// The same as flat, but a long row is a kernel of its own, which the thread launches.
extern "C" __global__ void nested(const float *from, float *to, unsigned rows)
{
    unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= rows)
        return;
    unsigned length = length_of(row);
    if (length > 64)
        one_row<<<(length + 63) / 64, 64>>>(from + row * PITCH, to + row * PITCH, length);
    else
        for (unsigned i = 0; i < length; ++i)
            to[row * PITCH + i] = weigh(from[row * PITCH + i]);
}
