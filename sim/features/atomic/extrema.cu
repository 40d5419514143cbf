// Smallest, largest and bitwise summaries of 32-bit numbers, signed and unsigned: each TB's in shared memory, then all
// TBs' in global memory. Results are unused, so these are reductions; their order cannot show.
#include "heddle.h"
#include "atomics.h"

struct Summary {
    s32 least, most, sum;
    u32 low, high, all_ones, any_ones, parity;
};

INLINE void include(Summary *s, s32 least, s32 most, s32 sum, u32 low, u32 high, u32 all_ones, u32 any_ones, u32 parity)
{
    atomicMin(&s->least, least);
    atomicMax(&s->most, most);
    atomicAdd(&s->sum, sum);
    atomicMin(&s->low, low);
    atomicMax(&s->high, high);
    atomicAnd(&s->all_ones, all_ones);
    atomicOr(&s->any_ones, any_ones);
    atomicXor(&s->parity, parity);
}

KERNEL extrema(const u32 *in, u32 count, Summary *total)
{
    __shared__ Summary mine;
    if (threadIdx.x == 0)
        mine = Summary{0x7fffffff, (s32)0x80000000, 0, ~0u, 0, ~0u, 0, 0};
    __syncthreads();
    u32 i = thread_id();
    if (i < count) {
        u32 v = in[i];
        include(&mine, (s32)v, (s32)v, (s32)v, v, v, v | 0xff, v & 0xffff0000u, v);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        include(total, mine.least, mine.most, mine.sum, mine.low, mine.high, mine.all_ones, mine.any_ones, mine.parity);
}
