// Numbers of twice double precision, each a sum of two doubles: exact products by fused multiply-add, and a geometric
// series to the last of 106 bits.
#include "heddle.h"

struct Pair {
    double high, low;
};

INLINE Pair two_sum(double a, double b)
{
    double sum = a + b, part = sum - a;
    return Pair{sum, (a - (sum - part)) + (b - part)};
}

INLINE Pair two_product(double a, double b)
{
    double product = a * b;
    return Pair{product, __fma_rn(a, b, -product)};
}

INLINE Pair operator+(Pair x, Pair y)
{
    Pair sum = two_sum(x.high, y.high);
    return two_sum(sum.high, sum.low + x.low + y.low);
}

INLINE Pair operator*(Pair x, Pair y)
{
    Pair product = two_product(x.high, y.high);
    product.low += x.high * y.low + x.low * y.high;
    return two_sum(product.high, product.low);
}

// 1 + x + x^2 + ...
KERNEL double_double(const Pair *ratios, u32 terms, u32 count, Pair *sums)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    Pair sum = {1.0, 0.0}, power = {1.0, 0.0};
    for (u32 term = 1; term < terms; term++) {
        power = power * ratios[i];
        sum = sum + power;
    }
    sums[i] = sum;
}
