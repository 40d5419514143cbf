// A histogram of bit counts and positions of the first and last set bit, in words of 32 and 64 bits.
#include "heddle.h"

INLINE u32 last_signed(s32 word)
{
    u32 position;
    asm("bfind.s32 %0, %1;" : "=r"(position) : "r"(word));
    return position;
}

INLINE u32 shift_to_top(u32 word)
{
    u32 shift;
    asm("bfind.shiftamt.u32 %0, %1;" : "=r"(shift) : "r"(word));
    return shift;
}

INLINE u32 last_wide(u64 word)
{
    u32 position;
    asm("bfind.u64 %0, %1;" : "=r"(position) : "l"(word));
    return position;
}

INLINE u32 last_wide_signed(s64 word)
{
    u32 position;
    asm("bfind.shiftamt.s64 %0, %1;" : "=r"(position) : "l"(word));
    return position;
}

// Thread t counts the words whose population is t; each thread of the first `count` also describes its word.
KERNEL bit_counts(const u32 *words, const u64 *wide_words, u32 count, u32 *histogram, u32 *positions)
{
    u32 i = thread_id();
    u32 population = 0;
    for (u32 other = 0; other < count; other++)
        population += (__popc(words[other]) == (int)i) + (__popcll(wide_words[other]) == (int)i);
    histogram[i] = population;
    if (i >= count)
        return;
    u32 word = words[i];
    u64 wide = wide_words[i];
    u32 *mine = positions + 8 * i;
    mine[0] = __clz((int)word);
    mine[1] = __clzll((s64)wide);
    mine[2] = __ffs((int)word);
    mine[3] = __ffsll((s64)wide);
    mine[4] = last_signed((s32)word);
    mine[5] = shift_to_top(word);
    mine[6] = last_wide(wide);
    mine[7] = last_wide_signed((s64)wide);
}
