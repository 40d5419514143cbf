// Level-synchronous breadth-first search over a CSR graph with a frontier queue, after Merrill, Garland and Grimshaw.
// Each launch expands the vertices of `frontier`; a neighbour is claimed by compare-and-swap on its
// level, and whoever claims it appends it to `next_frontier`, so each vertex is queued exactly once.
// The threads of a TB expand their part of the frontier together. Without launches a vertex of at least as many edges
// as a TB has threads is expanded by the whole TB, and one of at least as many as a warp has lanes by its warp. Launches
// take the place of both: a child's item is an edge of a large vertex. The edges of all other vertices are spread evenly
// over the TB.
#include "nested.cuh"

const unsigned TB_THREADS = 128;
const unsigned NOBODY = 0xffffffffu;
const unsigned UNVISITED = 0xffffffffu;

// One level of a search.
struct Frontier {
    const unsigned *offsets;
    const unsigned *columns;
    unsigned *levels;
    const unsigned *frontier;
    unsigned *next_frontier;
    unsigned *next_count;
    unsigned items; // vertices of the frontier
    unsigned level;
};

// Edges of one vertex that are still to be visited.
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

    __device__ __forceinline__ void visit(unsigned edge) const
    {
        unsigned neighbour = columns[edge];
        // The plain read spares most edges the atomic; the atomic alone decides.
        if (levels[neighbour] == UNVISITED && atomicCAS(&levels[neighbour], UNVISITED, level) == UNVISITED)
            next_frontier[atomicAdd(next_count, 1)] = neighbour;
    }

    __device__ __forceinline__ bool operator()(unsigned edge, Expansion &) const
    {
        visit(first_edge + edge);
        return false;
    }
};

// While a thread has a vertex for a TB, the whole TB takes one.
static __device__ __forceinline__ void expand_by_block(Expansion &mine)
{
    // Volatile: no address of theirs is taken, so clang 14 would move reads across barriers.
    __shared__ volatile unsigned owner, first, end;
    while (true) {
        if (threadIdx.x == 0)
            owner = NOBODY;
        __syncthreads();
        if (mine.items >= TB_THREADS)
            owner = threadIdx.x;
        __syncthreads();
        if (owner == NOBODY)
            return;
        if (owner == threadIdx.x) {
            first = mine.first_edge;
            end = mine.first_edge + mine.items;
            mine.items = 0;
        }
        __syncthreads();
        for (unsigned edge = first + threadIdx.x; edge < end; edge += TB_THREADS)
            mine.visit(edge);
    }
}

// While a lane has a vertex for a warp, the whole warp takes one.
static __device__ __forceinline__ void expand_by_warp(Expansion &mine)
{
    unsigned lane = __nvvm_read_ptx_sreg_laneid();
    while (unsigned lanes = ballot(mine.items >= WARP_LANES)) {
        unsigned owner = __builtin_ctz(lanes);
        unsigned first = (unsigned)__nvvm_shfl_idx_i32((int)mine.first_edge, (int)owner, 31);
        unsigned count = (unsigned)__nvvm_shfl_idx_i32((int)mine.items, (int)owner, 31);
        if (lane == owner)
            mine.items = 0;
        for (unsigned edge = lane; edge < count; edge += WARP_LANES)
            mine.visit(first + edge);
    }
}

// The sum of `value` over this thread and those before it in its TB; `total` is that over all.
static __device__ __forceinline__ unsigned sum_in_block(unsigned value, unsigned &total)
{
    __shared__ unsigned sums[TB_THREADS / WARP_LANES];
    unsigned sum = sum_up_to_lane(value);
    unsigned warp = threadIdx.x / WARP_LANES;
    if (threadIdx.x % WARP_LANES == WARP_LANES - 1)
        sums[warp] = sum;
    __syncthreads();
    total = 0;
    for (unsigned other = 0; other < TB_THREADS / WARP_LANES; other++) {
        if (other < warp)
            sum += sums[other];
        total += sums[other];
    }
    return sum;
}

// All threads write the numbers of their edges into a list, and each takes an edge of it, until there are no more.
static __device__ __forceinline__ void expand_by_scan(Expansion mine)
{
    __shared__ unsigned list[TB_THREADS];
    unsigned total;
    unsigned place = sum_in_block(mine.items, total) - mine.items;
    for (unsigned begin = 0; begin < total; begin += TB_THREADS) {
        while (mine.items > 0 && place < begin + TB_THREADS) {
            list[place++ - begin] = mine.first_edge++;
            mine.items--;
        }
        __syncthreads();
        if (begin + threadIdx.x < total)
            mine.visit(list[threadIdx.x]);
        __syncthreads();
    }
}

// What is not launched, because it is small or because the device runtime refuses it, is left to the whole TB.
template <Launch WAY>
static __device__ __forceinline__ void do_parent(void (*entry)(), const Frontier &search,
                                                 const Nesting<Expansion> &nesting)
{
    unsigned item = blockIdx.x * TB_THREADS + threadIdx.x;
    bool found = item < search.items;
    Expansion mine = {search.columns, search.levels, search.next_frontier, search.next_count, 0, 0, search.level};
    if (found) {
        unsigned vertex = search.frontier[item];
        mine.first_edge = search.offsets[vertex];
        mine.items = search.offsets[vertex + 1] - mine.first_edge;
    }
    if (WAY == FLAT) {
        expand_by_block(mine);
        expand_by_warp(mine);
    } else {
        unsigned handed_on = launch_child<WAY>(entry, nesting, found, mine);
        mine.first_edge += handed_on;
        mine.items -= handed_on;
    }
    expand_by_scan(mine);
}

NESTED_KERNELS(bfs, Frontier, Expansion)
