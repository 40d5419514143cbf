// arch: sm_70
// A rank directory over a bit vector: masks of any position and length, sign extension from any bit, and the place of
// the n-th set bit.
#include "heddle.h"

INLINE u32 mask_wrapped(u32 position, u32 length)
{
    u32 result;
    asm("bmsk.wrap.b32 %0, %1, %2;" : "=r"(result) : "r"(position), "r"(length));
    return result;
}

INLINE u32 mask_clamped(u32 position, u32 length)
{
    u32 result;
    asm("bmsk.clamp.b32 %0, %1, %2;" : "=r"(result) : "r"(position), "r"(length));
    return result;
}

INLINE s32 extended(s32 word, u32 bits)
{
    s32 result;
    asm("szext.clamp.s32 %0, %1, %2;" : "=r"(result) : "r"(word), "r"(bits));
    return result;
}

INLINE u32 cut(u32 word, u32 bits)
{
    u32 result;
    asm("szext.wrap.u32 %0, %1, %2;" : "=r"(result) : "r"(word), "r"(bits));
    return result;
}

INLINE u32 select_bit(u32 word, u32 base, s32 n)
{
    u32 result;
    asm("fns.b32 %0, %1, %2, %3;" : "=r"(result) : "r"(word), "r"(base), "r"(n));
    return result;
}

KERNEL masks(const u32 *words, const u32 *positions, const u32 *lengths, u32 count, u32 *out)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    u32 word = words[i], position = positions[i], length = lengths[i];
    u32 *mine = out + 7 * i;
    mine[0] = mask_wrapped(position, length);
    mine[1] = mask_clamped(position, length);
    mine[2] = (u32)extended((s32)word, length);
    mine[3] = cut(word, length);
    mine[4] = select_bit(word, position & 31, 1 + (s32)(length & 3));
    mine[5] = select_bit(word, position & 31, -1 - (s32)(length & 3));
    mine[6] = select_bit(word, position & 31, 0);
}
