// Addresses of texels in a tiled texture with the 24-bit multiply-adds of early hardware, and a checksum of products'
// high parts.
#include "heddle.h"

#define MAD24(name, type, text)                                                          \
    INLINE type name(type x, type y, type z)                                             \
    {                                                                                    \
        type result;                                                                     \
        asm(text " %0, %1, %2, %3;" : "=r"(result) : "r"(x), "r"(y), "r"(z));            \
        return result;                                                                   \
    }

MAD24(low, u32, "mad24.lo.u32")
MAD24(low_signed, s32, "mad24.lo.s32")
MAD24(high, u32, "mad24.hi.u32")
MAD24(high_saturated, s32, "mad24.hi.sat.s32")

INLINE u32 product_high(u32 x, u32 y)
{
    u32 result;
    asm("mul24.hi.u32 %0, %1, %2;" : "=r"(result) : "r"(x), "r"(y));
    return result;
}

KERNEL texel_address(const u32 *x, const u32 *y, u32 pitch, u32 count, u32 *addresses, s32 *offsets, u32 *checks)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    u32 column = x[i], row = y[i];
    // Tiles of 8 by 8 texels.
    u32 tile = low(row >> 3, pitch >> 3, column >> 3);
    addresses[i] = low(tile, 64, low(row & 7, 8, column & 7));
    offsets[2 * i] = low_signed((s32)column, (s32)row, -(s32)i);
    offsets[2 * i + 1] = high_saturated((s32)column, (s32)row, 0x7fffff00);
    checks[i] = high(column, row, product_high(row, row));
}
