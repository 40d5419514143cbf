// arch: sm_80
// clang: -Xclang -target-feature -Xclang +ptx70
// Summaries of each warp by one instruction each (redux.sync), of all lanes and of the odd and even ones apart.
#include "heddle.h"
#include "warps.h"

struct Summary {
    s32 sum, least, most;
    u32 low, high, all_ones, any_ones, parity;
};

INLINE Summary summary(u32 lanes, u32 v)
{
    Summary s;
    s.sum = (s32)__reduce_add_sync(lanes, v);
    s.least = __reduce_min_sync(lanes, (s32)v);
    s.most = __reduce_max_sync(lanes, (s32)v);
    s.low = __reduce_min_sync(lanes, v);
    s.high = __reduce_max_sync(lanes, v);
    s.all_ones = __reduce_and_sync(lanes, v | 0xf);
    s.any_ones = __reduce_or_sync(lanes, v & 0xffff0000u);
    s.parity = __reduce_xor_sync(lanes, v);
    return s;
}

KERNEL redux(const u32 *in, Summary *whole, Summary *halves)
{
    u32 i = thread_id();
    whole[i] = summary(ALL_LANES, in[i]);
    if (i % 2)
        halves[i] = summary(0xaaaaaaaau, in[i]);
    else
        halves[i] = summary(0x55555555u, in[i]);
}
