// What lets one source compile under clang 14 without a CUDA toolkit and under NVRTC: NVRTC has CUDA C built in,
// clang gets the qualifiers, registers and intrinsics that the feature kernels use, under CUDA's names.
#pragma once

typedef signed char s8;
typedef unsigned char u8;
typedef short s16;
typedef unsigned short u16;
typedef int s32;
typedef unsigned u32;
typedef long long s64;
typedef unsigned long long u64;

#define KERNEL extern "C" __global__ void
#define INLINE static __device__ __forceinline__

#ifndef __CUDACC_RTC__
#include "heddle_clang.h"
#endif

INLINE u32 thread_id()
{
    return blockIdx.x * blockDim.x + threadIdx.x;
}
