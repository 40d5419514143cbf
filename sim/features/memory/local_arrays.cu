// A heap sort of an array of each thread's own and a histogram of its digits: indices known only at run time, so both
// arrays live in local memory; elements of 4, 2 and 8 bytes.
#include "heddle.h"

const int COUNT = 20;

INLINE void sift(u32 *heap, int root, int count)
{
    for (int child; (child = 2 * root + 1) < count; root = child) {
        if (child + 1 < count && heap[child] < heap[child + 1])
            child++;
        if (heap[root] >= heap[child])
            return;
        u32 moved = heap[root];
        heap[root] = heap[child];
        heap[child] = moved;
    }
}

KERNEL local_arrays(const u32 *in, u32 *sorted, u64 *digits, u32 rows)
{
    u32 row = thread_id();
    if (row >= rows)
        return;
    u32 heap[COUNT];
    u16 counts[16] = {0};
    u64 sums[4] = {1, 2, 3, 4};
    for (int i = 0; i < COUNT; i++) {
        u32 value = in[row * COUNT + i];
        heap[i] = value;
        counts[value & 15]++;
        sums[value >> 30] += value;
    }
    for (int root = COUNT / 2; root-- > 0;)
        sift(heap, root, COUNT);
    for (int last = COUNT; --last > 0;) {
        u32 top = heap[0];
        heap[0] = heap[last];
        heap[last] = top;
        sift(heap, 0, last);
    }
    for (int i = 0; i < COUNT; i++)
        sorted[row * COUNT + i] = heap[i];
    u64 digest = 0;
    for (int i = 0; i < 16; i++)
        digest = digest * 21 + counts[i];
    digits[row] = digest ^ sums[in[row * COUNT] & 3];
}
