// The counter-based generator Philox4x32-10: a block of four random words from a counter and a key.
#include "heddle.h"

const u32 MULTIPLIER_0 = 0xd2511f53u, MULTIPLIER_1 = 0xcd9e8d57u;
const u32 WEYL_0 = 0x9e3779b9u, WEYL_1 = 0xbb67ae85u;

KERNEL philox(u64 key, u64 first, u32 count, u32 *words)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    u64 counter = first + i;
    u32 c0 = (u32)counter, c1 = (u32)(counter >> 32), c2 = i * i, c3 = ~i;
    u32 k0 = (u32)key, k1 = (u32)(key >> 32);
    for (int round = 0; round < 10; round++) {
        u32 high0 = __umulhi(MULTIPLIER_0, c0), low0 = MULTIPLIER_0 * c0;
        u32 high1 = __umulhi(MULTIPLIER_1, c2), low1 = MULTIPLIER_1 * c2;
        c0 = high1 ^ c1 ^ k0;
        c1 = low1;
        c2 = high0 ^ c3 ^ k1;
        c3 = low0;
        k0 += WEYL_0;
        k1 += WEYL_1;
    }
    words[4 * i] = c0;
    words[4 * i + 1] = c1;
    words[4 * i + 2] = c2;
    words[4 * i + 3] = c3;
}
