// arch: sm_70
// clang: -Xclang -target-feature -Xclang +ptx70
// A transpose of 4 x 8 numbers across the lanes, a rotation in segments, a scan of a segment and a polynomial whose
// coefficients one lane holds: every mode of shfl.sync with its widths, some under a mask of half the warp.
#include "heddle.h"
#include "warps.h"

KERNEL shuffles(const u32 *in, u32 *transposed, u32 *rotated, float *polynomials, u32 *sums, u32 *predicates)
{
    u32 i = thread_id(), lane = laneid(), value = in[i];
    transposed[i] = __shfl_sync(ALL_LANES, value, (int)(lane % 4 * 8 + lane / 4));
    rotated[i] = __shfl_sync(ALL_LANES, value, (int)lane + 3, 8);
    float coefficient = (float)(value & 15), x = (float)(lane & 3) * 0.5f, result = 0;
    for (int power = 3; power >= 0; power--)
        result = result * x + __shfl_sync(ALL_LANES, coefficient, power);
    polynomials[i] = result;
    u32 sum = value & 0xffff;
    if (lane < 16) {
        for (int distance = 1; distance < 4; distance *= 2) {
            u32 before = __shfl_up_sync(0xffffu, sum, distance, 4);
            sum += lane % 4 >= (u32)distance ? before : 0;
        }
    } else {
        for (int distance = 2; distance > 0; distance /= 2)
            sum += __shfl_down_sync(0xffff0000u, sum, distance, 4);
    }
    sums[i] = sum;
    u32 moved, in_range;
    asm volatile("{ .reg .pred p; shfl.sync.down.b32 %0|p, %2, 5, 0x1807, 0xffffffff; selp.u32 %1, 1, 0, p; }"
                 : "=r"(moved), "=r"(in_range)
                 : "r"(value));
    predicates[i] = moved * 2 + in_range;
}
