// Bytes rearranged: byte order swapped, pixels turned from RGBA to BGRA, a table lookup by selector, and the special
// modes of `prmt`.
#include "heddle.h"

#define PERMUTE(mode)                                                                            \
    INLINE u32 permute_##mode(u32 a, u32 b, u32 select)                                          \
    {                                                                                            \
        u32 result;                                                                              \
        asm("prmt.b32." #mode " %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(b), "r"(select)); \
        return result;                                                                           \
    }

// Bit 3 of a selector's nibble spreads the sign of its byte.
INLINE u32 permute_signs(u32 a, u32 b, u32 select)
{
    u32 result;
    asm("prmt.b32 %0, %1, %2, %3;" : "=r"(result) : "r"(a), "r"(b), "r"(select | 0x8080));
    return result;
}

PERMUTE(f4e)
PERMUTE(b4e)
PERMUTE(rc8)
PERMUTE(ecl)
PERMUTE(ecr)
PERMUTE(rc16)

KERNEL byte_permute(const u32 *a, const u32 *b, const u32 *selectors, u32 count, u32 *out)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    u32 x = a[i], y = b[i], select = selectors[i];
    u32 *mine = out + 10 * i;
    mine[0] = __byte_perm(x, y, select & 0x7777);
    mine[1] = __byte_perm(x, 0, 0x0123);
    mine[2] = __byte_perm(x, y, 0x3012);
    mine[3] = permute_f4e(x, y, select);
    mine[4] = permute_b4e(x, y, select);
    mine[5] = permute_rc8(x, y, select);
    mine[6] = permute_ecl(x, y, select);
    mine[7] = permute_ecr(x, y, select);
    mine[8] = permute_rc16(x, y, select);
    mine[9] = permute_signs(x, y, select);
}
