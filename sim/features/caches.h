// Loads and stores with a cache operator, and questions about a generic address. Under clang the
// first are written in PTX, because LLVM has no such operators; NVRTC has all of it built in.
#pragma once
#include "heddle.h"

#ifndef __CUDACC_RTC__

INLINE int __ldg(const int *p) { return __nvvm_ldg_i(p); }
INLINE u32 __ldg(const u32 *p) { return __nvvm_ldg_ui(p); }
INLINE u8 __ldg(const u8 *p) { return __nvvm_ldg_uc(p); }
INLINE short __ldg(const short *p) { return __nvvm_ldg_s(p); }
INLINE float __ldg(const float *p) { return __nvvm_ldg_f(p); }
INLINE double __ldg(const double *p) { return __nvvm_ldg_d(p); }

// The operand is a global address: the callers pass kernel arguments.
#define HEDDLE_CACHE_LOAD(name) \
    INLINE u32 __##name(const u32 *p) \
    { \
        u32 value; \
        asm volatile("ld.global." HEDDLE_OPERATOR ".u32 %0, [%1];" : "=r"(value) : "l"(p) : "memory"); \
        return value; \
    }
#define HEDDLE_CACHE_STORE(name) \
    INLINE void __##name(u32 *p, u32 value) \
    { \
        asm volatile("st.global." HEDDLE_OPERATOR ".u32 [%0], %1;" ::"l"(p), "r"(value) : "memory"); \
    }
#define HEDDLE_OPERATOR "ca"
HEDDLE_CACHE_LOAD(ldca)
#undef HEDDLE_OPERATOR
#define HEDDLE_OPERATOR "cg"
HEDDLE_CACHE_LOAD(ldcg)
HEDDLE_CACHE_STORE(stcg)
#undef HEDDLE_OPERATOR
#define HEDDLE_OPERATOR "cs"
HEDDLE_CACHE_LOAD(ldcs)
HEDDLE_CACHE_STORE(stcs)
#undef HEDDLE_OPERATOR
#define HEDDLE_OPERATOR "lu"
HEDDLE_CACHE_LOAD(ldlu)
#undef HEDDLE_OPERATOR
#define HEDDLE_OPERATOR "cv"
HEDDLE_CACHE_LOAD(ldcv)
#undef HEDDLE_OPERATOR
#define HEDDLE_OPERATOR "wb"
HEDDLE_CACHE_STORE(stwb)
#undef HEDDLE_OPERATOR
#define HEDDLE_OPERATOR "wt"
HEDDLE_CACHE_STORE(stwt)
#undef HEDDLE_OPERATOR
#undef HEDDLE_CACHE_LOAD
#undef HEDDLE_CACHE_STORE

INLINE bool __isGlobal(const void *p) { return __nvvm_isspacep_global(p); }
INLINE bool __isShared(const void *p) { return __nvvm_isspacep_shared(p); }
INLINE bool __isLocal(const void *p) { return __nvvm_isspacep_local(p); }
INLINE bool __isConstant(const void *p) { return __nvvm_isspacep_const(p); }

#endif
