// Quicksort of each thread's row in global memory with a stack of its own, in local memory, of the parts still to do;
// short parts by insertion. Loops that end in the middle, in lanes at different times.
#include "heddle.h"

KERNEL quicksort(s32 *rows, u32 length, u32 row_count)
{
    u32 row = thread_id();
    if (row >= row_count)
        return;
    s32 *values = rows + row * length;
    s16 stack[2 * 16];
    int depth = 0;
    stack[depth++] = 0;
    stack[depth++] = (s16)(length - 1);
    while (depth > 0) {
        int high = stack[--depth], low = stack[--depth];
        if (high - low < 6) {
            for (int i = low + 1; i <= high; i++) {
                s32 moved = values[i];
                int at = i;
                for (; at > low && values[at - 1] > moved; at--)
                    values[at] = values[at - 1];
                values[at] = moved;
            }
            continue;
        }
        s32 pivot = values[(low + high) / 2];
        int up = low - 1, down = high + 1;
        for (;;) {
            while (values[++up] < pivot)
                ;
            while (values[--down] > pivot)
                ;
            if (up >= down)
                break;
            s32 swap = values[up];
            values[up] = values[down];
            values[down] = swap;
        }
        // The larger part waits, so that the stack stays logarithmic.
        bool low_first = down - low < high - down - 1;
        stack[depth++] = (s16)(low_first ? down + 1 : low);
        stack[depth++] = (s16)(low_first ? high : down);
        stack[depth++] = (s16)(low_first ? low : down + 1);
        stack[depth++] = (s16)(low_first ? down : high);
    }
}
