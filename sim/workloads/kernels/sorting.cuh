// What the recursive sorts have in common: a TB divides a range of keys in two, which are sorted in the same way.
// A range is divided from one buffer into the other, so levels take turns with the two.
#pragma once
#include "recursion.cuh"

// Keys that are sorted in shared memory at most.
const unsigned TILE_KEYS = 128;

// What all ranges share; the host knows this layout.
struct Sort {
    unsigned *even; // keys of ranges of even levels, and the result
    unsigned *odd;
    unsigned levels; // the last level there is
    Limits limits;
};

// The keys from `first` on; the host knows this layout.
struct Range {
    typedef Sort Common;

    unsigned first;
    unsigned count;
    unsigned level;

    __device__ __forceinline__ unsigned size() const
    {
        return count;
    }

    __device__ __forceinline__ unsigned *keys(const Sort &sort) const
    {
        return (level % 2 == 0 ? sort.even : sort.odd) + first;
    }

    __device__ __forceinline__ unsigned *divided_keys(const Sort &sort) const
    {
        return (level % 2 == 0 ? sort.odd : sort.even) + first;
    }

    __device__ __forceinline__ unsigned *result(const Sort &sort) const
    {
        return sort.even + first;
    }

    // In the first two threads, the first `less` keys and the last `more`, unless there are none.
    __device__ __forceinline__ bool part(unsigned less, unsigned more, Range &part) const
    {
        part = *this;
        part.level++;
        part.count = threadIdx.x == 0 ? less : more;
        part.first += threadIdx.x == 0 ? 0 : count - more;
        return threadIdx.x < 2 && part.count > 0;
    }
};

// All functions below are called by all threads of a TB.

// Bubble sort, with as many pairs of neighbours at a time as there are threads: those that begin at even places, then
// those at odd ones.
static __device__ __forceinline__ void bubble_sort(unsigned *keys, unsigned count)
{
    for (unsigned round = 0; round < count; round++) {
        for (unsigned low = round % 2 + 2 * threadIdx.x; low + 1 < count; low += 2 * TASK_THREADS) {
            unsigned a = keys[low], b = keys[low + 1];
            if (a > b) {
                keys[low] = b;
                keys[low + 1] = a;
            }
        }
        __syncthreads();
    }
}

static __device__ __forceinline__ void copy(unsigned *to, const unsigned *from, unsigned count)
{
    for (unsigned i = threadIdx.x; i < count; i += TASK_THREADS)
        to[i] = from[i];
}

// Sorts a range that is not divided any more.
static __device__ __forceinline__ void finish(const Sort &sort, const Range &range)
{
    __shared__ unsigned tile[TILE_KEYS];
    unsigned *keys = range.keys(sort);
    if (range.count <= TILE_KEYS) {
        unsigned *shared = hidden(tile);
        copy(shared, keys, range.count);
        keys = shared;
    }
    __syncthreads();
    bubble_sort(keys, range.count);
    if (keys != range.result(sort))
        copy(range.result(sort), keys, range.count);
}

// Moves a range's keys to the other buffer, those that `side` gives a negative number to the front, and those that it
// gives a positive one to the back. Counts both.
template <class Side>
static __device__ __forceinline__ void divide_keys(const Sort &sort, const Range &range, const Side &side,
                                                   unsigned &less, unsigned &more)
{
    __shared__ unsigned warp_sums[TASK_THREADS / WARP_LANES];
    unsigned *sums = hidden(warp_sums);
    const unsigned *from = range.keys(sort);
    unsigned *to = range.divided_keys(sort);
    unsigned warp = threadIdx.x / WARP_LANES;
    less = 0;
    more = 0;
    for (unsigned begin = 0; begin < range.count; begin += TASK_THREADS) {
        bool within = begin + threadIdx.x < range.count;
        unsigned key = within ? from[begin + threadIdx.x] : 0;
        int where = within ? side(key) : 0;
        // Both sides are counted in one word.
        unsigned mine = where < 0 ? 1 : where > 0 ? 1 << 16 : 0;
        unsigned before = sum_up_to_lane(mine);
        if (threadIdx.x % WARP_LANES == WARP_LANES - 1)
            sums[warp] = before;
        before -= mine;
        __syncthreads();
        unsigned total = 0;
        for (unsigned other = 0; other < TASK_THREADS / WARP_LANES; other++) {
            unsigned sum = sums[other];
            before += other < warp ? sum : 0;
            total += sum;
        }
        if (where < 0)
            to[less + (before & 0xffff)] = key;
        if (where > 0)
            to[range.count - 1 - more - (before >> 16)] = key;
        less += total & 0xffff;
        more += total >> 16;
        // The next keys overwrite the sums.
        __syncthreads();
    }
}
