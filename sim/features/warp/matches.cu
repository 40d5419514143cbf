// arch: sm_70
// clang: -Xclang -target-feature -Xclang +ptx70
// Histogram with one atomic for each group of equal keys in a warp: match.any finds the groups, the first lane of each
// adds its size. match.all tells warps of one key apart; keys of 32 and 64 bits.
#include "heddle.h"
#include "warps.h"
#include "atomics.h"

KERNEL matches(const u32 *keys, const u64 *wide, u32 *counts, u32 *groups, u32 *wide_groups, u32 *uniform)
{
    u32 i = thread_id(), key = keys[i];
    u32 equal = __match_any_sync(ALL_LANES, key);
    if ((equal & lanemask_lt()) == 0)
        atomicAdd(&counts[key], (u32)__popc(equal));
    groups[i] = equal;
    wide_groups[i] = __match_any_sync(ALL_LANES, wide[i]);
    int same, wide_same;
    u32 all = __match_all_sync(ALL_LANES, key, &same);
    u32 wide_all = __match_all_sync(ALL_LANES, wide[i], &wide_same);
    uniform[i] = (all == ALL_LANES) + 2 * (same != 0) + 4 * (wide_all == ALL_LANES) + 8 * (wide_same != 0);
}
