// The same summaries of 64-bit numbers; the smallest unsigned carries in its low bits where it was found, which makes
// an argmin of one atomic.
#include "heddle.h"
#include "atomics.h"

struct Summary {
    s64 least, most;
    u64 low_at, high_at, sum, all_ones, any_ones, parity, last;
};

KERNEL wide_extrema(const u64 *in, u32 count, Summary *total)
{
    __shared__ Summary mine;
    if (threadIdx.x == 0)
        mine = Summary{0x7fffffffffffffffll, -0x7fffffffffffffffll - 1, ~0ull, 0, 0, ~0ull, 0, 0, 0};
    __syncthreads();
    u32 i = thread_id();
    if (i < count) {
        u64 v = in[i];
        atomicMin(&mine.least, (s64)v);
        atomicMax(&mine.most, (s64)v);
        atomicMin(&mine.low_at, v << 16 | i);
        atomicMax(&mine.high_at, v << 16 | i);
        atomicAdd(&mine.sum, v);
        atomicAnd(&mine.all_ones, v | 0xff);
        atomicOr(&mine.any_ones, v & ~0xffull);
        atomicXor(&mine.parity, v);
        // Whoever of the TB comes last, its predecessor is gone: only the set of values exchanged is known.
        atomicXor(&total->last, atomicExch(&mine.last, v));
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicMin(&total->least, mine.least);
        atomicMax(&total->most, mine.most);
        atomicMin(&total->low_at, mine.low_at);
        atomicMax(&total->high_at, mine.high_at);
        atomicAdd(&total->sum, mine.sum);
        atomicAnd(&total->all_ones, mine.all_ones);
        atomicOr(&total->any_ones, mine.any_ones);
        atomicXor(&total->parity, mine.parity);
        atomicXor(&total->last, mine.last);
    }
}
