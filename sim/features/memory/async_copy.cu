// arch: sm_80
// clang: -Xclang -target-feature -Xclang +ptx70
// Row sums through two buffers in shared memory that are filled behind the back of the threads (cp.async): while one
// tile is summed, the next is under way. Copies of 4 and 16 bytes, one of them filled up with zeros.
#include "heddle.h"

const u32 TILE = 64;

INLINE void copy(u32 *to, const u32 *from, u32 bytes)
{
    u32 shared;
    asm volatile("{ .reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t; }" : "=r"(shared) : "l"(to));
    asm volatile("cp.async.ca.shared.global [%0], [%1], 4, %2;" ::"r"(shared), "l"(from), "r"(bytes) : "memory");
}

INLINE void copy_quad(u32 *to, const u32 *from)
{
    u32 shared;
    asm volatile("{ .reg .u64 t; cvta.to.shared.u64 t, %1; cvt.u32.u64 %0, t; }" : "=r"(shared) : "l"(to));
    asm volatile("cp.async.cg.shared.global [%0], [%1], 16;" ::"r"(shared), "l"(from) : "memory");
}

// One row a TB of 64 threads; `length` counts words, those behind the last whole tile are copied one by one.
KERNEL async_copy(const u32 *in, u32 length, u32 *sums)
{
    __shared__ __align__(16) u32 tiles[2][TILE];
    __shared__ u32 parts[TILE];
    u32 t = threadIdx.x, tiles_in_all = (length + TILE - 1) / TILE, sum = 0;
    const u32 *row = in + blockIdx.x * length;
    for (u32 tile = 0; tile <= tiles_in_all; tile++) {
        if (tile < tiles_in_all) {
            u32 first = tile * TILE;
            if (first + TILE > length)
                copy(&tiles[tile & 1][t], row + (first + t < length ? first + t : 0), first + t < length ? 4 : 0);
            else if (t < TILE / 4)
                copy_quad(&tiles[tile & 1][4 * t], row + first + 4 * t);
            asm volatile("cp.async.commit_group;" ::: "memory");
        }
        if (tile == 0)
            continue;
        if (tile < tiles_in_all)
            asm volatile("cp.async.wait_group 1;" ::: "memory");
        else
            asm volatile("cp.async.wait_all;" ::: "memory");
        __syncthreads();
        sum = sum * 3 + tiles[(tile - 1) & 1][TILE - 1 - t];
        __syncthreads();
    }
    parts[t] = sum;
    __syncthreads();
    if (t == 0) {
        for (u32 other = 1; other < TILE; other++)
            sum += parts[other];
        sums[blockIdx.x] = sum;
    }
}
