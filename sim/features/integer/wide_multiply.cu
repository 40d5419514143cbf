// Arithmetic beyond 64 bits by carry chains: a 256-bit product of 128-bit numbers, their sum and their difference,
// with carries kept between instructions.
#include "heddle.h"

struct Wide {
    u32 limb[4];
};

// One row of the schoolbook product: sum += x * y, shifted; the last limb was 0 before.
INLINE void add_row(u32 *sum, const Wide &x, u32 y)
{
    asm("mad.lo.cc.u32 %0, %5, %9, %0;\n\t"
        "madc.lo.cc.u32 %1, %6, %9, %1;\n\t"
        "madc.lo.cc.u32 %2, %7, %9, %2;\n\t"
        "madc.lo.cc.u32 %3, %8, %9, %3;\n\t"
        "addc.u32 %4, %4, 0;\n\t"
        "mad.hi.cc.u32 %1, %5, %9, %1;\n\t"
        "madc.hi.cc.u32 %2, %6, %9, %2;\n\t"
        "madc.hi.cc.u32 %3, %7, %9, %3;\n\t"
        "madc.hi.u32 %4, %8, %9, %4;"
        : "+r"(sum[0]), "+r"(sum[1]), "+r"(sum[2]), "+r"(sum[3]), "+r"(sum[4])
        : "r"(x.limb[0]), "r"(x.limb[1]), "r"(x.limb[2]), "r"(x.limb[3]), "r"(y));
}

INLINE u32 add(Wide &x, const Wide &y)
{
    u32 carry;
    asm("add.cc.u32 %0, %0, %5;\n\t"
        "addc.cc.u32 %1, %1, %6;\n\t"
        "addc.cc.u32 %2, %2, %7;\n\t"
        "addc.cc.u32 %3, %3, %8;\n\t"
        "addc.u32 %4, 0, 0;"
        : "+r"(x.limb[0]), "+r"(x.limb[1]), "+r"(x.limb[2]), "+r"(x.limb[3]), "=r"(carry)
        : "r"(y.limb[0]), "r"(y.limb[1]), "r"(y.limb[2]), "r"(y.limb[3]));
    return carry;
}

// All ones where y is greater than x.
INLINE u32 subtract(Wide &x, const Wide &y)
{
    u32 borrow;
    asm("sub.cc.u32 %0, %0, %5;\n\t"
        "subc.cc.u32 %1, %1, %6;\n\t"
        "subc.cc.u32 %2, %2, %7;\n\t"
        "subc.cc.u32 %3, %3, %8;\n\t"
        "subc.u32 %4, 0, 0;"
        : "+r"(x.limb[0]), "+r"(x.limb[1]), "+r"(x.limb[2]), "+r"(x.limb[3]), "=r"(borrow)
        : "r"(y.limb[0]), "r"(y.limb[1]), "r"(y.limb[2]), "r"(y.limb[3]));
    return borrow;
}

// A 128-bit number plus a 64-bit one: carries ripple through 64-bit additions too.
INLINE u64 add_wide(u64 low, u64 high, u64 y, u64 *sum)
{
    u64 carried;
    asm("add.cc.u64 %0, %0, %3;\n\taddc.u64 %1, %2, 0;" : "+l"(low), "=l"(carried) : "l"(high), "l"(y));
    *sum = low;
    return carried;
}

KERNEL wide_multiply(const Wide *a, const Wide *b, u32 count, u32 *products, u32 *sums, u32 *differences, u64 *chained)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    Wide x = a[i], y = b[i];
    u32 product[8] = {0, 0, 0, 0, 0, 0, 0, 0};
#pragma unroll
    for (int row = 0; row < 4; row++)
        add_row(product + row, x, y.limb[row]);
    for (int limb = 0; limb < 8; limb++)
        products[8 * i + limb] = product[limb];
    Wide sum = x, difference = x;
    sums[5 * i + 4] = add(sum, y);
    differences[5 * i + 4] = subtract(difference, y);
    for (int limb = 0; limb < 4; limb++) {
        sums[5 * i + limb] = sum.limb[limb];
        differences[5 * i + limb] = difference.limb[limb];
    }
    u64 low = (u64)x.limb[1] << 32 | x.limb[0], high = (u64)x.limb[3] << 32 | x.limb[2];
    chained[2 * i + 1] = add_wide(low, high, (u64)y.limb[1] << 32 | y.limb[0], &chained[2 * i]);
}
