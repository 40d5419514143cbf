// What a launch costs: every thread finds a child of which nothing is left when it is compiled.
// A parent's item is a child to be launched; a child's items are its idle threads.
#include "nested.cuh"

struct Nothing {
    unsigned items;

    static const unsigned TB_THREADS = 32;
    static const unsigned DEPTH = 1;

    __device__ __forceinline__ bool operator()(unsigned, Nothing &) const { return false; }
};

struct Finder {
    unsigned *found;
    unsigned items;
    unsigned child_items;

    __device__ __forceinline__ bool operator()(unsigned item, Nothing &nothing) const
    {
        found[item] = 1;
        nothing = {child_items};
        return true;
    }
};

NESTED_KERNELS(launches, Finder, Nothing)
