// What the kernels of breadth-first search share.
#pragma once
#include "heddle.cuh"

const unsigned UNVISITED = 0xffffffffu;

// Gives `neighbour` its level; true if nobody has done so before.
static __device__ __forceinline__ bool claimed(unsigned neighbour, unsigned level, unsigned *levels)
{
    // The plain read spares most edges the atomic; the atomic alone decides.
    return levels[neighbour] == UNVISITED && atomicCAS(&levels[neighbour], UNVISITED, level) == UNVISITED;
}

// One level of a search.
struct Search {
    const unsigned *offsets;
    const unsigned *columns;
    unsigned *levels;
    const unsigned *frontier;
    unsigned *next_frontier;
    unsigned *next_count;
    unsigned items; // vertices of the frontier
    unsigned level;
};
