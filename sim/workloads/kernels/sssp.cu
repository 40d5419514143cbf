// Shortest paths from one vertex over a CSR graph with lengths, after Bellman and Ford, with a queue.
// Each launch relaxes the edges of the vertices in `frontier`; a vertex that comes closer goes into `next_frontier`,
// once a round however often it comes closer. A parent's item is a vertex of the frontier, a child's item one of
// its edges.
#include "nested.cuh"

// The edges of one vertex, still to be relaxed.
struct Relaxation {
    const unsigned *columns;
    const unsigned *lengths;
    unsigned *distances;
    unsigned *queued_in; // the last round that queued the vertex
    unsigned *next_frontier;
    unsigned *next_count;
    unsigned first_edge;
    unsigned items;
    unsigned distance; // of the vertex, when its thread looked
    unsigned round;

    static const unsigned TB_THREADS = 64; // as for breadth-first search
    static const unsigned DEPTH = 1;

    __device__ __forceinline__ bool operator()(unsigned edge, Relaxation &) const
    {
        unsigned neighbour = columns[first_edge + edge];
        unsigned reached = distance + lengths[first_edge + edge];
        // A sum that wraps around is no distance. The plain read spares most edges the atomic, which alone decides.
        if (reached < distance || reached >= distances[neighbour])
            return false;
        if (atomicMin(&distances[neighbour], reached) > reached && atomicExch(&queued_in[neighbour], round) != round)
            next_frontier[atomicAdd(next_count, 1)] = neighbour;
        return false;
    }
};

struct Frontier {
    const unsigned *offsets;
    const unsigned *columns;
    const unsigned *lengths;
    unsigned *distances;
    unsigned *queued_in;
    const unsigned *frontier;
    unsigned *next_frontier;
    unsigned *next_count;
    unsigned items;
    unsigned round;

    __device__ __forceinline__ bool operator()(unsigned item, Relaxation &relaxation) const
    {
        unsigned vertex = frontier[item];
        unsigned first_edge = offsets[vertex];
        unsigned degree = offsets[vertex + 1] - first_edge;
        relaxation = {columns,    lengths,    distances,  queued_in, next_frontier,
                      next_count, first_edge, degree,     distances[vertex], round};
        return true;
    }
};

NESTED_KERNELS(sssp, Frontier, Relaxation)
