// CUDA's TB barriers that count, and PTX's named ones, which CUDA C has no functions for.
#pragma once
#include "heddle.h"

#ifndef __CUDACC_RTC__
INLINE int __syncthreads_count(int v) { return __nvvm_bar0_popc(v); }
INLINE int __syncthreads_and(int v) { return __nvvm_bar0_and(v); }
INLINE int __syncthreads_or(int v) { return __nvvm_bar0_or(v); }
#endif

// Waits until `threads` threads, a multiple of a warp, have come to `barrier` by either of the two.
INLINE void barrier_sync(u32 barrier, u32 threads)
{
    asm volatile("bar.sync %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}

// Counts as having come, without waiting.
INLINE void barrier_arrive(u32 barrier, u32 threads)
{
    asm volatile("bar.arrive %0, %1;" ::"r"(barrier), "r"(threads) : "memory");
}
