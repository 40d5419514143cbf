// CUDA's atomics and fences for clang without a toolkit; NVRTC has them built in.
// Each returns the value before the operation.
#pragma once
#include "heddle.h"

#ifndef __CUDACC_RTC__

INLINE int atomicAdd(int *p, int v) { return __nvvm_atom_add_gen_i(p, v); }
INLINE u32 atomicAdd(u32 *p, u32 v) { return (u32)__nvvm_atom_add_gen_i((int *)p, (int)v); }
INLINE u64 atomicAdd(u64 *p, u64 v) { return (u64)__nvvm_atom_add_gen_ll((s64 *)p, (s64)v); }
INLINE float atomicAdd(float *p, float v) { return __nvvm_atom_add_gen_f(p, v); }
#if __CUDA_ARCH__ >= 600
INLINE double atomicAdd(double *p, double v) { return __nvvm_atom_add_gen_d(p, v); }
#endif
INLINE int atomicSub(int *p, int v) { return __nvvm_atom_sub_gen_i(p, v); }
INLINE u32 atomicSub(u32 *p, u32 v) { return (u32)__nvvm_atom_sub_gen_i((int *)p, (int)v); }

INLINE int atomicMin(int *p, int v) { return __nvvm_atom_min_gen_i(p, v); }
INLINE u32 atomicMin(u32 *p, u32 v) { return __nvvm_atom_min_gen_ui(p, v); }
INLINE s64 atomicMin(s64 *p, s64 v) { return __nvvm_atom_min_gen_ll(p, v); }
INLINE u64 atomicMin(u64 *p, u64 v) { return __nvvm_atom_min_gen_ull(p, v); }
INLINE int atomicMax(int *p, int v) { return __nvvm_atom_max_gen_i(p, v); }
INLINE u32 atomicMax(u32 *p, u32 v) { return __nvvm_atom_max_gen_ui(p, v); }
INLINE s64 atomicMax(s64 *p, s64 v) { return __nvvm_atom_max_gen_ll(p, v); }
INLINE u64 atomicMax(u64 *p, u64 v) { return __nvvm_atom_max_gen_ull(p, v); }

INLINE u32 atomicAnd(u32 *p, u32 v) { return (u32)__nvvm_atom_and_gen_i((int *)p, (int)v); }
INLINE u64 atomicAnd(u64 *p, u64 v) { return (u64)__nvvm_atom_and_gen_ll((s64 *)p, (s64)v); }
INLINE u32 atomicOr(u32 *p, u32 v) { return (u32)__nvvm_atom_or_gen_i((int *)p, (int)v); }
INLINE u64 atomicOr(u64 *p, u64 v) { return (u64)__nvvm_atom_or_gen_ll((s64 *)p, (s64)v); }
INLINE u32 atomicXor(u32 *p, u32 v) { return (u32)__nvvm_atom_xor_gen_i((int *)p, (int)v); }
INLINE u64 atomicXor(u64 *p, u64 v) { return (u64)__nvvm_atom_xor_gen_ll((s64 *)p, (s64)v); }

INLINE int atomicExch(int *p, int v) { return __nvvm_atom_xchg_gen_i(p, v); }
INLINE u32 atomicExch(u32 *p, u32 v) { return (u32)__nvvm_atom_xchg_gen_i((int *)p, (int)v); }
INLINE u64 atomicExch(u64 *p, u64 v) { return (u64)__nvvm_atom_xchg_gen_ll((s64 *)p, (s64)v); }
INLINE int atomicCAS(int *p, int expected, int v) { return __nvvm_atom_cas_gen_i(p, expected, v); }
INLINE u32 atomicCAS(u32 *p, u32 expected, u32 v)
{
    return (u32)__nvvm_atom_cas_gen_i((int *)p, (int)expected, (int)v);
}
INLINE u64 atomicCAS(u64 *p, u64 expected, u64 v)
{
    return (u64)__nvvm_atom_cas_gen_ll((s64 *)p, (s64)expected, (s64)v);
}

// To v+1, or to 0 from `last` on.
INLINE u32 atomicInc(u32 *p, u32 last) { return __nvvm_atom_inc_gen_ui(p, last); }
// To v-1, or to `last` from 0 or beyond `last`.
INLINE u32 atomicDec(u32 *p, u32 last) { return __nvvm_atom_dec_gen_ui(p, last); }

INLINE void __threadfence_block() { __nvvm_membar_cta(); }
INLINE void __threadfence() { __nvvm_membar_gl(); }
INLINE void __threadfence_system() { __nvvm_membar_sys(); }
#endif
