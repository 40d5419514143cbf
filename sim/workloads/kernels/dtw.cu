// Dynamic time warping: the least cost of aligning every beginning of one series with every beginning of another.
#include "diagonals.cuh"

struct Step {
    const float *rows, *columns; // the samples of this tile

    __device__ __forceinline__ float operator()(float north_west, float north, float west, unsigned row,
                                                unsigned column) const
    {
        return __builtin_fabsf(rows[row] - columns[column]) + fminf(north_west, fminf(north, west));
    }
};

struct Warping {
    const float *rows;
    const float *columns;
    float *costs;
    Tiling tiling;

    __device__ __forceinline__ void operator()(unsigned x, unsigned y) const
    {
        float *my_rows = (float *)dynamic_shared;
        float *my_columns = my_rows + tiling.side;
        for (unsigned k = threadIdx.x; k < tiling.side; k += blockDim.x) {
            my_rows[k] = rows[y * tiling.side + k];
            my_columns[k] = columns[x * tiling.side + k];
        }
        sweep_from_north_west(costs, tiling, x, y, __builtin_inff(), 0.0f, my_columns + tiling.side,
                              Step{my_rows, my_columns});
    }
};

WAVEFRONT_KERNELS(dtw, Warping)
