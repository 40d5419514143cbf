// Colours added, scaled and mixed with every channel kept in [0, 1]; not a number becomes 0.
#include "heddle.h"

#define SATURATED(name, text)                                              \
    INLINE float name(float x, float y)                                    \
    {                                                                      \
        float result;                                                      \
        asm(text " %0, %1, %2;" : "=f"(result) : "f"(x), "f"(y));          \
        return result;                                                     \
    }

SATURATED(add_saturated, "add.sat.f32")
SATURATED(subtract_saturated, "sub.rn.sat.f32")
SATURATED(multiply_saturated, "mul.sat.f32")

INLINE float fused_saturated(float x, float y, float z)
{
    float result;
    asm("fma.rn.sat.f32 %0, %1, %2, %3;" : "=f"(result) : "f"(x), "f"(y), "f"(z));
    return result;
}

KERNEL saturating_blend(const float *over, const float *under, const float *alpha, u32 count, float *out, u8 *pixels)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    float *mine = out + 5 * i;
    mine[0] = add_saturated(over[i], under[i]);
    mine[1] = subtract_saturated(over[i], under[i]);
    mine[2] = multiply_saturated(over[i], alpha[i]);
    mine[3] = fused_saturated(over[i], alpha[i], under[i]);
    mine[4] = __saturatef(over[i]);
    pixels[i] = (u8)(__saturatef(alpha[i] + over[i]) * 255.0f + 0.5f);
}
