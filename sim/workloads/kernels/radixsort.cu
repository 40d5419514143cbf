// Radix sort from the most significant digit on: a TB puts the keys of a range into a bucket for each value of a digit,
// and the buckets are sorted by the next digit. A digit is a bit. Buckets of few keys are sorted by bubble sort.
#include "sorting.cuh"

struct ByBit {
    unsigned bit;

    __device__ __forceinline__ int operator()(unsigned key) const
    {
        return key >> bit & 1 ? 1 : -1;
    }
};

struct Bucket : Range {
    // One of the two buckets of each range waits while the other one is sorted.
    static const unsigned MOST_WAITING = 33; // keys have 32 bits at most

    __device__ __forceinline__ Bucket of_tb(const Sort &, unsigned) const
    {
        return *this;
    }

    __device__ __forceinline__ bool divide(const Sort &sort, Bucket &part) const
    {
        if (level == sort.levels) {
            // No digit is left, so all keys are equal.
            if (keys(sort) != result(sort))
                copy(result(sort), keys(sort), count);
            return false;
        }
        if (count < sort.limits.smallest) {
            finish(sort, *this);
            return false;
        }
        unsigned less, more;
        divide_keys(sort, *this, ByBit{sort.levels - 1 - level}, less, more);
        return Range::part(less, more, part);
    }
};

RECURSIVE_KERNELS(radixsort, Bucket)
