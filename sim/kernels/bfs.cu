// Level-synchronous breadth-first search over a CSR graph with a frontier queue.
// Each launch expands the vertices of `frontier`; a neighbour is claimed by compare-and-swap on its
// level, and whoever claims it appends it to `next_frontier`, so each vertex is queued exactly once.
// The three parents differ only in what they do with a vertex of high degree:
//   bfs_flat  the thread walks all the neighbours itself
//   bfs_cdp   launches bfs_expand as a device kernel on a stream of its own
//   bfs_dtbl  launches bfs_expand as an aggregated group
#include "heddle.cuh"

const unsigned UNVISITED = 0xffffffffu;
// A warp's worth of edges: below it a child would leave lanes idle and cost more than it saves.
const unsigned CHILD_MIN_DEGREE = 32;
// Two warps: most children are one TB, and a full SMX of 16 such TBs has 32 of its 64 warps.
const unsigned CHILD_TB_THREADS = 64;

// The neighbours still to be claimed for one vertex; the layout of bfs_expand's parameters.
struct Expansion {
    const unsigned *columns;
    unsigned *levels;
    unsigned *next_frontier;
    unsigned *next_count;
    unsigned first_edge;
    unsigned degree;
    unsigned level;
};

static __device__ __forceinline__ void visit(const Expansion &e, unsigned edge)
{
    unsigned neighbour = e.columns[e.first_edge + edge];
    // The plain read spares most edges the atomic; the atomic alone decides.
    if (e.levels[neighbour] == UNVISITED && atomicCAS(&e.levels[neighbour], UNVISITED, e.level) == UNVISITED)
        e.next_frontier[atomicAdd(e.next_count, 1)] = neighbour;
}

static __device__ __forceinline__ void visit_all(const Expansion &e)
{
    for (unsigned edge = 0; edge < e.degree; edge++)
        visit(e, edge);
}

extern "C" __global__ void bfs_expand(const unsigned *columns, unsigned *levels, unsigned *next_frontier,
                                      unsigned *next_count, unsigned first_edge, unsigned degree, unsigned level)
{
    unsigned edge = blockIdx.x * blockDim.x + threadIdx.x;
    Expansion e = {columns, levels, next_frontier, next_count, first_edge, degree, level};
    if (edge < degree)
        visit(e, edge);
}

// The kernel under a second name: clang does not let device code refer to a __global__ function.
extern "C" __device__ void bfs_expand_entry() __asm__("bfs_expand");

static __device__ __forceinline__ Expansion *child_parameters(const Expansion &e)
{
    Expansion *buffer = (Expansion *)cudaGetParameterBuffer(alignof(Expansion), sizeof(Expansion));
    *buffer = e;
    return buffer;
}

static __device__ __forceinline__ dim3 child_grid(const Expansion &e)
{
    return dim3{(e.degree + CHILD_TB_THREADS - 1) / CHILD_TB_THREADS, 1, 1};
}

// True when the calling thread has a vertex to expand; `e` then says what.
static __device__ __forceinline__ bool take_vertex(const unsigned *offsets, const unsigned *frontier,
                                                   unsigned frontier_count, Expansion &e)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= frontier_count)
        return false;
    unsigned vertex = frontier[i];
    e.first_edge = offsets[vertex];
    e.degree = offsets[vertex + 1] - e.first_edge;
    return true;
}

extern "C" __global__ void bfs_flat(const unsigned *offsets, const unsigned *columns, unsigned *levels,
                                    const unsigned *frontier, unsigned *next_frontier, unsigned *next_count,
                                    unsigned frontier_count, unsigned level)
{
    Expansion e = {columns, levels, next_frontier, next_count, 0, 0, level};
    if (take_vertex(offsets, frontier, frontier_count, e))
        visit_all(e);
}

extern "C" __global__ void bfs_cdp(const unsigned *offsets, const unsigned *columns, unsigned *levels,
                                   const unsigned *frontier, unsigned *next_frontier, unsigned *next_count,
                                   unsigned frontier_count, unsigned level)
{
    Expansion e = {columns, levels, next_frontier, next_count, 0, 0, level};
    if (!take_vertex(offsets, frontier, frontier_count, e))
        return;
    if (e.degree < CHILD_MIN_DEGREE) {
        visit_all(e);
        return;
    }
    void *stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    Expansion *parameters = child_parameters(e);
    cudaLaunchDevice((void *)bfs_expand_entry, parameters, child_grid(e), dim3{CHILD_TB_THREADS, 1, 1}, 0, stream);
}

extern "C" __global__ void bfs_dtbl(const unsigned *offsets, const unsigned *columns, unsigned *levels,
                                    const unsigned *frontier, unsigned *next_frontier, unsigned *next_count,
                                    unsigned frontier_count, unsigned level)
{
    Expansion e = {columns, levels, next_frontier, next_count, 0, 0, level};
    if (!take_vertex(offsets, frontier, frontier_count, e))
        return;
    if (e.degree < CHILD_MIN_DEGREE) {
        visit_all(e);
        return;
    }
    Expansion *parameters = child_parameters(e);
    cudaLaunchAggGroup((void *)bfs_expand_entry, parameters, child_grid(e), dim3{CHILD_TB_THREADS, 1, 1}, 0);
}
