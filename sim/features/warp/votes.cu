// arch: sm_70
// clang: -Xclang -target-feature -Xclang +ptx70
// Convergence of an iteration by warp: lanes go on until all are done (vote.all), a divergent part votes with the mask
// of those in it, and the trips are checked to be the same in the warp (vote.uni).
#include "heddle.h"
#include "warps.h"

KERNEL votes(const u32 *in, u32 *steps, u32 *warp_trips, u32 *notes)
{
    u32 i = thread_id(), value = in[i], mine = 0, trips = 0;
    while (!__all_sync(ALL_LANES, value == 1)) {
        trips++;
        if (value != 1) {
            value = value & 1 ? 3 * value + 1 : value / 2;
            mine++;
        }
    }
    steps[i] = mine;
    warp_trips[i] = trips;
    u32 note = 0;
    u32 odd = __ballot_sync(ALL_LANES, mine & 1);
    if (mine & 1) {
        note = (u32)__popc(__ballot_sync(odd, mine > 20));
        if (__any_sync(odd, mine > 100))
            note |= 64;
        __syncwarp(odd);
        note |= __activemask() == odd ? 128 : 0;
    }
    notes[i] = note | (__uni_sync(ALL_LANES, trips > 5) ? 256 : 0) | (__uni_sync(ALL_LANES, mine & 1) ? 512 : 0);
}
