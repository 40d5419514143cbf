// One round of the algorithm of Floyd and Warshall: are paths through vertex k shorter? One thread has one pair.
#include "redundancy.cuh"

extern "C" __global__ void fws(int *distance, unsigned vertices, unsigned k)
{
    unsigned to = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned from = blockIdx.y * blockDim.y + threadIdx.y;
    if (from >= vertices || to >= vertices)
        return;
    int through = distance[from * vertices + k] + distance[k * vertices + to];
    if (through < distance[from * vertices + to])
        distance[from * vertices + to] = through;
}
