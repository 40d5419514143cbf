// nvrtc: --disable-warnings
// Sum, largest and where it is, of each warp, with the shuffles of before sm_70: down, butterfly and a broadcast.
#include "heddle.h"
#include "warps.h"

KERNEL reduce(const float *in, float *sums, float *largest, u32 *where)
{
    u32 i = thread_id(), warp = i / 32;
    float sum = in[i], most = in[i];
    int at = (int)laneid();
    for (int distance = 16; distance > 0; distance /= 2) {
        sum += __shfl_down(sum, distance);
        float other = __shfl_xor(most, distance);
        int other_at = __shfl_xor(at, distance);
        if (other > most || (other == most && other_at < at)) {
            most = other;
            at = other_at;
        }
    }
    sum = __shfl(sum, 0);
    sums[i] = sum + laneid();
    if (laneid() == 0) {
        largest[warp] = most;
        where[warp] = (u32)at;
    }
}
