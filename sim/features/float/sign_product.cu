// arch: sm_86
// Min-sum decoding of a parity check: the least magnitude of all inputs with the product of their signs is one
// instruction per step.
#include "heddle.h"

INLINE float combined(float x, float y)
{
    float result;
    asm("min.xorsign.abs.f32 %0, %1, %2;" : "=f"(result) : "f"(x), "f"(y));
    return result;
}

INLINE float greatest(float x, float y)
{
    float result;
    asm("max.NaN.xorsign.abs.f32 %0, %1, %2;" : "=f"(result) : "f"(x), "f"(y));
    return result;
}

INLINE u32 combined_pair(u32 x, u32 y)
{
    u32 result;
    asm("min.xorsign.abs.f16x2 %0, %1, %2;" : "=r"(result) : "r"(x), "r"(y));
    return result;
}

KERNEL sign_product(const float *likelihoods, const u32 *pairs, u32 degree, u32 count, float *checks, float *peaks, u32 *narrow)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    float check = likelihoods[i], peak = check;
    u32 pair = pairs[i];
    for (u32 edge = 1; edge < degree; edge++) {
        check = combined(check, likelihoods[i + edge]);
        peak = greatest(peak, likelihoods[i + edge]);
        pair = combined_pair(pair, pairs[i + edge]);
    }
    checks[i] = check;
    peaks[i] = peak;
    narrow[i] = pair;
}
