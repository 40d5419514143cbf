// Inner join of two relations of (key, value) tuples, of which the right one is sorted by key.
// The result is ordered: the matches of each left tuple follow those of the one before it, in the order of the right
// relation. So each left tuple must know how many matches precede its own:
//   join_count    finds the matches of each left tuple by binary search, and scans their numbers within each TB
//   join_offsets  scans the sums of the TBs
//   join_<way>    gathers the matches: a parent's item is a left tuple, a child's item one match.
#include "nested.cuh"

// Threads of a TB that scans; the host knows it.
const unsigned SCAN_THREADS = 256;

// The sum of `value` over the threads before this one; `total` becomes that over all. All threads of a TB call this.
static __device__ __forceinline__ unsigned scan_block(unsigned value, unsigned &total)
{
    // Volatile: clang 14 would move accesses across barriers.
    __shared__ volatile unsigned sums[SCAN_THREADS];
    sums[threadIdx.x] = value;
    __syncthreads();
    for (unsigned distance = 1; distance < SCAN_THREADS; distance *= 2) {
        unsigned before = threadIdx.x >= distance ? sums[threadIdx.x - distance] : 0;
        __syncthreads();
        sums[threadIdx.x] += before;
        __syncthreads();
    }
    total = sums[SCAN_THREADS - 1];
    unsigned inclusive = sums[threadIdx.x];
    // The next scan overwrites the sums.
    __syncthreads();
    return inclusive - value;
}

// How many of the sorted keys are smaller than `key`, or at most it.
template <bool OR_EQUAL>
static __device__ __forceinline__ unsigned keys_below(const unsigned *keys, unsigned count, unsigned key)
{
    unsigned low = 0, high = count;
    while (low < high) {
        unsigned middle = low + (high - low) / 2;
        if (keys[middle] < key || (OR_EQUAL && keys[middle] == key))
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

extern "C" __global__ void join_count(const unsigned *left_keys, unsigned left_count, const unsigned *right_keys,
                                      unsigned right_count, unsigned *firsts, unsigned *counts, unsigned *offsets,
                                      unsigned *block_sums)
{
    unsigned left = blockIdx.x * SCAN_THREADS + threadIdx.x;
    unsigned count = 0;
    if (left < left_count) {
        unsigned key = left_keys[left];
        unsigned first = keys_below<false>(right_keys, right_count, key);
        count = keys_below<true>(right_keys, right_count, key) - first;
        firsts[left] = first;
        counts[left] = count;
    }
    unsigned total;
    unsigned before = scan_block(count, total);
    if (left < left_count)
        offsets[left] = before;
    if (threadIdx.x == 0)
        block_sums[blockIdx.x] = total;
}

// One TB: replaces each sum by that of the blocks before it, and appends the sum of all.
extern "C" __global__ void join_offsets(unsigned *block_sums, unsigned blocks)
{
    unsigned before = 0;
    for (unsigned first = 0; first < blocks; first += SCAN_THREADS) {
        unsigned block = first + threadIdx.x;
        unsigned total;
        unsigned within = scan_block(block < blocks ? block_sums[block] : 0, total);
        if (block < blocks)
            block_sums[block] = before + within;
        before += total;
    }
    if (threadIdx.x == 0)
        block_sums[blocks] = before;
}

// Where the tuples of the result go, column by column.
struct Columns {
    unsigned *keys;
    unsigned *left_values;
    unsigned *right_values;
};

// The matches of one left tuple, still to be gathered.
struct Matches {
    Columns result;
    const unsigned *right_values; // the first that matches
    unsigned offset;              // in the result
    unsigned key;
    unsigned left_value;
    unsigned items;

    static const unsigned TB_THREADS = 64;
    static const unsigned DEPTH = 1;

    __device__ __forceinline__ bool operator()(unsigned match, Matches &) const
    {
        result.keys[offset + match] = key;
        result.left_values[offset + match] = left_value;
        result.right_values[offset + match] = right_values[match];
        return false;
    }
};

struct LeftTuples {
    Columns result;
    const unsigned *keys;
    const unsigned *values;
    const unsigned *right_values;
    const unsigned *firsts;
    const unsigned *counts;
    const unsigned *offsets;
    const unsigned *block_offsets;
    unsigned items;

    __device__ __forceinline__ bool operator()(unsigned left, Matches &matches) const
    {
        unsigned offset = block_offsets[left / SCAN_THREADS] + offsets[left];
        matches = {result, right_values + firsts[left], offset, keys[left], values[left], counts[left]};
        return true;
    }
};

NESTED_KERNELS(join, LeftTuples, Matches)
