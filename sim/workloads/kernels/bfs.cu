// Level-synchronous breadth-first search over a CSR graph with a frontier queue.
// Each launch expands the vertices of `frontier`; a neighbour is claimed by compare-and-swap on its
// level, and whoever claims it appends it to `next_frontier`, so each vertex is queued exactly once.
// A parent's item is a vertex of the frontier, a child's item one of its edges.
#include "bfs.cuh"
#include "nested.cuh"

// The neighbours of one vertex, still to be claimed.
struct Expansion {
    const unsigned *columns;
    unsigned *levels;
    unsigned *next_frontier;
    unsigned *next_count;
    unsigned first_edge;
    unsigned items;
    unsigned level;

    // Two warps: most children are one TB, and a full SMX of 16 such TBs has 32 of its 64 warps.
    static const unsigned TB_THREADS = 64;
    static const unsigned DEPTH = 1;

    __device__ __forceinline__ bool operator()(unsigned edge, Expansion &) const
    {
        unsigned neighbour = columns[first_edge + edge];
        if (claimed(neighbour, level, levels))
            next_frontier[atomicAdd(next_count, 1)] = neighbour;
        return false;
    }
};

struct Frontier : Search {
    __device__ __forceinline__ bool operator()(unsigned item, Expansion &expansion) const
    {
        unsigned vertex = frontier[item];
        unsigned first_edge = offsets[vertex];
        unsigned degree = offsets[vertex + 1] - first_edge;
        expansion = {columns, levels, next_frontier, next_count, first_edge, degree, level};
        return true;
    }
};

NESTED_KERNELS(bfs, Frontier, Expansion)
