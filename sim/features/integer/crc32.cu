// CRC-32 (polynomial 0xedb88320) of one message per thread: half a byte per step through a table in constant memory,
// and bit by bit without one; the two must agree.
#include "heddle.h"

const u32 POLYNOMIAL = 0xedb88320u;

__constant__ u32 nibbles[16] = {
    0x00000000u, 0x1db71064u, 0x3b6e20c8u, 0x26d930acu, 0x76dc4190u, 0x6b6b51f4u, 0x4db26158u, 0x5005713cu,
    0xedb88320u, 0xf00f9344u, 0xd6d6a3e8u, 0xcb61b38cu, 0x9b64c2b0u, 0x86d3d2d4u, 0xa00ae278u, 0xbdbdf21cu};

INLINE u32 by_table(const u8 *message, u32 length)
{
    u32 crc = ~0u;
    for (u32 i = 0; i < length; i++) {
        crc ^= message[i];
        crc = (crc >> 4) ^ nibbles[crc & 15];
        crc = (crc >> 4) ^ nibbles[crc & 15];
    }
    return ~crc;
}

INLINE u32 by_bits(const u8 *message, u32 length)
{
    u32 crc = ~0u;
    for (u32 i = 0; i < length; i++) {
        crc ^= message[i];
        for (int bit = 0; bit < 8; bit++)
            crc = (crc >> 1) ^ (crc & 1 ? POLYNOMIAL : 0);
    }
    return ~crc;
}

KERNEL crc32(const u8 *messages, u32 length, u32 count, u32 *crcs)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    // Messages overlap: each thread's begins one byte after its neighbour's.
    u32 crc = by_table(messages + i, length);
    crcs[i] = crc == by_bits(messages + i, length) ? crc : 0;
}
