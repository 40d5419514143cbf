// Nested parallelism from one source, launched in six ways.
//
// A task is a structure of scalars with
//   unsigned items;                                  how many threads' worth of work it is
//   static const unsigned TB_THREADS;                threads of a TB of it
//   static const unsigned DEPTH;                     (children) deepest nesting of children in it, itself included
//   bool operator()(unsigned item, Child &child) const;
//                                                    does one item; true if that leaves a child to be done
// NESTED_KERNELS(app, Parent, Child) then makes, for each way of launching, the parents' kernel app_<way> and the
// children's. A child of fewer items than `min_items` is done by the thread that found it, one item after another. An
// application whose parents do better together overloads do_parent for its tasks; one whose items give a result together
// overloads do_alone and do_item for its child.
//   flat             every child is done by the thread that found it
//   cdp              the whole warps of a child's items are a device kernel on a stream of its own
//   dtbl             they are an aggregated group; under both, the thread that found the child does the rest
//   aggregate_warp   the children of a warp's threads become one device kernel,
//   aggregate_block  those of a TB's threads one,
//   aggregate_grid   those of a whole grid one, which the host launches when the grid has ended.
// The last three are software: they write the children to a list and launch a kernel whose TBs look up there whose
// work they do. One TB of it does the work of `coarsening` TBs of children.
#pragma once
#include "heddle.cuh"

enum Launch { FLAT, CDP, DTBL, AGGREGATE_WARP, AGGREGATE_BLOCK, AGGREGATE_GRID };

// A child in the list, and how many TBs of children stand before it in its launch.
template <class Child> struct Listed {
    Child child;
    unsigned first_tb;
};

// What every launch is told; the host knows this layout.
template <class Child> struct Nesting {
    Listed<Child> *list;
    unsigned long long *used; // entries of the list that are taken, times 2^32, plus (for grids) TBs
    unsigned capacity;        // of the list; a child that finds it full is done by its finder
    unsigned min_items;
    unsigned coarsening;
};

// One launch of listed children; the host knows this layout.
template <class Child> struct Batch {
    const Listed<Child> *list;
    unsigned children;
    unsigned tbs; // of all of them, before coarsening
    Nesting<Child> nesting;
};

// The parameters of a child launched by itself.
template <class Child> struct Single {
    Child child;
    unsigned min_items;
};

const unsigned WARP_LANES = 32;

// How many of a child's items are launched: those of whole warps, if there is one.
static __device__ __forceinline__ unsigned in_whole_warps(unsigned items)
{
    return items < WARP_LANES ? items : items / WARP_LANES * WARP_LANES;
}

static __device__ __forceinline__ unsigned tbs_for(unsigned items, unsigned threads)
{
    return (items + threads - 1) / threads;
}

// From an item on, depth first, in one thread; `DEPTH` bounds the stack.
template <class Child> static __device__ __forceinline__ void do_alone(const Child &root, unsigned first)
{
    if (Child::DEPTH == 1) {
        Child none;
        for (unsigned item = first; item < root.items; item++)
            root(item, none);
        return;
    }
    Child tasks[Child::DEPTH];
    unsigned next_item[Child::DEPTH];
    tasks[0] = root;
    next_item[0] = first;
    unsigned depth = 1;
    while (depth > 0) {
        unsigned item = next_item[depth - 1]++;
        if (item >= tasks[depth - 1].items)
            depth--;
        else if (tasks[depth - 1](item, tasks[depth]))
            next_item[depth++] = 0;
    }
}

// One device kernel on a stream of its own; true if the device runtime took it.
template <class Parameters>
static __device__ __forceinline__ bool launch_kernel(void (*entry)(), const Parameters &parameters, unsigned tbs,
                                                     unsigned threads)
{
    void *stream;
    if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != 0)
        return false;
    Parameters *buffer = (Parameters *)cudaGetParameterBuffer(alignof(Parameters), sizeof(Parameters));
    if (!buffer)
        return false;
    *buffer = parameters;
    return cudaLaunchDevice((void *)entry, buffer, dim3{tbs, 1, 1}, dim3{threads, 1, 1}, 0, stream) == 0;
}

template <class Parameters>
static __device__ __forceinline__ bool launch_group(void (*entry)(), const Parameters &parameters, unsigned tbs,
                                                    unsigned threads)
{
    Parameters *buffer = (Parameters *)cudaGetParameterBuffer(alignof(Parameters), sizeof(Parameters));
    if (!buffer)
        return false;
    *buffer = parameters;
    return cudaLaunchAggGroup((void *)entry, buffer, dim3{tbs, 1, 1}, dim3{threads, 1, 1}, 0) == 0;
}

