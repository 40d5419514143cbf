// An image from single to half precision and back, in every rounding, and premultiplied by its alpha: the conversions
// that hardware without half arithmetic has too.
#include "heddle.h"

#define TO_HALF(mode)                                                                   \
    INLINE u16 half_##mode(float x)                                                     \
    {                                                                                   \
        u16 result;                                                                     \
        asm("cvt." #mode ".f16.f32 %0, %1;" : "=h"(result) : "f"(x));                   \
        return result;                                                                  \
    }

TO_HALF(rn)
TO_HALF(rz)
TO_HALF(rm)
TO_HALF(rp)

INLINE float to_float(u16 bits)
{
    float result;
    asm("cvt.f32.f16 %0, %1;" : "=f"(result) : "h"(bits));
    return result;
}

INLINE double to_double(u16 bits)
{
    double result;
    asm("cvt.f64.f16 %0, %1;" : "=d"(result) : "h"(bits));
    return result;
}

INLINE u16 from_double(double x)
{
    u16 result;
    asm("cvt.rn.f16.f64 %0, %1;" : "=h"(result) : "d"(x));
    return result;
}

INLINE u16 saturated(float x)
{
    u16 result;
    asm("cvt.rn.sat.f16.f32 %0, %1;" : "=h"(result) : "f"(x));
    return result;
}

INLINE u16 whole(u16 x)
{
    u16 result;
    asm("cvt.rni.f16.f16 %0, %1;" : "=h"(result) : "h"(x));
    return result;
}

INLINE s32 to_integer(u16 x)
{
    s32 result;
    asm("cvt.rni.s32.f16 %0, %1;" : "=r"(result) : "h"(x));
    return result;
}

INLINE u16 from_integer(s32 x)
{
    u16 result;
    asm("cvt.rz.f16.s32 %0, %1;" : "=h"(result) : "r"(x));
    return result;
}

KERNEL half_image(const float *values, const float *alphas, u32 count, u16 *halves, float *floats, double *doubles, s32 *integers)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    float x = values[i];
    u16 *mine = halves + 8 * i;
    mine[0] = half_rn(x);
    mine[1] = half_rz(x);
    mine[2] = half_rm(x);
    mine[3] = half_rp(x);
    mine[4] = saturated(x * alphas[i]);
    mine[5] = from_double(x * 1.00048828125);
    mine[6] = whole(half_rn(x));
    mine[7] = from_integer((s32)(i * i * 7) - 40000);
    floats[i] = to_float(half_rn(x)) * alphas[i];
    doubles[i] = to_double(half_rz(x));
    integers[i] = to_integer(half_rn(x));
}
