// A wave shaper in pieces: selections by comparison and by sign, comparisons as ones and masks, and a sign put on.
#include "heddle.h"

INLINE float signed_as(float magnitude, float sign)
{
    float result;
    asm("copysign.f32 %0, %1, %2;" : "=f"(result) : "f"(sign), "f"(magnitude));
    return result;
}

INLINE double signed_as(double magnitude, double sign)
{
    double result;
    asm("copysign.f64 %0, %1, %2;" : "=d"(result) : "d"(sign), "d"(magnitude));
    return result;
}

INLINE float by_sign(float positive, float negative, float sign)
{
    float result;
    asm("slct.f32.f32 %0, %1, %2, %3;" : "=f"(result) : "f"(positive), "f"(negative), "f"(sign));
    return result;
}

INLINE double by_sign_wide(double positive, double negative, s32 sign)
{
    double result;
    asm("slct.f64.s32 %0, %1, %2, %3;" : "=d"(result) : "d"(positive), "d"(negative), "r"(sign));
    return result;
}

INLINE float step(float edge, float x)
{
    float result;
    asm("set.ge.f32.f32 %0, %1, %2;" : "=f"(result) : "f"(x), "f"(edge));
    return result;
}

INLINE u32 mask(double x, double y)
{
    u32 result;
    asm("{\n\t.reg .pred finite;\n\ttestp.finite.f64 finite, %1;\n\tset.neu.and.u32.f64 %0, %1, %2, finite;\n\t}"
        : "=r"(result)
        : "d"(x), "d"(y));
    return result;
}

// Whether both hold, by one comparison combined with another's predicate.
INLINE u32 inside(float x, float low, float high)
{
    u32 result;
    asm("{\n\t.reg .pred above, both, either;\n\t"
        "setp.gt.f32 above, %1, %2;\n\t"
        "setp.lt.and.f32 both, %1, %3, above;\n\t"
        "setp.geu.or.f32 either, %1, %3, !above;\n\t"
        "selp.u32 %0, 1, 0, both;\n\t"
        "@either or.b32 %0, %0, 2;\n\t}"
        : "=r"(result)
        : "f"(x), "f"(low), "f"(high));
    return result;
}

INLINE float multiply_add(float x, float y, float z)
{
    float result;
    asm("mad.rn.f32 %0, %1, %2, %3;" : "=f"(result) : "f"(x), "f"(y), "f"(z));
    return result;
}

KERNEL piecewise(const float *in, const double *wide, u32 count, float *out, double *wide_out, u32 *masks)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    float x = in[i];
    float shaped = x > 1.0f ? 1.0f - 0.25f / x : x < -1.0f ? 0.5f * x : multiply_add(x * x, -x, x);
    out[3 * i] = shaped;
    out[3 * i + 1] = by_sign(shaped, signed_as(2.0f, -x), x);
    out[3 * i + 2] = step(0.5f, x) - step(-0.5f, x);
    double y = wide[i];
    wide_out[2 * i] = y >= 0.0 && y < 4.0 ? y * y : signed_as(16.0, y);
    wide_out[2 * i + 1] = by_sign_wide(y, -y, (s32)i - 20);
    masks[2 * i] = mask(y, x);
    masks[2 * i + 1] = inside(x, -0.5f, 0.75f);
}
