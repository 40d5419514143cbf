// nvrtc: --disable-warnings
// Stream compaction: a ballot says who keeps its element, the kept ones before a lane are counted with its mask of
// lanes, one atomic per warp reserves their space. Votes of before sm_70; the order of warps is free, that within a warp is not.
#include "heddle.h"
#include "warps.h"
#include "atomics.h"

KERNEL compact(const u32 *in, u32 count, u32 *kept, u32 *kept_count, u32 *full_warps, u32 *empty_warps)
{
    u32 i = thread_id();
    u32 value = i < count ? in[i] : 0;
    bool keep = i < count && value % 3 == 0;
    u32 keepers = __ballot(keep);
    u32 first = 0;
    if (laneid() == 0) {
        first = atomicAdd(kept_count, (u32)__popc(keepers));
        if (keepers == 0)
            atomicAdd(empty_warps, 1u);
    }
    if (__all(keep) && laneid() == 31)
        atomicAdd(full_warps, 1u);
    first = (u32)__shfl((int)first, 0);
    if (__any(keep) && keep)
        kept[first + __popc(keepers & lanemask_lt())] = value;
}
