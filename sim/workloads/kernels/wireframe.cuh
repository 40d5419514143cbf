// DepLinks: dependence between the TBs of one kernel.
// A mapping function is a kernel that calls these and has no other effect. The host runs it once for each TB before
// the kernel starts: by one thread, with that TB's blockIdx and the kernel's gridDim and blockDim.
#pragma once
#include "heddle.cuh"

namespace WF {

// How TBs are chosen whose parents have all ended.
enum Policy {
    LRR, // the smallest ID, given level by level
    LVL, // the same, with running TBs at most so many levels apart
};

// The TB waits for the one at `parent`, an index in the grid; an index outside of it is ignored, as that of the
// neighbour of a TB at the edge, where blockIdx.x - 1 wraps around.
__device__ void AddDependency(dim3 parent);

// One policy for the kernel; every TB that calls this must say the same.
__device__ void SetPolicy(Policy policy, unsigned levels = 0);

} // namespace WF
