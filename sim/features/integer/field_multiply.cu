// A product in the field of integers modulo 2^255 - 19: four 64-bit limbs, carries through 64-bit multiply-adds.
#include "heddle.h"

// sum[0..5] += x[0..4] * y, the carry into sum[4], which was 0.
INLINE void add_row(u64 *sum, const u64 *x, u64 y)
{
    asm("mad.lo.cc.u64 %0, %5, %9, %0;\n\t"
        "madc.lo.cc.u64 %1, %6, %9, %1;\n\t"
        "madc.lo.cc.u64 %2, %7, %9, %2;\n\t"
        "madc.lo.cc.u64 %3, %8, %9, %3;\n\t"
        "addc.u64 %4, %4, 0;\n\t"
        "mad.hi.cc.u64 %1, %5, %9, %1;\n\t"
        "madc.hi.cc.u64 %2, %6, %9, %2;\n\t"
        "madc.hi.cc.u64 %3, %7, %9, %3;\n\t"
        "madc.hi.u64 %4, %8, %9, %4;"
        : "+l"(sum[0]), "+l"(sum[1]), "+l"(sum[2]), "+l"(sum[3]), "+l"(sum[4])
        : "l"(x[0]), "l"(x[1]), "l"(x[2]), "l"(x[3]), "l"(y));
}

// x -= y, and all ones where y was greater.
INLINE u64 subtract(u64 *x, const u64 *y)
{
    u64 borrow;
    asm("sub.cc.u64 %0, %0, %5;\n\t"
        "subc.cc.u64 %1, %1, %6;\n\t"
        "subc.cc.u64 %2, %2, %7;\n\t"
        "subc.cc.u64 %3, %3, %8;\n\t"
        "subc.u64 %4, 0, 0;"
        : "+l"(x[0]), "+l"(x[1]), "+l"(x[2]), "+l"(x[3]), "=l"(borrow)
        : "l"(y[0]), "l"(y[1]), "l"(y[2]), "l"(y[3]));
    return borrow;
}

KERNEL field_multiply(const u64 *a, const u64 *b, u32 count, u64 *products)
{
    const u64 prime[4] = {~18ull, ~0ull, ~0ull, ~0ull >> 1};
    u32 i = thread_id();
    if (i >= count)
        return;
    u64 wide[8] = {0, 0, 0, 0, 0, 0, 0, 0};
#pragma unroll
    for (int row = 0; row < 4; row++)
        add_row(wide + row, a + 4 * i, b[4 * i + row]);
    // 2^256 is 38 in this field; twice, since the first fold may carry out again.
    u64 folded[5] = {wide[0], wide[1], wide[2], wide[3], 0};
    add_row(folded, wide + 4, 38);
    u64 top = folded[4];
    folded[4] = 0;
    const u64 one[4] = {1, 0, 0, 0};
    add_row(folded, one, top * 38);
    if (folded[4])
        folded[0] += 38;
    // Below 2^256, so the prime fits at most twice.
#pragma unroll
    for (int times = 0; times < 2; times++) {
        u64 less[4] = {folded[0], folded[1], folded[2], folded[3]};
        if (!subtract(less, prime))
            for (int limb = 0; limb < 4; limb++)
                folded[limb] = less[limb];
    }
    for (int limb = 0; limb < 4; limb++)
        products[4 * i + limb] = folded[limb];
}
