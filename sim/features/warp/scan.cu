// nvrtc: --disable-warnings
// Running sums of an array with the shuffles of before sm_70: each warp by shfl.up whose predicate says whether there
// was a source lane, then the warps' totals, and the same within segments of 8 lanes.
#include "heddle.h"
#include "warps.h"

// The sum of the lanes up to the caller's, straight from the instruction with its predicate.
INLINE u32 summed(u32 value)
{
    for (u32 distance = 1; distance < 32; distance *= 2)
        asm volatile("{ .reg .pred has_source; .reg .u32 before; shfl.up.b32 before|has_source, %0, %1, 0; @has_source add.u32 %0, %0, before; }"
                     : "+r"(value)
                     : "r"(distance));
    return value;
}

KERNEL scan(const u32 *in, u32 *sums, float *segment_sums)
{
    __shared__ u32 totals[4];
    u32 i = thread_id(), warp = threadIdx.x / 32;
    u32 sum = summed(in[i]);
    if (laneid() == 31)
        totals[warp] = sum;
    __syncthreads();
    for (u32 before = 0; before < warp; before++)
        sum += totals[before];
    sums[i] = sum;

    float value = (float)(in[i] & 255);
    for (int distance = 1; distance < 8; distance *= 2) {
        float before = __shfl_up(value, distance, 8);
        if (laneid() % 8 >= (u32)distance)
            value += before;
    }
    segment_sums[i] = value;
}
