// arch: sm_80
// clang: -Xclang -target-feature -Xclang +ptx74
// A gather that says beforehand what it will read and how long to keep it: prefetches to both levels, eviction
// priorities, a prefetch size. Hints change nothing that is read.
#include "heddle.h"

INLINE u32 kept(const u32 *p)
{
    u32 value;
    asm volatile("ld.global.L1::evict_last.u32 %0, [%1];" : "=r"(value) : "l"(p));
    return value;
}

INLINE u32 passed(const u32 *p)
{
    u32 value;
    asm volatile("ld.global.L1::no_allocate.L2::128B.u32 %0, [%1];" : "=r"(value) : "l"(p));
    return value;
}

KERNEL prefetches(const u32 *values, const u32 *places, u32 *gathered, u32 count)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    const u32 *place = places + i, *next = places + (i + 1) % count;
    asm volatile("prefetch.global.L2 [%0];" ::"l"(next));
    asm volatile("prefetch.global.L1 [%0];" ::"l"(place));
    asm volatile("prefetch.global.L2::evict_last [%0];" ::"l"(values));
    asm volatile("prefetchu.L1 [%0];" ::"l"(next));
    u32 value = values[kept(place)] + passed(next);
    asm volatile("st.global.L1::no_allocate.u32 [%0], %1;" ::"l"(gathered + i), "r"(value) : "memory");
}
