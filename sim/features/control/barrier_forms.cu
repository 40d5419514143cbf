// arch: sm_70
// clang: -Xclang -target-feature -Xclang +ptx70
// A wave front over a grid of cells by the barriers of sm_70: barrier.sync of all threads from divergent code, of two
// warps by number and count, arrivals, and a reduction at a barrier with a number of its own.
#include "heddle.h"

INLINE u32 counted(u32 barrier, u32 threads, bool vote)
{
    u32 result;
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %3, 0; barrier.red.popc.u32 %0, %1, %2, p; }"
                 : "=r"(result)
                 : "r"(barrier), "r"(threads), "r"((u32)vote)
                 : "memory");
    return result;
}

INLINE bool any_without(u32 barrier, u32 threads, bool vote)
{
    u32 result;
    asm volatile("{ .reg .pred p, q; setp.ne.u32 p, %3, 0; barrier.red.or.pred q, %1, %2, !p; selp.u32 %0, 1, 0, q; }"
                 : "=r"(result)
                 : "r"(barrier), "r"(threads), "r"((u32)vote)
                 : "memory");
    return result != 0;
}

// 64 threads: cell (row, column) is its own number plus the larger of the cells above and to the left.
KERNEL barrier_forms(const u32 *in, u32 *out, u32 *even, u32 *all_even, u32 rows)
{
    __shared__ u32 above[64], left[64];
    u32 t = threadIdx.x;
    const u32 *numbers = in + blockIdx.x * rows * 64;
    above[t] = 0;
    left[t] = 0;
    asm volatile("barrier.sync 0;" ::: "memory");
    for (u32 step = 0; step < rows + 63; step++) {
        // Thread t works on row step - t.
        bool working = step >= t && step - t < rows;
        u32 cell = 0;
        if (working) {
            u32 before = t == 0 ? 0 : left[t - 1];
            cell = numbers[(step - t) * 64 + t] + (above[t] > before ? above[t] : before);
            asm volatile("barrier.sync 1, 64;" ::: "memory");
        } else {
            asm volatile("barrier.sync 1, 64;" ::: "memory");
        }
        if (working) {
            above[t] = cell;
            left[t] = cell;
        }
        asm volatile("barrier.sync.aligned 2, 64;" ::: "memory");
    }
    out[blockIdx.x * 64 + t] = above[t];
    u32 evens = counted(3, 64, above[t] % 2 == 0);
    bool none_odd = !any_without(4, 64, above[t] % 2 == 0);
    if (t < 32) {
        asm volatile("barrier.arrive 5, 64;" ::: "memory");
    } else {
        asm volatile("barrier.sync 5, 64;" ::: "memory");
        if (t == 32) {
            even[blockIdx.x] = evens;
            all_even[blockIdx.x] = none_odd;
        }
    }
}
