// clang: -O0 -g
// nvrtc: --device-debug --generate-line-info
// Built for a debugger: line numbers and sections of debug information, every variable in local memory, every call
// made; a matrix power by squaring with functions, a structure by value and nested loops.
#include "heddle.h"

struct Square {
    u32 m[2][2];
};

static __device__ Square product(Square a, Square b)
{
    Square c;
    for (int row = 0; row < 2; row++)
        for (int column = 0; column < 2; column++) {
            u32 sum = 0;
            for (int k = 0; k < 2; k++)
                sum += a.m[row][k] * b.m[k][column];
            c.m[row][column] = sum;
        }
    return c;
}

static __device__ Square power(Square base, u32 exponent)
{
    Square result = {{{1, 0}, {0, 1}}};
    while (exponent != 0) {
        if (exponent & 1)
            result = product(result, base);
        base = product(base, base);
        exponent /= 2;
    }
    return result;
}

// Fibonacci numbers modulo 2^32.
KERNEL debug_build(const u32 *in, u32 *out, u32 count)
{
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count) {
        Square step = {{{1, 1}, {1, 0}}};
        out[i] = power(step, in[i]).m[0][1];
    }
}
