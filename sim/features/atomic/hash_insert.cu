// A set of 64-bit keys with open addressing: a slot is claimed by compare-and-swap, a loser looks whether the winner's
// key is its own and else goes on. Each key is stored exactly once; its multiplicity is counted beside it.
#include "heddle.h"
#include "atomics.h"

const u64 EMPTY = ~0ull;

KERNEL hash_insert(const u64 *keys, u32 count, u64 *slots, u32 *counts, u32 slot_mask, u32 *distinct)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    u64 key = keys[i];
    u32 slot = (u32)((key * 0x9e3779b97f4a7c15ull) >> 40) & slot_mask;
    for (;;) {
        u64 seen = atomicCAS(&slots[slot], EMPTY, key);
        if (seen == EMPTY)
            atomicAdd(distinct, 1u);
        if (seen == EMPTY || seen == key)
            break;
        slot = (slot + 1) & slot_mask;
    }
    atomicAdd(&counts[slot], 1u);
}
