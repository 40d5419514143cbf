// arch: sm_72
// Pixels sharpened in wide integers and packed back into bytes: conversions that clamp at the ends of the narrow type.
#include "heddle.h"

#define CLAMPED(to, from, result, constraint, operand)                          \
    INLINE result to##_of_##from(operand x)                                     \
    {                                                                           \
        result r;                                                               \
        asm("cvt.sat." #to "." #from " %0, %1;" : "=r"(r) : constraint(x));     \
        return r;                                                               \
    }

CLAMPED(u8, s32, u32, "r", s32)
CLAMPED(s8, s32, s32, "r", s32)
CLAMPED(u16, s32, u32, "r", s32)
CLAMPED(s16, s64, s32, "l", s64)
CLAMPED(u32, s64, u32, "l", s64)
CLAMPED(s32, u64, s32, "l", u64)
CLAMPED(s32, s64, s32, "l", s64)

INLINE u32 byte_of_float(float x)
{
    u32 r;
    asm("cvt.rni.sat.u8.f32 %0, %1;" : "=r"(r) : "f"(x));
    return r;
}

// The two lowest bytes; the low half of `above` becomes the upper ones.
INLINE u32 packed(s32 high, s32 low, u32 above)
{
    u32 result;
    asm("cvt.pack.sat.u8.s32.b32 %0, %1, %2, %3;" : "=r"(result) : "r"(high), "r"(low), "r"(above));
    return result;
}

KERNEL pixels(const u8 *in, const s64 *wide, const float *gains, u32 count, u32 *out, u32 *words)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    s32 sharpened[4];
#pragma unroll
    for (int channel = 0; channel < 4; channel++)
        sharpened[channel] = 3 * in[4 * i + 4 + channel] - in[4 * i + channel] - in[4 * i + 8 + channel];
    u32 *mine = out + 9 * i;
    mine[0] = u8_of_s32(sharpened[0]) | u8_of_s32(sharpened[1]) << 8 | u8_of_s32(sharpened[2]) << 16 | u8_of_s32(sharpened[3]) << 24;
    mine[1] = (u32)s8_of_s32(sharpened[0]);
    mine[2] = u16_of_s32((s32)wide[i]);
    mine[3] = (u32)s16_of_s64(wide[i]);
    mine[4] = u32_of_s64(wide[i]);
    mine[5] = (u32)s32_of_u64((u64)wide[i]);
    mine[6] = (u32)s32_of_s64(wide[i]);
    mine[7] = byte_of_float(in[4 * i] * gains[i]);
    mine[8] = 0;
    words[i] = packed(sharpened[1], sharpened[0], packed(sharpened[3], sharpened[2], 0));
}
