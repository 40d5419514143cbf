// Sparse matrix (CSR) times vector in double precision, one row per thread: indirect read-only loads of two types.
// The order of a row's additions is the order in memory, so the result is exact.
#include "heddle.h"
#include "caches.h"

KERNEL sparse_product(const int *offsets, const int *columns, const double *values, const double *vector, double *product, int rows)
{
    int row = (int)thread_id();
    if (row >= rows)
        return;
    double sum = 0;
    for (int entry = __ldg(offsets + row), end = __ldg(offsets + row + 1); entry < end; entry++) {
        double term = __ldg(values + entry) * __ldg(vector + __ldg(columns + entry));
        // Kept apart from the addition, so that no compiler fuses the two.
        asm("" : "+d"(term));
        sum += term;
    }
    product[row] = sum;
}
