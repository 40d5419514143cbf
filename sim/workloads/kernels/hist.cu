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
        for (unsigned start = 0; start < tiling.side; start += 32) {
            unsigned column = anew(start) + lane;
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
            count_row(first + anew(row) * width, plane);
        __syncthreads();
        for (unsigned thread = threadIdx.x; thread < BINS * tiling.side; thread += blockDim.x) {
            unsigned task = anew(thread);
            unsigned bin = task / tiling.side, column = task - bin * tiling.side;
            unsigned west = bin * plane + first - 1;
            unsigned place = west + 1 + column;
            unsigned above = y > 0 ? counts[place - width] : 0;
            // What is above and to the left of the tile is in the counts to the west as well.
            if (x > 0 && y > 0)
                above -= counts[west - width];
#pragma unroll 1
            for (unsigned row = 0; row < tiling.side; row++) {
                above += counts[place];
                counts[place] = above + (x > 0 ? counts[west] : 0);
                place += width;
                west += width;
            }
        }
    }
};

WAVEFRONT_KERNELS(hist, Histogram)
