// Sums of floating-point numbers by atomics: single precision has one, double precision gets one by compare-and-swap
// and so do the largest float and a product. Inputs are multiples of a power of two, so that no addition rounds.
#include "heddle.h"
#include "atomics.h"

INLINE void add(double *sum, double value)
{
    u64 *bits = (u64 *)sum, expected, seen = *(volatile u64 *)bits;
    do {
        expected = seen;
        seen = atomicCAS(bits, expected, (u64)__double_as_longlong(value + __longlong_as_double((s64)expected)));
    } while (seen != expected);
}

INLINE void raise(float *largest, float value)
{
    u32 *bits = (u32 *)largest, seen = *(volatile u32 *)bits;
    while (__uint_as_float(seen) < value) {
        u32 expected = seen;
        seen = atomicCAS(bits, expected, __float_as_uint(value));
        if (seen == expected)
            break;
    }
}

KERNEL float_sums(const float *in, u32 count, float *sum, double *squares, float *largest)
{
    __shared__ float tb_sum;
    __shared__ double tb_squares;
    if (threadIdx.x == 0) {
        tb_sum = 0;
        tb_squares = 0;
    }
    __syncthreads();
    u32 i = thread_id();
    if (i < count) {
        float value = in[i];
        // The sum before this addition is one of the sums on the way, so a multiple of 1/8 too.
        float before = atomicAdd(&tb_sum, value);
        if (before * 8 != (float)(s32)(before * 8))
            raise(largest, 1e30f);
        add(&tb_squares, (double)value * value);
        raise(largest, value);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(sum, tb_sum);
        add(squares, tb_squares);
    }
}
