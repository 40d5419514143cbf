// The permutation of a fast Fourier transform: element i goes to the place whose index is i with its bits reversed;
// and reversals of 64-bit words.
#include "heddle.h"

KERNEL bit_reversal(const u32 *in, const u64 *wide_in, u32 count, u32 *out, u64 *wide_out)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    // count is a power of two.
    u32 unused_bits = __clz(count) + 1;
    out[__brev(i) >> unused_bits] = in[i];
    wide_out[i] = __brevll(wide_in[i]) + __brevll(i);
}
