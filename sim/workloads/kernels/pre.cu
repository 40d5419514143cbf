// Item-based product recommendation: how often any two items were bought by the same customer.
// Every ordered pair of different items of one customer adds one to its cell of a square matrix.
// A parent's item is a customer, a child's item one pair.
#include "nested.cuh"

// The pairs of one customer, still to be counted.
struct Pairs {
    const unsigned *purchases; // the first of this customer's
    unsigned *together;
    unsigned products; // rows and columns of `together`
    unsigned others;   // partners of each purchase: one less than there are purchases
    unsigned items;

    // Children are hundreds to thousands of pairs; 16 such TBs are all 2048 threads of an SMX.
    static const unsigned TB_THREADS = 128;
    static const unsigned DEPTH = 1;

    __device__ __forceinline__ bool operator()(unsigned pair, Pairs &) const
    {
        unsigned one = pair / others;
        unsigned other = pair % others;
        // A purchase is no partner of itself.
        if (other >= one)
            other++;
        reduceAdd(&together[purchases[one] * products + purchases[other]], 1);
        return false;
    }
};

struct Customers {
    const unsigned *offsets;
    const unsigned *purchases;
    unsigned *together;
    unsigned products;
    unsigned items;

    __device__ __forceinline__ bool operator()(unsigned customer, Pairs &pairs) const
    {
        unsigned first = offsets[customer];
        unsigned bought = offsets[customer + 1] - first;
        if (bought < 2)
            return false;
        pairs = {purchases + first, together, products, bought - 1, bought * (bought - 1)};
        return true;
    }
};

NESTED_KERNELS(pre, Customers, Pairs)
