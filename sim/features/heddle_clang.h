// CUDA C as clang 14 sees it without a toolkit. Functions are in the order of the CUDA manual: qualifiers and
// registers, integer, single precision, double precision, conversions, reinterpretation.
#pragma once

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...) __attribute__((launch_bounds(__VA_ARGS__)))
#define __restrict__ __restrict

typedef decltype(sizeof(0)) size_t;

struct dim3 {
    u32 x, y, z;
};

#define threadIdx (dim3{(u32)__nvvm_read_ptx_sreg_tid_x(), (u32)__nvvm_read_ptx_sreg_tid_y(), (u32)__nvvm_read_ptx_sreg_tid_z()})
#define blockIdx (dim3{(u32)__nvvm_read_ptx_sreg_ctaid_x(), (u32)__nvvm_read_ptx_sreg_ctaid_y(), (u32)__nvvm_read_ptx_sreg_ctaid_z()})
#define blockDim (dim3{(u32)__nvvm_read_ptx_sreg_ntid_x(), (u32)__nvvm_read_ptx_sreg_ntid_y(), (u32)__nvvm_read_ptx_sreg_ntid_z()})
#define gridDim (dim3{(u32)__nvvm_read_ptx_sreg_nctaid_x(), (u32)__nvvm_read_ptx_sreg_nctaid_y(), (u32)__nvvm_read_ptx_sreg_nctaid_z()})

// A function of CUDA's that is one instruction, or one clang builtin.
#define HEDDLE_IS(result, name, parameters, value) \
    INLINE result name parameters                  \
    {                                              \
        return value;                              \
    }

HEDDLE_IS(u32, __float_as_uint, (float x), (u32)__nvvm_bitcast_f2i(x))
HEDDLE_IS(s32, __float_as_int, (float x), __nvvm_bitcast_f2i(x))
HEDDLE_IS(float, __uint_as_float, (u32 x), __nvvm_bitcast_i2f((s32)x))
HEDDLE_IS(float, __int_as_float, (s32 x), __nvvm_bitcast_i2f(x))
HEDDLE_IS(s64, __double_as_longlong, (double x), __nvvm_bitcast_d2ll(x))
HEDDLE_IS(double, __longlong_as_double, (s64 x), __nvvm_bitcast_ll2d(x))
HEDDLE_IS(s32, __double2hiint, (double x), __nvvm_d2i_hi(x))
HEDDLE_IS(s32, __double2loint, (double x), __nvvm_d2i_lo(x))
HEDDLE_IS(double, __hiloint2double, (s32 high, s32 low), __nvvm_lohi_i2d(low, high))
