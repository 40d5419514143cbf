// The special function unit: a signal's spectrum in decibels and phase, by the fast sine, cosine, exponential,
// logarithm, reciprocal and roots.
#include "heddle.h"

INLINE float reciprocal(float x)
{
    float result;
    asm("rcp.approx.f32 %0, %1;" : "=f"(result) : "f"(x));
    return result;
}

INLINE float root(float x)
{
    float result;
    asm("sqrt.approx.f32 %0, %1;" : "=f"(result) : "f"(x));
    return result;
}

INLINE float quotient(float x, float y)
{
    float result;
    asm("div.full.f32 %0, %1, %2;" : "=f"(result) : "f"(x), "f"(y));
    return result;
}

INLINE float power_of_two(float x)
{
    float result;
    asm("ex2.approx.f32 %0, %1;" : "=f"(result) : "f"(x));
    return result;
}

INLINE double inverse_root(double x)
{
    double result;
    asm("rsqrt.approx.f64 %0, %1;" : "=d"(result) : "d"(x));
    return result;
}

KERNEL approximations(const float *angles, const float *magnitudes, u32 count, float *out, double *wide)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    float x = angles[i], y = magnitudes[i];
    float *mine = out + 9 * i;
    mine[0] = __sinf(x);
    mine[1] = __cosf(x);
    mine[2] = __log2f(y);
    mine[3] = power_of_two(x);
    mine[4] = reciprocal(y);
    mine[5] = root(y);
    mine[6] = quotient(x, y);
    mine[7] = __fdividef(y, x);
    mine[8] = rsqrtf(y);
    wide[i] = inverse_root(y);
}
