// A ring of slots handed out by an increment that wraps, and taken back by a decrement that wraps: each ticket is
// drawn equally often, and the turns of the ring are counted where it wraps.
#include "heddle.h"
#include "atomics.h"

KERNEL ring_queue(u32 *head, u32 *tail, u32 *drawn, u32 *wraps, u32 ring, u32 draws)
{
    __shared__ u32 tickets;
    if (threadIdx.x == 0)
        tickets = 0;
    __syncthreads();
    for (u32 draw = 0; draw < draws; draw++) {
        u32 slot = atomicInc(head, ring - 1);
        atomicAdd(&drawn[slot], 1u);
        if (slot == ring - 1)
            atomicAdd(&wraps[0], 1u);
        u32 back = atomicDec(tail, ring - 1);
        atomicAdd(&drawn[ring + back], 1u);
        if (back == 0)
            atomicSub(&wraps[1], 1u);
        // Of the TB alone; the ring here has five slots.
        if (atomicInc(&tickets, 4) == 4)
            atomicAdd(&wraps[2], 1u);
    }
}
