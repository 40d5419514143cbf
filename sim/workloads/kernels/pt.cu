// The cheapest way through a grid, row after row: from an element to one of the three below it. A TB of 1024 threads
// computes `steps` rows in shared memory, each for one element fewer on both sides, so that TBs overlap.
#include "redundancy.cuh"

const int THREADS = 1024;

extern "C" __global__ void pt(int steps, const int *wall, const int *from, int *to, int columns, int first_row)
{
    __shared__ int before[THREADS];
    __shared__ int after[THREADS];

    int thread = threadIdx.x;
    int left = (THREADS - 2 * steps) * (int)blockIdx.x - steps;
    int column = left + thread;
    int first = first_valid(left);
    int last = last_valid(left, THREADS, columns);
    int west = thread - 1 < first ? first : thread - 1;
    int east = thread + 1 > last ? last : thread + 1;
    bool valid = within(thread, first, last);
    if (within(column, 0, columns - 1))
        before[thread] = from[column];
    __syncthreads();
    bool computed = false;
    for (int i = 0; i < steps; i++) {
        computed = false;
        if (within(thread, i + 1, THREADS - i - 2) && valid) {
            computed = true;
            int cheapest = before[west];
            cheapest = before[thread] < cheapest ? before[thread] : cheapest;
            cheapest = before[east] < cheapest ? before[east] : cheapest;
            after[thread] = cheapest + wall[columns * (first_row + i) + column];
        }
        __syncthreads();
        if (i == steps - 1)
            break;
        if (computed)
            before[thread] = after[thread];
        __syncthreads();
    }
    if (computed)
        to[column] = after[thread];
}
