// One function sums words wherever they are: it gets a pointer that is to global, shared, local or constant memory,
// is not inlined and so must use generic addresses; it also tells which of them it has been given.
#include "heddle.h"
#include "caches.h"

__constant__ u32 primes[8] = {2, 3, 5, 7, 11, 13, 17, 19};

// The sum, and above it a bit for the space the words are in.
static __device__ __noinline__ u64 summed(const u32 *words, u32 count)
{
    u32 sum = 0;
    for (u32 i = 0; i < count; i++)
        sum = sum * 31 + words[i];
    u32 space = (__isGlobal(words) ? 1 : 0) | (__isShared(words) ? 2 : 0) | (__isLocal(words) ? 4 : 0);
    return (u64)space << 32 | sum;
}

// Writes through a pointer that is to shared or to local memory, as the lane's number says.
static __device__ __noinline__ void scatter(u32 *to, u32 count, u32 seed)
{
    for (u32 i = 0; i < count; i++)
        to[(i * 3 + seed) % count] = seed * 1000 + i;
}

KERNEL generic_pointers(const u32 *in, u64 *out)
{
    __shared__ u32 rows[64][8];
    u32 own[8];
    u32 t = threadIdx.x;
    u32 *target = t % 2 ? rows[t] : own;
    scatter(own, 8, 7);
    scatter(rows[t], 8, 9);
    scatter(target, 8, t);
    __syncthreads();
    u32 i = thread_id();
    out[5 * i] = summed(in + i, 8);
    out[5 * i + 1] = summed(rows[t ^ 1], 8);
    out[5 * i + 2] = summed(own, 8);
    out[5 * i + 3] = summed(target, 8);
    // Which space a constant is in besides its own is not defined.
    out[5 * i + 4] = (u32)summed(primes, 8);
}
