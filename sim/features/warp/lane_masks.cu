// nvrtc: --disable-warnings
// The registers that name lanes, checked in what they are for: rank, first and last of the lanes that a loop has left,
// with the lanes leaving it one after the other.
#include "heddle.h"
#include "warps.h"

KERNEL lane_masks(const u32 *trips, u32 *masks, u32 *ranks)
{
    u32 i = thread_id();
    u32 *mine = masks + 6 * i;
    mine[0] = laneid();
    mine[1] = lanemask_eq();
    mine[2] = lanemask_lt();
    mine[3] = lanemask_le();
    mine[4] = lanemask_gt();
    mine[5] = lanemask_ge();
    u32 rank = 0;
    for (u32 trip = 0; __any(trip < trips[i]); trip++) {
        u32 here = __ballot(trip < trips[i]);
        if (here & lanemask_eq())
            rank = rank * 5 + (u32)__popc(here & lanemask_le()) + 64 * ((here & lanemask_gt()) == 0) + 128 * ((here & lanemask_ge()) == here);
    }
    ranks[i] = rank;
}
