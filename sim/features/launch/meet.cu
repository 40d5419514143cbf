// only: nvrtc
// arch: sm_60
// A reduction in one kernel, all TBs of which meet twice with grid.sync(): each sums a part, then the first adds the
// parts, then all divide by the sum.
#include "heddle.h"
#include <cooperative_groups.h>

KERNEL meet(const u32 *numbers, u32 *parts, u32 *shares, u32 count)
{
    cooperative_groups::grid_group grid = cooperative_groups::this_grid();
    u32 i = thread_id(), all = gridDim.x * blockDim.x;
    u32 sum = 0;
    for (u32 k = i; k < count; k += all)
        sum += numbers[k];
    parts[i] = sum;
    grid.sync();
    if (i == 0) {
        for (u32 k = 1; k < all; k++)
            sum += parts[k];
        parts[0] = sum;
    }
    grid.sync();
    for (u32 k = i; k < count; k += all)
        shares[k] = numbers[k] * 1000 / parts[0];
}
