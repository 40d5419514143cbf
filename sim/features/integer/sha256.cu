// arch: sm_50
// SHA-256 of one 64-byte block per thread, padded: rotations by funnel shifts, choice and majority as one `lop3` each.
#include "heddle.h"

__constant__ u32 round_constants[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4, 0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be,
    0x550c7dc3, 0x72be5d74, 0x80deb1fe, 0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f, 0x4a7484aa,
    0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7, 0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85,
    0x2e1b2138, 0x4d2c6dfc, 0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b, 0xc24b8b70, 0xc76c51a3,
    0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116, 0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f,
    0x682e6ff3, 0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7, 0xc67178f2};

INLINE u32 choice(u32 x, u32 y, u32 z)
{
    u32 result;
    asm("lop3.b32 %0, %1, %2, %3, 0xca;" : "=r"(result) : "r"(x), "r"(y), "r"(z));
    return result;
}

INLINE u32 majority(u32 x, u32 y, u32 z)
{
    u32 result;
    asm("lop3.b32 %0, %1, %2, %3, 0xe8;" : "=r"(result) : "r"(x), "r"(y), "r"(z));
    return result;
}

INLINE u32 parity(u32 x, u32 y, u32 z)
{
    u32 result;
    asm("lop3.b32 %0, %1, %2, %3, 0x96;" : "=r"(result) : "r"(x), "r"(y), "r"(z));
    return result;
}

INLINE u32 rotated(u32 x, u32 by)
{
    return __funnelshift_r(x, x, by);
}

INLINE void compress(u32 *state, u32 *window)
{
    u32 a = state[0], b = state[1], c = state[2], d = state[3];
    u32 e = state[4], f = state[5], g = state[6], h = state[7];
    for (int round = 0; round < 64; round++) {
        u32 *word = window + (round & 15);
        if (round >= 16) {
            u32 early = window[(round + 1) & 15], late = window[(round + 14) & 15];
            *word += parity(rotated(early, 7), rotated(early, 18), early >> 3) + window[(round + 9) & 15] +
                     parity(rotated(late, 17), rotated(late, 19), late >> 10);
        }
        u32 first = h + parity(rotated(e, 6), rotated(e, 11), rotated(e, 25)) + choice(e, f, g) + round_constants[round] + *word;
        u32 second = parity(rotated(a, 2), rotated(a, 13), rotated(a, 22)) + majority(a, b, c);
        h = g, g = f, f = e, e = d + first;
        d = c, c = b, b = a, a = first + second;
    }
    state[0] += a, state[1] += b, state[2] += c, state[3] += d;
    state[4] += e, state[5] += f, state[6] += g, state[7] += h;
}

KERNEL sha256(const u32 *blocks, u32 count, u32 *digests)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    u32 state[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
    u32 window[16];
    for (int word = 0; word < 16; word++)
        window[word] = __byte_perm(blocks[16 * i + word], 0, 0x0123);
    compress(state, window);
    // The message is exactly one block long, so a second one holds the end mark and the length of 512 bits.
    for (int word = 0; word < 16; word++)
        window[word] = 0;
    window[0] = 0x80000000;
    window[15] = 512;
    compress(state, window);
    for (int word = 0; word < 8; word++)
        digests[8 * i + word] = __byte_perm(state[word], 0, 0x0123);
}
