// Knuth-Morris-Pratt search: thread 0 of each TB builds the failure table in shared memory, each thread then scans a
// piece of the text, which overlaps the next by the pattern's length; bytes throughout, read-only ones through __ldg.
#include "heddle.h"
#include "caches.h"

const u32 LONGEST = 32;

KERNEL string_search(const u8 *text, u32 length, const u8 *pattern, u32 pattern_length, u32 piece, u32 *counts)
{
    __shared__ u8 wanted[LONGEST];
    __shared__ s16 failure[LONGEST + 1];
    if (threadIdx.x < pattern_length)
        wanted[threadIdx.x] = __ldg(pattern + threadIdx.x);
    __syncthreads();
    if (threadIdx.x == 0) {
        s16 matched = -1;
        failure[0] = -1;
        for (u32 i = 0; i < pattern_length;) {
            while (matched >= 0 && wanted[i] != wanted[matched])
                matched = failure[matched];
            failure[++i] = ++matched;
        }
    }
    __syncthreads();
    u32 first = thread_id() * piece, found = 0;
    s16 matched = 0;
    for (u32 at = first; at < length && at < first + piece + pattern_length - 1; at++) {
        u8 here = __ldg(text + at);
        while (matched >= 0 && wanted[matched] != here)
            matched = failure[matched];
        if (++matched == (s16)pattern_length) {
            found++;
            matched = failure[matched];
        }
    }
    counts[thread_id()] = found;
}
