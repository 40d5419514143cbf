// arch: sm_70
// clang: -Xclang -target-feature -Xclang +ptx70
// Messages from one half of each TB to the other with the memory model's own instructions: a store that releases, a
// load that acquires, relaxed accesses, and fences of both strengths and all scopes.
#include "heddle.h"

INLINE u32 acquired(const u32 *p)
{
    u32 value;
    asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(value) : "l"(p) : "memory");
    return value;
}

KERNEL message_pass(u32 *flags, u32 *letters, u32 *answers)
{
    u32 half = blockDim.x / 2, pair = blockIdx.x * half + threadIdx.x % half;
    if (threadIdx.x < half) {
        asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(letters + pair), "r"(pair * 7 + 1) : "memory");
        asm volatile("fence.acq_rel.gpu;" ::: "memory");
        asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(flags + pair), "r"(1) : "memory");
    } else {
        // The sender is in another warp, so this waits for a warp that can run.
        while (acquired(flags + pair) == 0)
            ;
        u32 letter, before;
        asm volatile("ld.relaxed.sys.global.u32 %0, [%1];" : "=r"(letter) : "l"(letters + pair) : "memory");
        asm volatile("fence.sc.cta;" ::: "memory");
        asm volatile("atom.acq_rel.gpu.global.exch.b32 %0, [%1], %2;" : "=r"(before) : "l"(flags + pair), "r"(2) : "memory");
        asm volatile("fence.sc.sys;" ::: "memory");
        asm volatile("red.relaxed.gpu.global.add.u32 [%0], %1;" ::"l"(answers + pair), "r"(letter + before) : "memory");
    }
}
