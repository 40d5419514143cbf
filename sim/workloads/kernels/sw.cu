// Smith and Waterman's local alignment with a linear gap penalty: the score of the best alignment that ends at every
// pair of letters.
#include "diagonals.cuh"

const int MATCH = 2, MISMATCH = -1, GAP = 1;

static __device__ __forceinline__ int max(int a, int b)
{
    return a > b ? a : b;
}

struct Pair {
    const int *rows, *columns; // the letters of this tile

    __device__ __forceinline__ int operator()(int north_west, int north, int west, unsigned row, unsigned column) const
    {
        int aligned = north_west + (rows[row] == columns[column] ? MATCH : MISMATCH);
        return max(max(0, aligned), max(north, west) - GAP);
    }
};

struct Alignment {
    const unsigned char *rows;
    const unsigned char *columns;
    int *scores;
    Tiling tiling;

    __device__ __forceinline__ void operator()(unsigned x, unsigned y) const
    {
        int *my_rows = (int *)dynamic_shared;
        int *my_columns = my_rows + tiling.side;
        for (unsigned k = threadIdx.x; k < tiling.side; k += blockDim.x) {
            my_rows[k] = rows[y * tiling.side + k];
            my_columns[k] = columns[x * tiling.side + k];
        }
        sweep_from_north_west(scores, tiling, x, y, 0, 0, my_columns + tiling.side, Pair{my_rows, my_columns});
    }
};

WAVEFRONT_KERNELS(sw, Alignment)
