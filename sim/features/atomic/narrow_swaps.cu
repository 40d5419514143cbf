// arch: sm_70
// clang: -Xclang -target-feature -Xclang +ptx70
// Counters of 16 bits that stop at their bound, by compare-and-swap of 16 bits, and bytes by one of the word they lie
// in; orderings and scopes on the operations themselves.
#include "heddle.h"

INLINE u16 swapped(u16 *place, u16 expected, u16 value)
{
    u16 before;
    asm volatile("atom.global.cas.b16 %0, [%1], %2, %3;" : "=h"(before) : "l"(place), "h"(expected), "h"(value) : "memory");
    return before;
}

INLINE u32 swapped(u32 *place, u32 expected, u32 value)
{
    u32 before;
    asm volatile("atom.relaxed.gpu.global.cas.b32 %0, [%1], %2, %3;" : "=r"(before) : "l"(place), "r"(expected), "r"(value) : "memory");
    return before;
}

KERNEL narrow_swaps(const u8 *keys, u32 count, u16 *counters, u16 bound, u32 *bytes, u64 *tickets)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    u32 key = keys[i];
    u16 seen = 0, expected;
    do {
        expected = seen;
        if (expected >= bound)
            break;
        seen = swapped(counters + key, expected, (u16)(expected + 1));
    } while (seen != expected);
    // Each key owns a byte, which gathers one bit a thread number modulo 8.
    u32 bit = 1u << (8 * (key & 3) + i % 8), word = 0, before;
    do {
        before = word;
        word = swapped(bytes + key / 4, before, before | bit);
    } while (word != before);
    u64 ticket;
    asm volatile("atom.acquire.cta.global.add.u64 %0, [%1], %2;" : "=l"(ticket) : "l"(tickets), "l"(1ull << 32) : "memory");
    asm volatile("red.release.sys.global.max.u64 [%0], %1;" ::"l"(tickets + 1), "l"(ticket) : "memory");
    asm volatile("atom.release.gpu.global.or.b64 %0, [%1], %2;" : "=l"(ticket) : "l"(tickets + 2), "l"(1ull << key) : "memory");
}
