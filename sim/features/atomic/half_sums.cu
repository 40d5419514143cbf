// arch: sm_70
// clang: -Xclang -target-feature -Xclang +ptx70
// Votes on colours counted as halves: pairs (atom and red .add.noftz.f16x2) in global and shared memory and a single
// half. All counts are below 2048, so no addition rounds.
#include "heddle.h"

INLINE u32 pair_added(u32 *pair, u32 value)
{
    u32 before;
    asm volatile("atom.add.noftz.f16x2 %0, [%1], %2;" : "=r"(before) : "l"(pair), "r"(value) : "memory");
    return before;
}

INLINE void add_pair(u32 *pair, u32 value)
{
    asm volatile("red.add.noftz.f16x2 [%0], %1;" ::"l"(pair), "r"(value) : "memory");
}

INLINE u16 half_added(u16 *half, u16 value)
{
    u16 before;
    asm volatile("atom.add.noftz.f16 %0, [%1], %2;" : "=h"(before) : "l"(half), "h"(value) : "memory");
    return before;
}

const u16 ONE = 0x3c00, HALF = 0x3800;

KERNEL half_sums(const u8 *votes, u32 count, u32 *pairs, u16 *total, u32 *largest_before)
{
    __shared__ u32 tb_pairs[4];
    __shared__ u32 tb_largest;
    if (threadIdx.x < 4)
        tb_pairs[threadIdx.x] = 0;
    if (threadIdx.x == 0)
        tb_largest = 0;
    __syncthreads();
    u32 i = thread_id();
    if (i < count) {
        u32 vote = votes[i];
        // Bit 2 says which half of the pair the whole vote goes to; the other gets half a vote.
        add_pair(&tb_pairs[vote & 3], vote & 4 ? (u32)ONE << 16 | HALF : (u32)HALF << 16 | ONE);
        // Positive halves are ordered as their bits are.
        asm volatile("red.max.u32 [%0], %1;" ::"l"(&tb_largest), "r"((u32)half_added(total, HALF)) : "memory");
    }
    __syncthreads();
    if (threadIdx.x < 4)
        pair_added(&pairs[threadIdx.x], tb_pairs[threadIdx.x]);
    if (threadIdx.x == 0)
        asm volatile("red.global.max.u32 [%0], %1;" ::"l"(largest_before), "r"(tb_largest) : "memory");
}
