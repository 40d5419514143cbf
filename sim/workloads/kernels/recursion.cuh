// Recursion by TBs: a task is done by a whole TB, and leaves tasks of its kind, its parts.
//
// A task is a structure of scalars with
//   unsigned level;             tasks from the host's to this one, without this one
//   typedef ... Common;         what all tasks of a run share: a structure of scalars with `Limits limits`
//   static const unsigned MOST_WAITING;
//                               most parts that wait when a TB does all of them by itself, the last one first
//   unsigned size() const;      items of work
//   Task of_tb(const Common &common, unsigned tb) const;
//                               (of the host's task) what this TB of its grid does
//   bool divide(const Common &common, Task &part) const;
//                               does the task; true in a thread for which that leaves a part. All threads of the TB call
//                               it; only those of the first warp find parts
// RECURSIVE_KERNELS(app, Task) makes its kernels in all ways of nested.cuh. A part that is launched is one TB, so its
// size is not its number of threads. The TB that found a part does it if it is too small or too deep, if the launch is
// refused, and under flat.
#pragma once
#include "nested.cuh"

// The host launches its tasks with as many.
const unsigned TASK_THREADS = 128;

// What may be launched; the host knows this layout.
struct Limits {
    unsigned deepest;  // last level
    unsigned smallest; // size
};

// The tasks of the host's grid; the host knows this layout.
template <class Task> struct Tasks {
    typename Task::Common common;
    Task task;
};

// A task as the child of another one. What is common goes with it, as a copy: in a place of its own, its reads would be
// those that most kernels share.
template <class Task> struct Part {
    typename Task::Common common;
    Task task;
    unsigned items; // its threads

    static const unsigned TB_THREADS = TASK_THREADS;
};

// The address of a shared variable, of which clang 14 then knows nothing. It moves accesses across barriers if it sees
// all that a variable has.
template <class T> static __device__ __forceinline__ T *hidden(T *variable)
{
    T *address;
    asm volatile("mov.u64 %0, %1;" : "=l"(address) : "l"(variable) : "memory");
    return address;
}

// Appends what threads of the first warp have kept; returns how many there are then.
template <class Task>
static __device__ __forceinline__ unsigned keep(Task *waiting, unsigned count, bool kept, const Task &part)
{
    __shared__ unsigned new_count_variable;
    unsigned *new_count = hidden(&new_count_variable);
    if (threadIdx.x < WARP_LANES) {
        unsigned lanes = ballot(kept);
        if (kept)
            waiting[count + __builtin_popcount(lanes & ((1u << threadIdx.x) - 1))] = part;
        if (threadIdx.x == 0)
            *new_count = count + __builtin_popcount(lanes);
    }
    __syncthreads();
    return *new_count;
}

// A task, and all below it that are not launched.
template <Launch WAY, class Task>
static __device__ __forceinline__ void do_task(void (*entry)(), const typename Task::Common &common, const Task &root,
                                               const Nesting<Part<Task>> &nesting)
{
    __shared__ __attribute__((aligned(8))) unsigned char waiting_variable[Task::MOST_WAITING * sizeof(Task)];
    Task *waiting = (Task *)hidden(waiting_variable);
    Task task = root;
    unsigned count = 0;
    while (true) {
        Task part;
        bool found = task.divide(common, part);
        // A part's TB reads what any thread of this one has written.
        __threadfence();
        __syncthreads();
        bool wanted = found && part.level <= common.limits.deepest && part.size() >= common.limits.smallest;
        bool handed_on = launch_child<WAY>(entry, nesting, wanted, Part<Task>{common, part, TASK_THREADS}) > 0;
        count = keep(waiting, count, found && !handed_on, part);
        if (count == 0)
            return;
        task = waiting[--count];
    }
}

template <Launch WAY, class Task>
static __device__ __forceinline__ void do_parent(void (*entry)(), const Tasks<Task> &tasks,
                                                 const Nesting<Part<Task>> &nesting)
{
    do_task<WAY>(entry, tasks.common, tasks.task.of_tb(tasks.common, blockIdx.x), nesting);
}

template <Launch WAY, class Task>
static __device__ __forceinline__ void do_item(void (*entry)(), const Part<Task> &part, unsigned,
                                               const Nesting<Part<Task>> &nesting)
{
    do_task<WAY>(entry, part.common, part.task, nesting);
}

#define RECURSIVE_KERNELS(app, Task) NESTED_KERNELS(app, Tasks<Task>, Part<Task>)
