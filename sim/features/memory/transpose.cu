// Matrix transpose through a tile in shared memory, each row of which is one word longer than the tile so that a
// column's words lie in different banks; the input is read-only, so it may come through the texture path.
#include "heddle.h"

const u32 TILE = 16;

KERNEL transpose(const float *__restrict__ in, float *__restrict__ out, u32 width, u32 height)
{
    __shared__ float tile[TILE][TILE + 1];
    u32 x = blockIdx.x * TILE + threadIdx.x, y = blockIdx.y * TILE + threadIdx.y;
    if (x < width && y < height)
        tile[threadIdx.y][threadIdx.x] = in[y * width + x];
    __syncthreads();
    x = blockIdx.y * TILE + threadIdx.x, y = blockIdx.x * TILE + threadIdx.y;
    if (x < height && y < width)
        out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}