// Takes `count` entries of the list; the first one's number, or `capacity` if there are not so many left.
template <class Child>
static __device__ __forceinline__ unsigned take_entries(const Nesting<Child> &nesting, unsigned count)
{
    unsigned long long taken = atomicAdd(nesting.used, (unsigned long long)count << 32);
    unsigned first = (unsigned)(taken >> 32);
    return first <= nesting.capacity && count <= nesting.capacity - first ? first : nesting.capacity;
}

template <class Child>
static __device__ __forceinline__ bool launch_batch(void (*entry)(), const Nesting<Child> &nesting, unsigned first,
                                                    unsigned children, unsigned tbs)
{
    Batch<Child> batch = {nesting.list + first, children, tbs, nesting};
    return launch_kernel(entry, batch, tbs_for(tbs, nesting.coarsening), Child::TB_THREADS);
}

// The children of a warp's lanes. A warp whose list is full, or whose launch is refused, keeps its children.
template <class Child>
static __device__ __forceinline__ bool launch_for_warp(void (*entry)(), const Nesting<Child> &nesting, bool wanted,
                                                       const Child &child)
{
    unsigned lanes = ballot(wanted);
    if (lanes == 0)
        return false;
    unsigned lane = __nvvm_read_ptx_sreg_laneid();
    unsigned tbs = wanted ? tbs_for(child.items, Child::TB_THREADS) : 0;
    unsigned up_to_me = sum_up_to_lane(tbs);
    unsigned leader = __builtin_ctz(lanes);
    unsigned children = __builtin_popcount(lanes);
    unsigned first = 0;
    if (lane == leader)
        first = take_entries(nesting, children);
    first = (unsigned)__nvvm_shfl_idx_i32((int)first, (int)leader, 31);
    if (first == nesting.capacity)
        return false;
    if (wanted)
        nesting.list[first + __builtin_popcount(lanes & ((1u << lane) - 1))] = {child, up_to_me - tbs};
    __threadfence();
    unsigned total = (unsigned)__nvvm_shfl_idx_i32((int)up_to_me, 31, 31);
    bool launched = false;
    if (lane == leader)
        launched = launch_batch(entry, nesting, first, children, total);
    return wanted && ballot(launched) != 0;
}

// The children of a TB's threads, all of which call this.
template <class Child>
static __device__ __forceinline__ bool launch_for_block(void (*entry)(), const Nesting<Child> &nesting, bool wanted,
                                                        const Child &child)
{
    __shared__ unsigned long long children_and_tbs;
    // Volatile: no address of theirs is taken, so clang 14 would move reads across barriers.
    __shared__ volatile unsigned first_entry;
    __shared__ volatile bool launched;
    if (threadIdx.x == 0)
        children_and_tbs = 0;
    __syncthreads();
    unsigned long long before = 0;
    if (wanted)
        before = atomicAdd(&children_and_tbs, (1ull << 32) + tbs_for(child.items, Child::TB_THREADS));
    __syncthreads();
    unsigned children = (unsigned)(children_and_tbs >> 32);
    unsigned tbs = (unsigned)children_and_tbs;
    if (threadIdx.x == 0) {
        launched = false;
        first_entry = children > 0 ? take_entries(nesting, children) : nesting.capacity;
    }
    __syncthreads();
    unsigned first = first_entry;
    if (first != nesting.capacity) {
        if (wanted)
            nesting.list[first + (unsigned)(before >> 32)] = {child, (unsigned)before};
        __threadfence();
        __syncthreads();
        if (threadIdx.x == 0)
            launched = launch_batch(entry, nesting, first, children, tbs);
    }
    __syncthreads();
    return wanted && launched;
}

// Leaves the child to the host.
template <class Child>
static __device__ __forceinline__ bool leave_for_grid(const Nesting<Child> &nesting, bool wanted, const Child &child)
{
    if (!wanted)
        return false;
    unsigned tbs = tbs_for(child.items, Child::TB_THREADS);
    unsigned long long before = atomicAdd(nesting.used, (1ull << 32) + tbs);
    unsigned entry = (unsigned)(before >> 32);
    if (entry >= nesting.capacity)
        return false;
    nesting.list[entry] = {child, (unsigned)before};
    return true;
}

