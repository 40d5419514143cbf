// Breadth-first search as in bfs.cu, but without device launches: the threads of a TB expand the vertices of their
// part of the frontier together, after Merrill, Garland and Grimshaw. A vertex of at least as many edges as a TB has
// threads is expanded by the whole TB, one of at least as many as a warp has lanes by its warp, and the edges of all
// others are spread evenly over the TB.
#include "bfs.cuh"

const unsigned TB_THREADS = 128;
const unsigned WARP_LANES = 32;
const unsigned NOBODY = 0xffffffffu;

static __device__ __forceinline__ void visit(const Search &search, unsigned edge)
{
    unsigned neighbour = search.columns[edge];
    if (claimed(neighbour, search.level, search.levels))
        search.next_frontier[atomicAdd(search.next_count, 1)] = neighbour;
}

// The edges of one vertex that are still to be visited.
struct Edges {
    unsigned first;
    unsigned count;
};

// While a thread has a vertex for a TB, the whole TB takes one.
static __device__ __forceinline__ void expand_by_block(const Search &search, Edges &edges)
{
    // Volatile: no address of theirs is taken, so clang 14 would move reads across barriers.
    __shared__ volatile unsigned owner, shared_first, shared_end;
    while (true) {
        if (threadIdx.x == 0)
            owner = NOBODY;
        __syncthreads();
        if (edges.count >= TB_THREADS)
            owner = threadIdx.x;
        __syncthreads();
        if (owner == NOBODY)
            return;
        if (owner == threadIdx.x) {
            shared_first = edges.first;
            shared_end = edges.first + edges.count;
            edges.count = 0;
        }
        __syncthreads();
        for (unsigned edge = shared_first + threadIdx.x; edge < shared_end; edge += TB_THREADS)
            visit(search, edge);
    }
}

// While a lane has a vertex for a warp, the whole warp takes one.
static __device__ __forceinline__ void expand_by_warp(const Search &search, Edges &edges)
{
    unsigned lane = __nvvm_read_ptx_sreg_laneid();
    while (unsigned lanes = ballot(edges.count >= WARP_LANES)) {
        unsigned owner = __builtin_ctz(lanes);
        unsigned first = (unsigned)__nvvm_shfl_idx_i32((int)edges.first, (int)owner, 31);
        unsigned count = (unsigned)__nvvm_shfl_idx_i32((int)edges.count, (int)owner, 31);
        if (lane == owner)
            edges.count = 0;
        for (unsigned edge = lane; edge < count; edge += WARP_LANES)
            visit(search, first + edge);
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
static __device__ __forceinline__ void expand_by_scan(const Search &search, Edges edges)
{
    __shared__ unsigned list[TB_THREADS];
    unsigned total;
    unsigned place = sum_in_block(edges.count, total) - edges.count;
    for (unsigned begin = 0; begin < total; begin += TB_THREADS) {
        while (edges.count > 0 && place < begin + TB_THREADS) {
            list[place++ - begin] = edges.first++;
            edges.count--;
        }
        __syncthreads();
        if (begin + threadIdx.x < total)
            visit(search, list[threadIdx.x]);
        __syncthreads();
    }
}

extern "C" __global__ void bfs_cooperative(Search search)
{
    Edges edges = {0, 0};
    unsigned item = blockIdx.x * TB_THREADS + threadIdx.x;
    if (item < search.items) {
        unsigned vertex = search.frontier[item];
        edges.first = search.offsets[vertex];
        edges.count = search.offsets[vertex + 1] - edges.first;
    }
    expand_by_block(search, edges);
    expand_by_warp(search, edges);
    expand_by_scan(search, edges);
}
