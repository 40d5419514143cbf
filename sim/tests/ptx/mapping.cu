// Mapping functions, and a kernel whose TBs depend on each other as `wavefront` says.
#include "../../workloads/kernels/wireframe.cuh"

extern "C" __global__ void wavefront()
{
    dim3 west = blockIdx, north = blockIdx;
    west.x--;
    north.y--;
    WF::AddDependency(west);
    WF::AddDependency(north);
    WF::SetPolicy(WF::LVL, 4);
}

// Each TB waits for all of the row above it, if `rows` says so.
extern "C" __global__ void rows(unsigned width, const unsigned *wanted)
{
    if (blockIdx.y == 0 || !wanted[blockIdx.y])
        return;
    for (unsigned x = 0; x < width; x++)
        WF::AddDependency(dim3{x, blockIdx.y - 1, blockIdx.z});
    WF::SetPolicy(WF::LRR);
}

// cells[y][x] is the number of ways from the first TB's cell, one thread a TB.
extern "C" __global__ void ways(unsigned *cells, unsigned width)
{
    unsigned *cell = cells + (blockIdx.y * width + blockIdx.x) * 8;
    unsigned sum = blockIdx.x == 0 && blockIdx.y == 0;
    if (blockIdx.x > 0)
        sum += cell[-8];
    if (blockIdx.y > 0)
        sum += cell[-8 * (int)width];
    *cell = sum;
}
