// A bit string read at any bit offset, rotations, and shifts by amounts beyond the width: funnel shifts that wrap and
// that clamp, and 64-bit shifts.
#include "heddle.h"

INLINE u32 shifted_left(u32 x, u32 amount)
{
    u32 result;
    asm("shl.b32 %0, %1, %2;" : "=r"(result) : "r"(x), "r"(amount));
    return result;
}

INLINE s32 shifted_right(s32 x, u32 amount)
{
    s32 result;
    asm("shr.s32 %0, %1, %2;" : "=r"(result) : "r"(x), "r"(amount));
    return result;
}

INLINE s64 shifted_right_wide(s64 x, u32 amount)
{
    s64 result;
    asm("shr.s64 %0, %1, %2;" : "=l"(result) : "l"(x), "r"(amount));
    return result;
}

KERNEL funnel_shift(const u32 *bits, const u32 *amounts, u32 count, u32 *out, u64 *wide_out)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    u32 low = bits[i], high = bits[i + 1], amount = amounts[i];
    u32 *mine = out + 8 * i;
    mine[0] = __funnelshift_l(low, high, amount);
    mine[1] = __funnelshift_r(low, high, amount);
    mine[2] = __funnelshift_lc(low, high, amount);
    mine[3] = __funnelshift_rc(low, high, amount);
    mine[4] = low << (amount & 31) | low >> (-amount & 31);
    mine[5] = shifted_left(low, amount);
    mine[6] = (u32)shifted_right((s32)low, amount);
    mine[7] = high >> (amount & 31);
    u64 wide = (u64)high << 32 | low;
    u64 *mine_wide = wide_out + 4 * i;
    // Half the amount: clang 14 turns this into a rotation that is wrong from 64 on.
    mine_wide[0] = wide << (amount / 2 & 63) | wide >> (-(amount / 2) & 63);
    mine_wide[1] = (u64)shifted_right_wide((s64)wide, amount);
    mine_wide[2] = (u64)((s64)wide >> (amount & 63));
    mine_wide[3] = wide >> 29 | wide << 35;
}