// Launches the child that a thread found, if it found one that is large enough. Returns how many of its items other
// threads do, from the first on. All threads of a TB call this.
template <Launch WAY, class Child>
static __device__ __forceinline__ unsigned launch_child(void (*entry)(), const Nesting<Child> &nesting, bool found,
                                                        const Child &child)
{
    bool wanted = WAY != FLAT && found && child.items >= nesting.min_items;
    if (WAY == CDP || WAY == DTBL) {
        Single<Child> single = {child, nesting.min_items};
        single.child.items = wanted ? in_whole_warps(child.items) : 0;
        unsigned tbs = tbs_for(single.child.items, Child::TB_THREADS);
        bool handed_on = tbs > 0 && (WAY == CDP ? launch_kernel(entry, single, tbs, Child::TB_THREADS)
                                                : launch_group(entry, single, tbs, Child::TB_THREADS));
        return handed_on ? single.child.items : 0;
    }
    bool handed_on = false;
    if (WAY == AGGREGATE_WARP)
        handed_on = launch_for_warp(entry, nesting, wanted, child);
    if (WAY == AGGREGATE_BLOCK)
        handed_on = launch_for_block(entry, nesting, wanted, child);
    if (WAY == AGGREGATE_GRID)
        handed_on = leave_for_grid(nesting, wanted, child);
    return handed_on ? child.items : 0;
}

// What a thread does with the child it found, if it found one. All threads of a TB call this.
template <Launch WAY, class Child>
static __device__ __forceinline__ void hand_on(void (*entry)(), const Nesting<Child> &nesting, bool found,
                                               const Child &child)
{
    unsigned handed_on = launch_child<WAY>(entry, nesting, found, child);
    if (found)
        do_alone(child, handed_on);
}

template <Launch WAY, class Task, class Child>
static __device__ __forceinline__ void do_item(void (*entry)(), const Task &task, unsigned item,
                                               const Nesting<Child> &nesting)
{
    Child child;
    bool found = item < task.items && task(item, child);
    if (Child::DEPTH > 1 || !is_same<Task, Child>::value)
        hand_on<WAY>(entry, nesting, found, child);
}

template <Launch WAY, class Task, class Child>
static __device__ __forceinline__ void do_parent(void (*entry)(), const Task &task, const Nesting<Child> &nesting)
{
    do_item<WAY>(entry, task, blockIdx.x * blockDim.x + threadIdx.x, nesting);
}

template <Launch WAY, class Child>
static __device__ __forceinline__ void do_single(void (*entry)(), const Single<Child> &single)
{
    Nesting<Child> nesting = {nullptr, nullptr, 0, single.min_items, 1};
    do_item<WAY>(entry, single.child, blockIdx.x * blockDim.x + threadIdx.x, nesting);
}

template <Launch WAY, class Child>
static __device__ __forceinline__ void do_batch(void (*entry)(), const Batch<Child> &batch)
{
    for (unsigned part = 0; part < batch.nesting.coarsening; part++) {
        unsigned tb = blockIdx.x * batch.nesting.coarsening + part;
        if (tb >= batch.tbs)
            return;
        // The last entry that begins at or before this TB.
        unsigned low = 0, high = batch.children;
        while (high - low > 1) {
            unsigned middle = (low + high) / 2;
            if (batch.list[middle].first_tb <= tb)
                low = middle;
            else
                high = middle;
        }
        const Listed<Child> &listed = batch.list[low];
        Child child = listed.child;
        do_item<WAY>(entry, child, (tb - listed.first_tb) * Child::TB_THREADS + threadIdx.x, batch.nesting);
    }
}

// The children's kernel has a second name: clang does not let device code refer to a __global__ function.
#define NESTED_WAY(app, way, WAY, Parent, Child, Parameters, do_child)                                                 \
    extern "C" __device__ void app##_##way##_child_entry() __asm__(#app "_" #way "_child");                            \
    extern "C" __global__ void app##_##way(Parent parent, Nesting<Child> nesting)                                      \
    {                                                                                                                  \
        do_parent<WAY>(app##_##way##_child_entry, parent, nesting);                                                    \
    }                                                                                                                  \
    extern "C" __global__ void app##_##way##_child(Parameters<Child> parameters)                                       \
    {                                                                                                                  \
        do_child<WAY>(app##_##way##_child_entry, parameters);                                                          \
    }

#define NESTED_KERNELS(app, Parent, Child)                                                                             \
    extern "C" __global__ void app##_flat(Parent parent, Nesting<Child> nesting)                                       \
    {                                                                                                                  \
        do_parent<FLAT>(nullptr, parent, nesting);                                                                     \
    }                                                                                                                  \
    NESTED_WAY(app, cdp, CDP, Parent, Child, Single, do_single)                                                        \
    NESTED_WAY(app, dtbl, DTBL, Parent, Child, Single, do_single)                                                      \
    NESTED_WAY(app, aggregate_warp, AGGREGATE_WARP, Parent, Child, Batch, do_batch)                                    \
    NESTED_WAY(app, aggregate_block, AGGREGATE_BLOCK, Parent, Child, Batch, do_batch)                                  \
    NESTED_WAY(app, aggregate_grid, AGGREGATE_GRID, Parent, Child, Batch, do_batch)
