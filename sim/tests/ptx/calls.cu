// Device functions that are not inlined: a loop, a recursion, and a structure by value.
#include "../../workloads/kernels/heddle.cuh"

struct Mixed {
    char c;
    short s;
    int i;
    double d;
    unsigned long long u;
};

__attribute__((noinline)) __device__ unsigned gcd(unsigned a, unsigned b)
{
    while (b) {
        unsigned rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

__attribute__((noinline)) __device__ unsigned fibonacci(unsigned n)
{
    return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

__attribute__((noinline)) __device__ Mixed changed(Mixed m, double by)
{
    m.c = -m.c;
    m.s *= 3;
    m.i += m.s;
    m.d *= by;
    m.u = m.u * 6364136223846793005ull + m.i;
    return m;
}

extern "C" __global__ void calls(unsigned long long *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    Mixed m = {(char)i, (short)(i * 5), (int)i, i * 0.5, i};
    m = changed(m, 1.25);
    out[i] = gcd(i * 12, i * i + 18) * 1000ull + fibonacci(i % 9) + m.c + m.s + (unsigned long long)m.d + m.u;
}
