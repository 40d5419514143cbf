// only: nvrtc
// Motion estimation and blending on four bytes or two half words at once, by CUDA's SIMD intrinsics.
#include "heddle.h"

KERNEL simd_bytes(const u32 *a, const u32 *b, u32 count, u32 *out)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    u32 x = a[i], y = b[i];
    u32 *mine = out + 10 * i;
    mine[0] = __vadd4(x, y);
    mine[1] = __vsub4(x, y);
    mine[2] = __vabsdiffu4(x, y);
    mine[3] = __vsadu4(x, y);
    mine[4] = __vmaxs2(x, y);
    mine[5] = __vavgu4(x, y);
    mine[6] = __vcmpgts4(x, y);
    mine[7] = __vaddus4(x, y);
    mine[8] = __vsubss2(x, y);
    mine[9] = __vsetltu2(x, y);
}
