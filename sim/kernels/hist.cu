// Integral histogram: for every pixel and every bin how many pixels not below and not to the right of it are in the
// bin. As in int_img.cu, rows come first and columns then.
#include "wavefront.cuh"

const unsigned BINS = 8;
const unsigned PIXELS_PER_BIN = 256 / BINS;

struct Histogram {
    const unsigned char *pixels;
    unsigned *counts; // of one bin after the other
    Tiling tiling;

    __device__ __forceinline__ void count_row(unsigned first, unsigned plane) const
    {
        unsigned lane = threadIdx.x % 32;
        unsigned up_to_me = 0xffffffffu >> (31 - lane);
        unsigned before[BINS] = {};
        for (unsigned column = lane; column - lane < tiling.side; column += 32) {
            bool inside = column < tiling.side;
            unsigned bin = inside ? pixels[first + column] / PIXELS_PER_BIN : BINS;
#pragma unroll
            for (unsigned b = 0; b < BINS; b++) {
                unsigned lanes = ballot(bin == b);
                if (inside)
                    counts[b * plane + first + column] = before[b] + __builtin_popcount(lanes & up_to_me);
                before[b] += __builtin_popcount(lanes);
            }
        }
    }

    __device__ __forceinline__ void operator()(unsigned x, unsigned y) const
    {
        unsigned width = tiling.field_side();
        unsigned plane = width * width;
        unsigned first = y * tiling.side * width + x * tiling.side;
        for (unsigned row = threadIdx.x / 32; row < tiling.side; row += blockDim.x / 32)
            count_row(first + row * width, plane);
        __syncthreads();
        for (unsigned task = threadIdx.x; task < BINS * tiling.side; task += blockDim.x) {
            const unsigned *west = counts + task / tiling.side * plane + first - 1;
            unsigned *place = counts + task / tiling.side * plane + first + task % tiling.side;
            unsigned above = y > 0 ? *(place - width) : 0;
            // What is above and to the left of the tile is in the counts to the west as well.
            if (x > 0 && y > 0)
                above -= *(west - width);
            for (unsigned row = 0; row < tiling.side; row++) {
                above += *place;
                *place = above + (x > 0 ? *west : 0);
                place += width;
                west += width;
            }
        }
    }
};

WAVEFRONT_KERNELS(hist, Histogram)
