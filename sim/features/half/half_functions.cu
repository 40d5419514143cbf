// arch: sm_75
// Activation functions by the special function unit in half and single precision: powers of two and hyperbolic
// tangents.
#include "heddle.h"

INLINE u16 power_of_two(u16 x)
{
    u16 result;
    asm("ex2.approx.f16 %0, %1;" : "=h"(result) : "h"(x));
    return result;
}

INLINE u16 tangent(u16 x)
{
    u16 result;
    asm("tanh.approx.f16 %0, %1;" : "=h"(result) : "h"(x));
    return result;
}

INLINE u32 tangents(u32 x)
{
    u32 result;
    asm("tanh.approx.f16x2 %0, %1;" : "=r"(result) : "r"(x));
    return result;
}

INLINE float tangent(float x)
{
    float result;
    asm("tanh.approx.f32 %0, %1;" : "=f"(result) : "f"(x));
    return result;
}

KERNEL half_functions(const u16 *halves, const float *singles, u32 count, u16 *out, float *single_out)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    u16 x = halves[i];
    u16 *mine = out + 4 * i;
    mine[0] = power_of_two(x);
    mine[1] = tangent(x);
    u32 both = tangents((u32)x << 16 | halves[0]);
    mine[2] = (u16)both;
    mine[3] = (u16)(both >> 16);
    single_out[i] = tangent(singles[i]);
}
