// One step of a nine-point stencil on integers: a tile with a halo in shared memory, the weights a two-dimensional
// table in constant memory. Cells outside the grid are those of the nearest edge.
#include "heddle.h"

const int TILE = 8;

__constant__ s16 weights[3][3] = {{1, 2, 1}, {2, -11, 2}, {1, 2, 1}};

INLINE int clamped(int at, int size)
{
    return at < 0 ? 0 : at >= size ? size - 1 : at;
}

KERNEL stencil(const s32 *in, s32 *out, int width, int height)
{
    __shared__ s32 tile[TILE + 2][TILE + 2];
    int left = blockIdx.x * TILE - 1, top = blockIdx.y * TILE - 1;
    // 64 threads fetch 100 cells.
    for (int cell = threadIdx.y * TILE + threadIdx.x; cell < (TILE + 2) * (TILE + 2); cell += TILE * TILE) {
        int row = cell / (TILE + 2), column = cell % (TILE + 2);
        tile[row][column] = in[clamped(top + row, height) * width + clamped(left + column, width)];
    }
    __syncthreads();
    int x = left + 1 + threadIdx.x, y = top + 1 + threadIdx.y;
    if (x >= width || y >= height)
        return;
    s32 sum = 0;
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++)
            sum += weights[row][column] * tile[threadIdx.y + row][threadIdx.x + column];
    out[y * width + x] = sum;
}
