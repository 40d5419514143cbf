// arch: sm_70
// clang: -Xclang -target-feature -Xclang +ptx70
// Bitonic sort of 32 numbers of 64 bits in each warp, and of 16 halves of it by segments of 16 lanes: butterfly
// shuffles with a mask, two for each number.
#include "heddle.h"
#include "warps.h"

INLINE u64 sorted(u64 value, u32 lane, int width)
{
    for (int run = 2; run <= width; run *= 2)
        for (int distance = run / 2; distance > 0; distance /= 2) {
            u64 other = __shfl_xor_sync(ALL_LANES, value, distance, width);
            bool ascending = (lane & run & (width - 1)) == 0, lower = (lane & distance) == 0;
            bool keep_least = ascending == lower;
            value = (other < value) == keep_least ? other : value;
        }
    return value;
}

KERNEL bitonic(const u64 *in, u64 *by_warp, u64 *by_segment)
{
    u32 i = thread_id(), lane = laneid();
    by_warp[i] = sorted(in[i], lane, 32);
    by_segment[i] = sorted(in[i], lane, 16);
}
