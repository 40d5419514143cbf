// Diffusion that removes speckles from an image and keeps its edges. The image is stored by columns; a thread has one
// element, and four tables say which row or column is beside which.
#include "redundancy.cuh"

const unsigned THREADS = 512;

extern "C" __global__ void sr1_extract(unsigned count, float *image)
{
    unsigned at = blockIdx.x * THREADS + threadIdx.x;
    if (at < count)
        image[at] = expf(image[at] / 255.0f);
}

// What is to be summed: the elements and their squares.
extern "C" __global__ void sr1_prepare(unsigned count, const float *image, float *sums, float *squares)
{
    unsigned at = blockIdx.x * THREADS + threadIdx.x;
    if (at < count) {
        sums[at] = image[at];
        squares[at] = product(image[at], image[at]);
    }
}

// Sums `count` elements, `stride` apart, 512 at a time; a sum takes the place of the first one.
extern "C" __global__ void sr1_reduce(unsigned count, unsigned stride, float *sums, float *squares)
{
    __shared__ float partial_sums[THREADS];
    __shared__ float partial_squares[THREADS];

    unsigned thread = threadIdx.x;
    unsigned at = blockIdx.x * THREADS + thread;
    partial_sums[thread] = at < count ? sums[at * stride] : 0.0f;
    partial_squares[thread] = at < count ? squares[at * stride] : 0.0f;
    __syncthreads();
    for (unsigned width = 2; width <= THREADS; width *= 2) {
        if ((thread + 1) % width == 0) {
            partial_sums[thread] = partial_sums[thread] + partial_sums[thread - width / 2];
            partial_squares[thread] = partial_squares[thread] + partial_squares[thread - width / 2];
        }
        __syncthreads();
    }
    if (thread == THREADS - 1) {
        sums[blockIdx.x * THREADS * stride] = partial_sums[thread];
        squares[blockIdx.x * THREADS * stride] = partial_squares[thread];
    }
}

// The slopes towards the four neighbours, and how much an element gives to them.
extern "C" __global__ void sr1_srad(unsigned rows, unsigned count, const unsigned *north, const unsigned *south, const unsigned *east,
                                    const unsigned *west, float *to_north, float *to_south, float *to_east, float *to_west,
                                    float speckle, float *coefficient, const float *image)
{
    unsigned at = blockIdx.x * THREADS + threadIdx.x;
    if (at >= count)
        return;
    unsigned row = at % rows;
    unsigned column = at / rows;
    float here = image[at];
    float n = image[north[row] + rows * column] - here;
    float s = image[south[row] + rows * column] - here;
    float w = image[row + rows * west[column]] - here;
    float e = image[row + rows * east[column]] - here;
    float gradient = fmaf(e, e, fmaf(w, w, fmaf(s, s, product(n, n)))) / product(here, here);
    float laplacian = (n + s + w + e) / here;
    float top = fmaf(0.5f, gradient, product(-1.0f / 16.0f, product(laplacian, laplacian)));
    float bottom = fmaf(0.25f, laplacian, 1.0f);
    float variation = top / product(bottom, bottom);
    float excess = (variation - speckle) / product(speckle, 1.0f + speckle);
    float given = 1.0f / (1.0f + excess);
    given = given < 0.0f ? 0.0f : given > 1.0f ? 1.0f : given;
    to_north[at] = n;
    to_south[at] = s;
    to_east[at] = e;
    to_west[at] = w;
    coefficient[at] = given;
}

extern "C" __global__ void sr1_srad2(float rate, unsigned rows, unsigned count, const unsigned *south, const unsigned *east,
                                     const float *to_north, const float *to_south, const float *to_east, const float *to_west,
                                     const float *coefficient, float *image)
{
    unsigned at = blockIdx.x * THREADS + threadIdx.x;
    if (at >= count)
        return;
    unsigned row = at % rows;
    unsigned column = at / rows;
    float here = coefficient[at];
    float of_south = coefficient[south[row] + rows * column];
    float of_east = coefficient[row + rows * east[column]];
    float flow = product(here, to_north[at]);
    flow = fmaf(of_south, to_south[at], flow);
    flow = fmaf(here, to_west[at], flow);
    flow = fmaf(of_east, to_east[at], flow);
    image[at] = fmaf(product(0.25f, rate), flow, image[at]);
}

extern "C" __global__ void sr1_compress(unsigned count, float *image)
{
    unsigned at = blockIdx.x * THREADS + threadIdx.x;
    if (at < count)
        image[at] = product(logf(image[at]), 255.0f);
}
