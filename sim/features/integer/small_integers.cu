// Audio in 8 and 16 bits: samples mixed, clipped and companded in the types they are stored in, as PTX does it in
// 16-bit registers.
#include "heddle.h"

INLINE s32 wide_product(s16 a, s16 b)
{
    s32 product;
    asm("mul.wide.s16 %0, %1, %2;" : "=r"(product) : "h"(a), "h"(b));
    return product;
}

INLINE u32 wide_sum(u16 a, u16 b, u32 c)
{
    u32 sum;
    asm("mad.wide.u16 %0, %1, %2, %3;" : "=r"(sum) : "h"(a), "h"(b), "r"(c));
    return sum;
}

INLINE s16 high_product(s16 a, s16 b)
{
    s16 product;
    asm("mul.hi.s16 %0, %1, %2;" : "=h"(product) : "h"(a), "h"(b));
    return product;
}

INLINE u16 median(u16 a, u16 b, u16 c)
{
    u16 result;
    asm("{\n\t.reg .u16 low, high;\n\t"
        "min.u16 low, %1, %2;\n\t"
        "max.u16 high, %1, %2;\n\t"
        "min.u16 high, high, %3;\n\t"
        "max.u16 %0, low, high;\n\t}"
        : "=h"(result)
        : "h"(a), "h"(b), "h"(c));
    return result;
}

// Logarithmic companding of a sample to eight bits.
INLINE u8 companded(s16 sample)
{
    u8 sign = sample < 0 ? 0x80 : 0;
    s16 magnitude = sample < 0 ? (s16)~sample : sample;
    u8 exponent = 7;
    for (s16 mask = 0x4000; exponent > 0 && !(magnitude & mask); mask >>= 1)
        exponent--;
    u8 mantissa = (u8)(magnitude >> (exponent == 0 ? 4 : exponent + 3)) & 0x0f;
    return (u8) ~(sign | exponent << 4 | mantissa);
}

KERNEL small_integers(const s16 *left, const s8 *right, u32 count, s16 *mixed, u8 *compressed, u32 *products)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    s16 sample = left[i];
    s8 small = right[i];
    s16 scaled = (s16)(small << 8 | (u8)small);
    mixed[2 * i] = (s16)(((s32)sample + scaled) >> 1);
    mixed[2 * i + 1] = (s16)(high_product(sample, scaled) - (s16)(sample >> 3));
    compressed[2 * i] = companded(sample);
    compressed[2 * i + 1] = (u8)(small + (u8)sample) / 3;
    products[3 * i] = (u32)wide_product(sample, scaled);
    products[3 * i + 1] = wide_sum((u16)sample, (u16)scaled, i);
    products[3 * i + 2] = median((u16)sample, (u16)scaled, 0x8000);
}
