// Shortest paths from one vertex over a CSR graph of the edges into each vertex, with lengths, after Bellman and Ford.
// In each round every vertex examines the neighbours that lead to it, and takes the least distance through one of them.
// It may see what others have found in the same round: distances only fall, and a round in which none did is the last.
// A parent's item is a vertex, a child's item an edge into it. A warp of a child finds the least of its edges together.
#include "nested.cuh"

const unsigned UNREACHED = 0xffffffffu;

// The edges into one vertex, still to be examined.
struct Neighbours {
    const unsigned *sources;
    const unsigned *lengths;
    unsigned *distances;
    unsigned *changed_in; // the last round in which a distance fell
    unsigned first_edge;
    unsigned items;
    unsigned vertex;
    unsigned round;

    static const unsigned TB_THREADS = 64; // as for breadth-first search
    static const unsigned DEPTH = 1;

    // The distance through an edge. A sum that wraps around is none.
    __device__ __forceinline__ unsigned through(unsigned edge) const
    {
        unsigned distance = distances[sources[first_edge + edge]];
        unsigned reached = distance + lengths[first_edge + edge];
        return reached < distance ? UNREACHED : reached;
    }

    // The plain read spares most vertices the atomic, which alone decides: the vertex may have several warps.
    __device__ __forceinline__ void reach(unsigned distance) const
    {
        if (distance < distances[vertex] && atomicMin(&distances[vertex], distance) > distance)
            *changed_in = round;
    }
};

struct Vertices {
    const unsigned *offsets;
    const unsigned *sources;
    const unsigned *lengths;
    unsigned *distances;
    unsigned *changed_in;
    unsigned items;
    unsigned round;

    __device__ __forceinline__ bool operator()(unsigned vertex, Neighbours &neighbours) const
    {
        unsigned first_edge = offsets[vertex];
        unsigned degree = offsets[vertex + 1] - first_edge;
        neighbours = {sources, lengths, distances, changed_in, first_edge, degree, vertex, round};
        return true;
    }
};

// The edges that a thread examines alone.
static __device__ __forceinline__ void do_alone(const Neighbours &neighbours, unsigned first)
{
    unsigned least = UNREACHED;
    for (unsigned edge = first; edge < neighbours.items; edge++)
        least = min(least, neighbours.through(edge));
    neighbours.reach(least);
}

// An edge for each thread of a child, all of whose warps call this.
template <Launch WAY>
static __device__ __forceinline__ void do_item(void (*)(), const Neighbours &neighbours, unsigned edge,
                                               const Nesting<Neighbours> &)
{
    unsigned least = least_of_warp(edge < neighbours.items ? neighbours.through(edge) : UNREACHED);
    if (__nvvm_read_ptx_sreg_laneid() == 0)
        neighbours.reach(least);
}

NESTED_KERNELS(sssp, Vertices, Neighbours)
