// Where a thread is in a grid and TBs of three dimensions, under launch bounds (.maxntid, .minnctapersm): each cell of
// a box is written by one thread, with its place and the sizes folded in.
#include "heddle.h"

KERNEL __launch_bounds__(64, 2) dimensions(u32 *out)
{
    u32 x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, z = blockIdx.z * blockDim.z + threadIdx.z;
    u32 width = gridDim.x * blockDim.x, height = gridDim.y * blockDim.y;
    u32 sizes = gridDim.x + 3 * gridDim.y + 5 * gridDim.z + 7 * blockDim.x + 11 * blockDim.y + 13 * blockDim.z;
    out[(z * height + y) * width + x] = sizes * 1000000 + z * 10000 + y * 100 + x;
}
