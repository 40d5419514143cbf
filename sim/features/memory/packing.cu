// Base64 of three bytes per thread and the fields of a packet header: bytes put together into words and taken apart
// through a union, big-endian numbers, bit fields, and structures without padding.
#include "heddle.h"

union Word {
    u32 whole;
    u16 halves[2];
    u8 bytes[4];
};

struct Fields {
    u32 version : 4, header_words : 4, type : 8, length : 16;
};

struct __attribute__((packed)) Record {
    u8 kind;
    u32 value;
    u16 sum;
};

INLINE u8 letter(u32 six)
{
    if (six < 26)
        return (u8)('A' + six);
    if (six < 52)
        return (u8)('a' + six - 26);
    if (six < 62)
        return (u8)('0' + six - 52);
    return six == 62 ? '+' : '/';
}

KERNEL packing(const u8 *in, u32 *texts, Fields *fields, Record *records, u32 count)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    const u8 *at = in + 3 * i;
    u32 bits = at[0] << 16 | at[1] << 8 | at[2];
    Word text;
    for (int k = 0; k < 4; k++)
        text.bytes[k] = letter(bits >> (18 - 6 * k) & 63);
    texts[i] = text.whole;

    Fields field = {4, 5, at[1], bits & 0xffff};
    field.length += at[0];
    field.version ^= at[2];
    fields[i] = field;

    Record record = {at[0], bits * 2654435761u, (u16)(text.halves[0] + text.halves[1])};
    records[i] = record;
}
