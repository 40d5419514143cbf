// A binary search that checks its own work: assertions that hold and a trap behind a condition that is never true, so
// that the calls are there and are not taken.
#include "heddle.h"

#ifdef __CUDACC_RTC__
#define CHECK(condition) assert(condition)
#else
extern "C" __device__ void __assertfail(const char *message, const char *file, unsigned line, const char *function, size_t char_size);
#define CHECK(condition) ((condition) ? (void)0 : __assertfail(#condition, "checks.cu", __LINE__, __func__, 1))
#endif

KERNEL checks(const u32 *sorted, u32 length, const u32 *wanted, u32 *places, u32 count)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    u32 low = 0, high = length;
    while (low < high) {
        u32 middle = low + (high - low) / 2;
        CHECK(middle < length);
        if (sorted[middle] < wanted[i])
            low = middle + 1;
        else
            high = middle;
    }
    if (low > length)
#ifdef __CUDACC_RTC__
        __trap();
#else
        __builtin_trap();
#endif
    CHECK(low == length || sorted[low] >= wanted[i]);
    places[i] = low;
}
