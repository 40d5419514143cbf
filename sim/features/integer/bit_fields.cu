// A disassembler's work: fields taken out of instruction words, signed and not, and put into others; positions and
// lengths beyond the word included.
#include "heddle.h"

#define EXTRACT(name, type, constraint)                                                                        \
    INLINE type name(type word, u32 position, u32 length)                                                      \
    {                                                                                                          \
        type field;                                                                                            \
        asm("bfe." #type " %0, %1, %2, %3;" : "=" constraint(field) : constraint(word), "r"(position), "r"(length)); \
        return field;                                                                                          \
    }

EXTRACT(field_u32, u32, "r")
EXTRACT(field_s32, s32, "r")
EXTRACT(field_u64, u64, "l")
EXTRACT(field_s64, s64, "l")

INLINE u32 with_field(u32 field, u32 word, u32 position, u32 length)
{
    u32 result;
    asm("bfi.b32 %0, %1, %2, %3, %4;" : "=r"(result) : "r"(field), "r"(word), "r"(position), "r"(length));
    return result;
}

INLINE u64 with_field(u64 field, u64 word, u32 position, u32 length)
{
    u64 result;
    asm("bfi.b64 %0, %1, %2, %3, %4;" : "=l"(result) : "l"(field), "l"(word), "r"(position), "r"(length));
    return result;
}

// A branch offset scattered over an instruction word, as a compiler writes it without intrinsics.
INLINE s32 branch_offset(u32 word)
{
    u32 scattered = (word >> 31) << 12 | ((word >> 7) & 1) << 11 | ((word >> 25) & 0x3f) << 5 | ((word >> 8) & 0xf) << 1;
    return (s32)(scattered << 19) >> 19;
}

struct Packed {
    u32 opcode : 7;
    u32 target : 5;
    s32 immediate : 20;
};

KERNEL bit_fields(const u64 *words, const u32 *positions, const u32 *lengths, u32 count, u64 *out)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    u64 wide = words[i];
    u32 word = (u32)wide, position = positions[i], length = lengths[i];
    u64 *mine = out + 8 * i;
    mine[0] = field_u32(word, position, length);
    mine[1] = (u32)field_s32((s32)word, position, length);
    mine[2] = field_u64(wide, position, length);
    mine[3] = (u64)field_s64((s64)wide, position, length);
    mine[4] = with_field(word, (u32)(wide >> 32), position, length);
    mine[5] = with_field(wide, ~wide, position, length);
    mine[6] = (u32)branch_offset(word);
    Packed packed = {word & 0x7f, (word >> 9) & 0x1f, (s32)(wide >> 32) >> 12};
    packed.immediate += packed.opcode;
    packed.target ^= 3;
    mine[7] = (u64)packed.opcode << 40 | (u64)packed.target << 32 | (u32)packed.immediate;
}
