// clang: -fcuda-flush-denormals-to-zero
// nvrtc: --ftz=true
// Conversions compiled with subnormal singles flushed to zero, on either side of them; doubles keep theirs.
#include "heddle.h"

INLINE s32 rounded_up(float x)
{
    s32 result;
    asm("cvt.rpi.ftz.s32.f32 %0, %1;" : "=r"(result) : "f"(x));
    return result;
}

KERNEL flushed_conversions(const float *singles, const double *doubles, u32 count, double *widened, float *narrowed, s32 *integers)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    float x = singles[i];
    widened[i] = (double)x;
    narrowed[3 * i] = (float)doubles[i];
    narrowed[3 * i + 1] = ceilf(x);
    narrowed[3 * i + 2] = rintf(x * 4.0f);
    integers[i] = rounded_up(x);
}
