// Texels of several formats to floats and back: bytes and half words scaled to [0, 1] and [-1, 1], five bits per channel,
// an exponent shared by three channels.
#include "heddle.h"

KERNEL texture_unpack(const u8 *unorm, const s8 *snorm, const u16 *wide, const u32 *shared_exponent, u32 count, float *out,
                      u16 *packed, s16 *signed_packed)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    float *mine = out + 7 * i;
    float red = unorm[i] / 255.0f, green = snorm[i] / 127.0f, blue = wide[i] / 65535.0f;
    mine[0] = red;
    mine[1] = green < -1.0f ? -1.0f : green;
    mine[2] = blue;
    u32 word = shared_exponent[i];
    float scale = __uint_as_float(((word >> 27) + 127 - 15 - 9) << 23);
    mine[3] = (float)(word & 0x1ff) * scale;
    mine[4] = (float)(word >> 9 & 0x1ff) * scale;
    mine[5] = (float)(word >> 18 & 0x1ff) * scale;
    mine[6] = (float)(wide[i] & 31) / 31.0f;
    packed[i] = (u16)((u32)(red * 31.0f + 0.5f) << 11 | (u32)(blue * 63.0f + 0.5f) << 5 | (u32)((green < 0.0f ? 0.0f : green) * 31.0f + 0.5f));
    signed_packed[i] = (s16)__float2int_rn(green * 32767.0f);
}
