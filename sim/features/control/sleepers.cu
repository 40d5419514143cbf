// arch: sm_70
// clang: -Xclang -target-feature -Xclang +ptx70
// Warps that wait for a flag with a sleep that doubles, as a polite spin lock does; another warp raises it.
#include "heddle.h"
#include "warps.h"
#include "atomics.h"

KERNEL sleepers(u32 *flags, u32 *seen)
{
    u32 i = thread_id();
    if (threadIdx.x < 32) {
        __nanosleep(100);
        __threadfence();
        if (threadIdx.x == 0)
            atomicExch(&flags[blockIdx.x], 41u + blockIdx.x);
        seen[i] = 1;
        return;
    }
    u32 flag;
    for (u32 pause = 8; (flag = *(volatile u32 *)&flags[blockIdx.x]) == 0; pause = pause < 256 ? pause * 2 : 256)
        __nanosleep(pause);
    seen[i] = flag + 1;
}
