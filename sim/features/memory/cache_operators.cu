// A checksum of a buffer read with every cache operator and copied with every one for stores: operators change where
// data is cached and never what is read. The volatile read and the store before it stay in order.
#include "heddle.h"
#include "caches.h"

KERNEL cache_operators(const u32 *in, u32 *out, volatile u32 *scratch, u32 count)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    u32 sum = __ldg(in + i) + 3 * __ldca(in + (i + 1) % count) + 5 * __ldcg(in + (i + 2) % count) +
              7 * __ldcs(in + (i + 3) % count) + 11 * __ldlu(in + (i + 4) % count) + 13 * __ldcv(in + (i + 5) % count);
    scratch[i] = sum;
    sum ^= scratch[i] >> 7;
    __stwb(out + 4 * i, sum);
    __stcg(out + 4 * i + 1, sum + 1);
    __stcs(out + 4 * i + 2, sum + 2);
    __stwt(out + 4 * i + 3, sum + 3);
}
