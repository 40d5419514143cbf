// Code points to UTF-8 and back: bytes widened with and without sign, words narrowed to bytes, tests on signed bytes.
#include "heddle.h"

INLINE u32 encode(u32 point, u8 *bytes)
{
    if (point < 0x80) {
        bytes[0] = (u8)point;
        return 1;
    }
    u32 length = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    for (u32 at = length - 1; at > 0; at--) {
        bytes[at] = (u8)(0x80 | (point & 0x3f));
        point >>= 6;
    }
    bytes[0] = (u8)(0xf00u >> length | point);
    return length;
}

INLINE u32 decode(const s8 *bytes)
{
    s8 first = bytes[0];
    if (first >= 0)
        return (u32)first;
    u32 length = first < (s8)0xe0 ? 2 : first < (s8)0xf0 ? 3 : 4;
    u32 point = (u8)first & (0x7fu >> length);
    for (u32 at = 1; at < length; at++)
        point = point << 6 | (u8)(bytes[at] & 0x3f);
    return point;
}

KERNEL utf8(const u32 *points, u32 count, u8 *bytes, u8 *lengths, u32 *decoded, s64 *sums)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    u8 *mine = bytes + 4 * i;
    lengths[i] = (u8)encode(points[i], mine);
    decoded[i] = decode((const s8 *)mine);
    s64 sum = 0;
    for (int at = 0; at < 4; at++)
        sum = sum * 3 + (s8)mine[at] + (s16)(mine[at] * 257) - (u16)~mine[at];
    sums[i] = sum;
}
