// Producers and consumers in one TB with named barriers: two warps fill one of two buffers while two others empty the
// other. Who hands over only arrives, who takes waits, and the last barrier is of all four warps.
#include "heddle.h"
#include "barriers.h"

const u32 FULL = 1, EMPTY = 3, ALL = 5;

KERNEL pipeline(const u32 *in, u32 *out, u32 rounds)
{
    __shared__ u32 buffers[2][64];
    u32 t = threadIdx.x % 64;
    const u32 *mine = in + blockIdx.x * rounds * 64;
    if (threadIdx.x < 64) {
        for (u32 round = 0; round < rounds; round++) {
            barrier_sync(EMPTY + round % 2, 128);
            buffers[round % 2][t] = mine[round * 64 + t] * 3 + round;
            barrier_arrive(FULL + round % 2, 128);
        }
    } else {
        barrier_arrive(EMPTY, 128);
        barrier_arrive(EMPTY + 1, 128);
        u32 sum = 0;
        for (u32 round = 0; round < rounds; round++) {
            barrier_sync(FULL + round % 2, 128);
            sum = sum * 5 + buffers[round % 2][63 - t];
            if (round + 2 < rounds)
                barrier_arrive(EMPTY + round % 2, 128);
        }
        buffers[0][t] = sum;
    }
    barrier_sync(ALL, 128);
    if (threadIdx.x < 64)
        out[blockIdx.x * 64 + t] = buffers[0][t];
}
