// What the kernels of the DARSIE study use beyond heddle.cuh: constant memory, and the mathematics of CUDA C.
#pragma once
#include "heddle.cuh"

#define __constant__ __attribute__((constant))

// A vector that is loaded by one instruction, even if a part of it is not used.
typedef float float4 __attribute__((ext_vector_type(4)));

// a * b + c, rounded once. Sums of products are written with it, so that the order of roundings is in the source.
__device__ __forceinline__ float fmaf(float a, float b, float c)
{
    return __builtin_fmaf(a, b, c);
}

// a * b, which no compiler joins with an addition.
__device__ __forceinline__ float product(float a, float b)
{
    return __nvvm_mul_rn_f(a, b);
}

__device__ __forceinline__ float fmaxf(float a, float b)
{
    return __nvvm_fmax_f(a, b);
}

__device__ __forceinline__ float sqrtf(float value)
{
    return __nvvm_sqrt_rn_f(value);
}

// e to the power of `value`, by the approximate power of two.
__device__ __forceinline__ float expf(float value)
{
    return __nvvm_ex2_approx_f(value * 1.44269504f);
}

// The natural logarithm, by the approximate one to base two.
__device__ __forceinline__ float logf(float value)
{
    return __nvvm_lg2_approx_f(value) * 0.693147181f;
}

// The nearest index of an array of `size` elements, as a texture is addressed that clamps its coordinates.
__device__ __forceinline__ int clamped(int at, int size)
{
    int not_below = at < 0 ? 0 : at;
    return not_below < size ? not_below : size - 1;
}

// Whether `at` is one of `first` to `last`.
__device__ __forceinline__ bool within(int at, int first, int last)
{
    return at >= first && at <= last;
}

// The first and the last of the `threads` elements from `begin` on that are among `size` elements, counted from `begin`.
__device__ __forceinline__ int first_valid(int begin)
{
    return begin < 0 ? -begin : 0;
}

__device__ __forceinline__ int last_valid(int begin, int threads, int size)
{
    return begin + threads > size ? size - 1 - begin : threads - 1;
}
