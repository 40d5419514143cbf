// Numerical integration of functions chosen at run time: pointers to device functions in tables, with several
// prototypes, called by lanes that differ in their choice; one pointer is passed on as an argument.
#include "heddle.h"

typedef s32 (*Function)(s32);
typedef u64 (*Combine)(u64, s32, u8);

static __device__ __noinline__ s32 square(s32 x) { return x * x; }
static __device__ __noinline__ s32 negated(s32 x) { return -x; }
static __device__ __noinline__ s32 bits(s32 x) { return __popc((u32)x); }
static __device__ __noinline__ s32 collatz(s32 x)
{
    s32 steps = 0;
    while (x > 1) {
        x = x & 1 ? 3 * x + 1 : x / 2;
        steps++;
    }
    return steps;
}
static __device__ __noinline__ u64 plus(u64 sum, s32 value, u8 weight) { return sum + (u64)(s64)value * weight; }
static __device__ __noinline__ u64 mixed(u64 sum, s32 value, u8 weight) { return (sum << weight | sum >> (64 - weight)) ^ (u32)value; }

__device__ const Function functions[4] = {square, negated, bits, collatz};
__device__ const Combine combines[2] = {plus, mixed};

static __device__ __noinline__ u64 integral(Function function, Combine combine, s32 from, s32 to)
{
    u64 sum = 0;
    for (s32 x = from; x < to; x++)
        sum = combine(sum, function(x), (u8)(x % 5 + 1));
    return sum;
}

KERNEL function_table(const u32 *choices, u64 *integrals, u32 count)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    u32 choice = choices[i];
    integrals[i] = integral(functions[choice & 3], combines[choice >> 2 & 1], (s32)(i % 7), (s32)(i % 7 + 3 + choice % 4));
}
