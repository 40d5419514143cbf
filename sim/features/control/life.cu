// Conway's Life on a torus that one TB holds in shared memory, 16 generations with two barriers each; a cell's fate by
// a chain of selections.
#include "heddle.h"

const u32 SIZE = 16;

KERNEL life(const u8 *in, u8 *out, u32 generations)
{
    __shared__ u8 cells[SIZE][SIZE];
    u32 x = threadIdx.x, y = threadIdx.y, place = (blockIdx.x * SIZE + y) * SIZE + x;
    cells[y][x] = in[place];
    __syncthreads();
    for (u32 generation = 0; generation < generations; generation++) {
        u32 neighbours = 0;
        for (u32 dy = SIZE - 1; dy <= SIZE + 1; dy++)
            for (u32 dx = SIZE - 1; dx <= SIZE + 1; dx++)
                if (dy != SIZE || dx != SIZE)
                    neighbours += cells[(y + dy) % SIZE][(x + dx) % SIZE];
        u8 next = neighbours == 3 ? 1 : neighbours == 2 ? cells[y][x] : 0;
        __syncthreads();
        cells[y][x] = next;
        __syncthreads();
    }
    out[place] = cells[y][x];
}
