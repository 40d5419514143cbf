// Quicksort: a TB divides a range about one of its keys, which finds its place, and both parts are sorted in the same
// way. Ranges of few keys, and those of the last level, are sorted by bubble sort.
#include "sorting.cuh"

struct AboutPivot {
    unsigned pivot;

    __device__ __forceinline__ int operator()(unsigned key) const
    {
        return key < pivot ? -1 : key > pivot;
    }
};

struct QuickRange : Range {
    // A part of each range waits while the other one is sorted.
    static const unsigned MOST_WAITING = 25; // the host allows 24 levels

    __device__ __forceinline__ QuickRange of_tb(const Sort &, unsigned) const
    {
        return *this;
    }

    __device__ __forceinline__ bool divide(const Sort &sort, QuickRange &part) const
    {
        if (count < sort.limits.smallest || level == sort.levels) {
            finish(sort, *this);
            return false;
        }
        unsigned pivot = keys(sort)[count / 2], less, more;
        divide_keys(sort, *this, AboutPivot{pivot}, less, more);
        for (unsigned i = less + threadIdx.x; i < count - more; i += TASK_THREADS)
            result(sort)[i] = pivot;
        return Range::part(less, more, part);
    }
};

RECURSIVE_KERNELS(quicksort, QuickRange)
