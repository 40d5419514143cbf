// Graph colouring by rounds of independent sets. Each vertex has a random value; in each round a vertex takes the
// round's number as its colour if its value is larger than those of all neighbours that had no colour before.
// Values that are equal are ordered by the numbers of their vertices.
// `beaten_in` holds the last round in which a vertex had a larger neighbour, so its colour is one more. A vertex has
// no colour before a round exactly if it was beaten in the round before, and whether it is beaten in this one
// already makes no difference: threads need not wait for each other within a round.
// A parent's item is a vertex without colour, a child's item one of its neighbours.
#include "nested.cuh"

// The neighbours of one vertex, still to be compared with it.
struct Comparison {
    const unsigned *columns;
    const unsigned *values;
    unsigned *beaten_in;
    unsigned *next_left;
    unsigned *next_count;
    unsigned first_edge;
    unsigned items;
    unsigned vertex;
    unsigned value;
    unsigned round;

    static const unsigned TB_THREADS = 64; // as for breadth-first search
    static const unsigned DEPTH = 1;

    __device__ __forceinline__ bool operator()(unsigned edge, Comparison &) const
    {
        unsigned neighbour = columns[first_edge + edge];
        unsigned other = values[neighbour];
        bool larger = other > value || (other == value && neighbour > vertex);
        if (!larger || beaten_in[neighbour] + 1 < round)
            return false;
        // The plain read spares most edges the atomic; the atomic alone decides who keeps the vertex for the next round.
        if (beaten_in[vertex] != round && atomicExch(&beaten_in[vertex], round) != round)
            next_left[atomicAdd(next_count, 1)] = vertex;
        return false;
    }
};

struct Uncoloured {
    const unsigned *offsets;
    const unsigned *columns;
    const unsigned *values;
    unsigned *beaten_in;
    const unsigned *left;
    unsigned *next_left;
    unsigned *next_count;
    unsigned items;
    unsigned round;

    __device__ __forceinline__ bool operator()(unsigned item, Comparison &comparison) const
    {
        unsigned vertex = left[item];
        unsigned first_edge = offsets[vertex];
        unsigned degree = offsets[vertex + 1] - first_edge;
        comparison = {columns,    values, beaten_in, next_left,      next_count,
                      first_edge, degree, vertex,    values[vertex], round};
        return true;
    }
};

NESTED_KERNELS(clr, Uncoloured, Comparison)
