// printf from lanes that diverge: no arguments, integers of several sizes, a double, a string and a percent sign; the
// value returned is the number of arguments.
#include "heddle.h"

#ifndef __CUDACC_RTC__
extern "C" __device__ int printf(const char *, ...);
#endif

KERNEL messages(const u32 *in, u32 *out, u32 count)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    int printed = -1;
    if (in[i] % 8 == 0)
        printed = printf("thread %u: %d, %x and %lld\n", i, (int)in[i] - 50, in[i], (long long)in[i] << 33);
    else if (in[i] % 8 == 1)
        printed = printf("half of %s is %.2f, 100%%\n", in[i] & 16 ? "sixteen" : "zero", in[i] * 0.5);
    else if (i == 0)
        printed = printf("nothing to say\n");
    out[i] = (u32)printed;
}
