// Product of two sparse matrices, row by row: row i of the result is the sum of the right matrix's rows k, each times
// the left matrix's element (i, k). Values are words that wrap around, so sums are the same in any order.
// The result is dense, with a bit for each element that any product was added to.
// A parent's item is a row of the left matrix, a child's item one product of two elements.
//   spmm_<way>    multiplies
//   spmm_barrier  counts the elements of each row and of all, which a compressed result needs
#include "nested.cuh"

const unsigned WORD_BITS = 32;

// Rows, compressed: the elements of row r are offsets[r] .. offsets[r + 1].
struct Rows {
    const unsigned *offsets;
    const unsigned *columns;
    const unsigned *values;
};

// The products of one row, still to be added up.
struct RowProducts {
    const unsigned *left_columns; // of this row
    const unsigned *left_values;
    const unsigned *before; // how many products precede those of each element of the row
    Rows right;
    unsigned *sums;
    unsigned *pattern;
    unsigned elements; // of the left row
    unsigned items;

    static const unsigned TB_THREADS = 64;
    static const unsigned DEPTH = 1;

    __device__ __forceinline__ bool operator()(unsigned product, RowProducts &) const
    {
        // The last element whose products begin at or before this one; elements without products begin with the next.
        unsigned low = 0, high = elements;
        while (high - low > 1) {
            unsigned middle = (low + high) / 2;
            if (before[middle] <= product)
                low = middle;
            else
                high = middle;
        }
        unsigned element = right.offsets[left_columns[low]] + product - before[low];
        unsigned column = right.columns[element];
        reduceAdd(&sums[column], left_values[low] * right.values[element]);
        reduceOr(&pattern[column / WORD_BITS], 1u << column % WORD_BITS);
        return false;
    }
};

struct LeftRows {
    Rows left;
    Rows right;
    unsigned *before;  // by element of the left matrix
    unsigned *result;  // row after row
    unsigned *pattern; // the same, a bit each; a row begins with a word
    unsigned columns;  // of the result
    unsigned pattern_words; // of a row
    unsigned items;

    __device__ __forceinline__ bool operator()(unsigned row, RowProducts &products) const
    {
        unsigned first = left.offsets[row], end = left.offsets[row + 1];
        unsigned count = 0;
        for (unsigned element = first; element < end; element++) {
            before[element] = count;
            unsigned other = left.columns[element];
            count += right.offsets[other + 1] - right.offsets[other];
        }
        products = {left.columns + first,
                    left.values + first,
                    before + first,
                    right,
                    result + (size_t)row * columns,
                    pattern + (size_t)row * pattern_words,
                    end - first,
                    count};
        return true;
    }
};

NESTED_KERNELS(spmm, LeftRows, RowProducts)

// A warp counts a row.
extern "C" __global__ void spmm_barrier(const unsigned *pattern, unsigned pattern_words, unsigned rows,
                                        unsigned *row_elements, unsigned *all_elements)
{
    unsigned row = (blockIdx.x * blockDim.x + threadIdx.x) / WARP_LANES;
    unsigned lane = threadIdx.x % WARP_LANES;
    if (row >= rows)
        return;
    unsigned mine = 0;
    for (unsigned word = lane; word < pattern_words; word += WARP_LANES)
        mine += __builtin_popcount(pattern[(size_t)row * pattern_words + word]);
    unsigned count = sum_up_to_lane(mine);
    if (lane == WARP_LANES - 1) {
        row_elements[row] = count;
        reduceAdd(all_elements, count);
    }
}
