// The part of CUDA C that Heddle's kernels use, for clang without a CUDA toolkit:
// qualifiers, dim3, the special registers, atomics, the TB barrier and the device runtime.
#pragma once

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __forceinline__ inline __attribute__((always_inline))

typedef decltype(sizeof(0)) size_t;

struct dim3 {
    unsigned x, y, z;
};

#define threadIdx (dim3{(unsigned)__nvvm_read_ptx_sreg_tid_x(), (unsigned)__nvvm_read_ptx_sreg_tid_y(), (unsigned)__nvvm_read_ptx_sreg_tid_z()})
#define blockIdx (dim3{(unsigned)__nvvm_read_ptx_sreg_ctaid_x(), (unsigned)__nvvm_read_ptx_sreg_ctaid_y(), (unsigned)__nvvm_read_ptx_sreg_ctaid_z()})
#define blockDim (dim3{(unsigned)__nvvm_read_ptx_sreg_ntid_x(), (unsigned)__nvvm_read_ptx_sreg_ntid_y(), (unsigned)__nvvm_read_ptx_sreg_ntid_z()})
#define gridDim (dim3{(unsigned)__nvvm_read_ptx_sreg_nctaid_x(), (unsigned)__nvvm_read_ptx_sreg_nctaid_y(), (unsigned)__nvvm_read_ptx_sreg_nctaid_z()})

// Returns the value before the addition.
__device__ __forceinline__ unsigned atomicAdd(unsigned *target, unsigned value)
{
    return (unsigned)__nvvm_atom_add_gen_i((int *)target, (int)value);
}

// Returns the value before the exchange; equal to `expected` exactly when the exchange took place.
__device__ __forceinline__ unsigned atomicCAS(unsigned *target, unsigned expected, unsigned value)
{
    return (unsigned)__nvvm_atom_cas_gen_i((int *)target, (int)expected, (int)value);
}

// These return the value before the change.
__device__ __forceinline__ unsigned atomicOr(unsigned *target, unsigned value)
{
    return (unsigned)__nvvm_atom_or_gen_i((int *)target, (int)value);
}

__device__ __forceinline__ unsigned atomicMin(unsigned *target, unsigned value)
{
    return __nvvm_atom_min_gen_ui(target, value);
}

__device__ __forceinline__ unsigned atomicExch(unsigned *target, unsigned value)
{
    return (unsigned)__nvvm_atom_xchg_gen_i((int *)target, (int)value);
}

__device__ __forceinline__ unsigned long long atomicAdd(unsigned long long *target, unsigned long long value)
{
    return (unsigned long long)__nvvm_atom_add_gen_ll((long long *)target, (long long)value);
}

// Adds without fetching the value before, which no thread then waits for. Assemblers make this of an atomicAdd whose
// result is unused; clang 14 leaves it to them.
__device__ __forceinline__ void reduceAdd(unsigned *target, unsigned value)
{
    asm volatile("red.add.u32 [%0], %1;" : : "l"(target), "r"(value) : "memory");
}

// The same of an atomicOr.
__device__ __forceinline__ void reduceOr(unsigned *target, unsigned value)
{
    asm volatile("red.or.b32 [%0], %1;" : : "l"(target), "r"(value) : "memory");
}

__device__ __forceinline__ float atomicAdd(float *target, float value)
{
    return __nvvm_atom_add_gen_f(target, value);
}

// The smaller one.
__device__ __forceinline__ float fminf(float a, float b)
{
    return __nvvm_fmin_f(a, b);
}

// 1 / sqrt(value), approximately.
__device__ __forceinline__ float rsqrtf(float value)
{
    return __nvvm_rsqrt_approx_f(value);
}

// The lanes whose `vote` is true. clang 14 has no builtin that it can select for this architecture.
__device__ __forceinline__ unsigned ballot(bool vote)
{
    unsigned lanes;
    asm volatile("{ .reg .pred p; setp.ne.u32 p, %1, 0; vote.ballot.b32 %0, p; }" : "=r"(lanes) : "r"((unsigned)vote));
    return lanes;
}

// The sum of `value` over this lane and those before it; all lanes of the warp call this.
__device__ __forceinline__ unsigned sum_up_to_lane(unsigned value)
{
    unsigned lane = __nvvm_read_ptx_sreg_laneid();
    for (unsigned distance = 1; distance < 32; distance *= 2) {
        unsigned below = (unsigned)__nvvm_shfl_up_i32((int)value, (int)distance, 0);
        if (lane >= distance)
            value += below;
    }
    return value;
}

// The smaller one.
__device__ __forceinline__ unsigned min(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

// The least `value` of the warp; all its lanes call this.
__device__ __forceinline__ unsigned least_of_warp(unsigned value)
{
    for (unsigned distance = 16; distance > 0; distance /= 2)
        value = min(value, (unsigned)__nvvm_shfl_bfly_i32((int)value, (int)distance, 31));
    return value;
}

// What this thread wrote before is seen by whoever sees what it writes after.
__device__ __forceinline__ void __threadfence()
{
    __nvvm_membar_gl();
}

// Whether two types are one.
template <class A, class B> struct is_same {
    static const bool value = false;
};
template <class A> struct is_same<A, A> {
    static const bool value = true;
};

// __syncthreads() is built into clang.

// The device runtime. Calls by the lanes of one warp are one command to the hardware.
// cudaLaunchAggGroup adds TBs to a running kernel of the same function and TB dimensions (DTBL);
// it takes no stream because aggregated groups are independent by definition.
const unsigned cudaStreamNonBlocking = 1;
extern "C" __device__ void *cudaGetParameterBuffer(size_t align, size_t size);
extern "C" __device__ int cudaLaunchDevice(void *func, void *param, dim3 grid, dim3 block, unsigned shared_bytes, void *stream);
extern "C" __device__ int cudaLaunchAggGroup(void *func, void *param, dim3 agg, dim3 block, unsigned shared_bytes);
extern "C" __device__ int cudaStreamCreateWithFlags(void **stream, unsigned flags);
extern "C" __device__ int cudaDeviceSynchronize();
