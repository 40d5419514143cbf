// A voice coder's arithmetic on 16-bit registers: absolute values, extremes, multiply-adds, distances and shifts that
// never leave 16 bits.
#include "heddle.h"

#define ONE(name, type, text)                                              \
    INLINE type name(type x)                                               \
    {                                                                      \
        type result;                                                       \
        asm(text " %0, %1;" : "=h"(result) : "h"(x));                      \
        return result;                                                     \
    }

#define TWO(name, type, text)                                              \
    INLINE type name(type x, type y)                                       \
    {                                                                      \
        type result;                                                       \
        asm(text " %0, %1, %2;" : "=h"(result) : "h"(x), "h"(y));          \
        return result;                                                     \
    }

#define THREE(name, type, text)                                                      \
    INLINE type name(type x, type y, type z)                                         \
    {                                                                                \
        type result;                                                                 \
        asm(text " %0, %1, %2, %3;" : "=h"(result) : "h"(x), "h"(y), "h"(z));        \
        return result;                                                               \
    }

ONE(absolute, s16, "abs.s16")
ONE(negated, s16, "neg.s16")
ONE(is_zero, u16, "cnot.b16")
TWO(least, s16, "min.s16")
TWO(greatest, s16, "max.s16")
TWO(difference, u16, "sub.u16")
TWO(sum, u16, "add.u16")
THREE(multiply_add, s16, "mad.lo.s16")
THREE(high_add, s16, "mad.hi.s16")
THREE(distance, u16, "sad.u16")

INLINE u16 shifted(u16 x, u32 left, u32 right)
{
    u16 result;
    asm("{\n\t.reg .b16 moved;\n\tshl.b16 moved, %1, %2;\n\tshr.u16 %0, moved, %3;\n\t}" : "=h"(result) : "h"(x), "r"(left), "r"(right));
    return result;
}

KERNEL half_words(const s16 *a, const s16 *b, const u32 *amounts, u32 count, s16 *signed_out, u16 *unsigned_out)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    s16 x = a[i], y = b[i];
    s16 *mine = signed_out + 6 * i;
    mine[0] = absolute(x);
    mine[1] = negated(y);
    mine[2] = least(x, y);
    mine[3] = greatest(x, y);
    mine[4] = multiply_add(x, y, x);
    mine[5] = high_add(x, y, y);
    u16 *others = unsigned_out + 5 * i;
    others[0] = is_zero((u16)(x & 3));
    others[1] = difference((u16)x, (u16)y);
    others[2] = sum((u16)x, (u16)y);
    others[3] = distance((u16)x, (u16)y, 7);
    others[4] = shifted((u16)x, amounts[i], amounts[i] / 2);
}
