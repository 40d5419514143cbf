// The potential of charged atoms on a plane of lattice points. A 16x8 TB computes 128x8 points: a thread has eight
// of them, 16 apart, so that its loads and stores are coalesced.
#include "redundancy.cuh"

const unsigned WIDTH = 16;
const unsigned POINTS = 8;

// Position in the plane, the square of the distance from the plane, and charge.
__constant__ float4 atoms[4000];

extern "C" __global__ void cp(unsigned count, float spacing, float *energy)
{
    unsigned x = blockIdx.x * WIDTH * POINTS + threadIdx.x;
    unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
    float at_x = spacing * (float)x;
    float at_y = spacing * (float)y;
    float apart = spacing * (float)WIDTH;
    float sums[POINTS] = {};
    for (unsigned atom = 0; atom < count; atom++) {
        float4 charge = atoms[atom];
        float dy = at_y - charge.y;
        float rest = fmaf(dy, dy, charge.z);
        float dx = at_x - charge.x;
#pragma unroll
        for (unsigned i = 0; i < POINTS; i++) {
            sums[i] = fmaf(charge.w, rsqrtf(fmaf(dx, dx, rest)), sums[i]);
            dx = dx + apart;
        }
    }
    float *first = energy + gridDim.x * WIDTH * POINTS * y + x;
#pragma unroll
    for (unsigned i = 0; i < POINTS; i++)
        first[i * WIDTH] = first[i * WIDTH] + sums[i];
}
