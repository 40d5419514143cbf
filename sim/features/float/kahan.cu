// Compensated (Kahan-Babuska) and plain sums of one row per thread, in both precisions: exact only if every addition
// rounds to nearest and none is fused or reordered.
#include "heddle.h"

template <typename Real> INLINE void sums(const Real *row, u32 length, Real *plain, Real *compensated)
{
    Real sum = 0, lost = 0, naive = 0;
    for (u32 i = 0; i < length; i++) {
        Real value = row[i];
        Real next = sum + value;
        Real absolute_sum = sum < 0 ? -sum : sum, absolute_value = value < 0 ? -value : value;
        if (absolute_sum >= absolute_value)
            lost += (sum - next) + value;
        else
            lost += (value - next) + sum;
        sum = next;
        naive += value;
    }
    *plain = naive;
    *compensated = sum + lost;
}

KERNEL kahan(const float *single, const double *wide, u32 length, u32 rows, float *single_sums, double *wide_sums)
{
    u32 row = thread_id();
    if (row >= rows)
        return;
    sums(single + row * length, length, single_sums + 2 * row, single_sums + 2 * row + 1);
    sums(wide + row * length, length, wide_sums + 2 * row, wide_sums + 2 * row + 1);
}
