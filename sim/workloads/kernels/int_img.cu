// Integral image: for every pixel the sum of all pixels not below and not to the right of it, modulo 2^32.
// The sums within a tile's rows come first, a warp a row; then those down its columns, a thread a column, to which the
// sums at the tile's borders are added.
#include "wavefront.cuh"

struct Image {
    const unsigned char *pixels;
    unsigned *sums;
    Tiling tiling;

    __device__ __forceinline__ void sum_row(unsigned first) const
    {
        unsigned lane = threadIdx.x % 32;
        unsigned before = 0;
        for (unsigned start = 0; start < tiling.side; start += 32) {
            unsigned column = start + lane;
            unsigned pixel = column < tiling.side ? pixels[first + column] : 0;
            unsigned sum = before + sum_up_to_lane(pixel);
            if (column < tiling.side)
                sums[first + column] = sum;
            before = (unsigned)__nvvm_shfl_idx_i32((int)sum, 31, 31);
        }
    }

    __device__ __forceinline__ void operator()(unsigned x, unsigned y) const
    {
        unsigned width = tiling.field_side();
        unsigned first = y * tiling.side * width + x * tiling.side;
        for (unsigned row = threadIdx.x / 32; row < tiling.side; row += blockDim.x / 32)
            sum_row(first + anew(row) * width);
        __syncthreads();
        for (unsigned column = threadIdx.x; column < tiling.side; column += blockDim.x) {
            unsigned place = first + column;
            unsigned above = y > 0 ? sums[place - width] : 0;
            // What is above and to the left of the tile is in the sums to the west as well.
            if (x > 0 && y > 0)
                above -= sums[first - width - 1];
#pragma unroll 1
            for (unsigned row = 0; row < tiling.side; row++) {
                above += sums[place];
                sums[place] = above + (x > 0 ? sums[first + row * width - 1] : 0);
                place += width;
            }
        }
    }
};

WAVEFRONT_KERNELS(int_img, Image)
