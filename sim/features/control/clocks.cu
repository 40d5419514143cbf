// What a kernel can ask about where and when it runs: clocks only go forward within a thread, the SMX has a number
// below the number of SMXs, the warp and the lane follow from the thread.
#include "heddle.h"

#ifdef __CUDACC_RTC__
#define CLOCK() ((u32)clock())
#define CLOCK64() ((u64)clock64())
#else
#define CLOCK() ((u32)__nvvm_read_ptx_sreg_clock())
#define CLOCK64() ((u64)__nvvm_read_ptx_sreg_clock64())
#endif

#define REGISTER(name)                                          \
    INLINE u32 name()                                           \
    {                                                           \
        u32 value;                                              \
        asm volatile("mov.u32 %0, %%" #name ";" : "=r"(value)); \
        return value;                                           \
    }
REGISTER(smid)
REGISTER(nsmid)
REGISTER(warpid)
REGISTER(nwarpid)
REGISTER(laneid)
REGISTER(gridid)

INLINE u64 nanoseconds()
{
    u64 value;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(value)::"memory");
    return value;
}

// A bit for each fact that holds.
KERNEL clocks(u32 *facts, u32 *places)
{
    u32 i = thread_id(), before = CLOCK();
    u64 before64 = CLOCK64(), before_ns = nanoseconds();
    places[i] = 0;
    for (u32 k = 0; k < 10; k++)
        places[i] += k;
    u64 after_ns = nanoseconds(), after64 = CLOCK64();
    u32 after = CLOCK();
    facts[i] = (after - before < 0x80000000u && after != before) | (after64 > before64) << 1 | (after_ns >= before_ns) << 2 |
               (smid() < nsmid()) << 3 | (warpid() < nwarpid()) << 4 | (laneid() == i % 32) << 5;
    places[i] = places[i] * 1000 + laneid() + (gridid() != gridid() ? 500 : 0);
}
