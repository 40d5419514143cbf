// CUDA's shuffles, votes and matches for clang without a toolkit, in the forms before sm_70 and since
// (.sync, with a mask of the lanes that take part); NVRTC has them built in.
#pragma once
#include "heddle.h"

const u32 ALL_LANES = 0xffffffffu;

#ifndef __CUDACC_RTC__

#if __CUDA_ARCH__ >= 700

// PTX wants the segment's mask and clamp in one operand: ((32 - width) << 8) | clamp, the clamp being 0 for up.
#define HEDDLE_SHUFFLE(cuda, ptx, clamp) \
    INLINE int cuda(u32 mask, int v, int lane, int width = 32) \
    { \
        return __nvvm_shfl_sync_##ptx##_i32(mask, v, lane, (32 - width) << 8 | clamp); \
    } \
    INLINE u32 cuda(u32 mask, u32 v, int lane, int width = 32) \
    { \
        return (u32)cuda(mask, (int)v, lane, width); \
    } \
    INLINE float cuda(u32 mask, float v, int lane, int width = 32) \
    { \
        return __nvvm_shfl_sync_##ptx##_f32(mask, v, lane, (32 - width) << 8 | clamp); \
    } \
    INLINE u64 cuda(u32 mask, u64 v, int lane, int width = 32) \
    { \
        u32 low = cuda(mask, (u32)v, lane, width), high = cuda(mask, (u32)(v >> 32), lane, width); \
        return (u64)high << 32 | low; \
    }
HEDDLE_SHUFFLE(__shfl_sync, idx, 31)
HEDDLE_SHUFFLE(__shfl_up_sync, up, 0)
HEDDLE_SHUFFLE(__shfl_down_sync, down, 31)
HEDDLE_SHUFFLE(__shfl_xor_sync, bfly, 31)
#undef HEDDLE_SHUFFLE

INLINE int __all_sync(u32 mask, int v) { return __nvvm_vote_all_sync(mask, v); }
INLINE int __any_sync(u32 mask, int v) { return __nvvm_vote_any_sync(mask, v); }
INLINE int __uni_sync(u32 mask, int v) { return __nvvm_vote_uni_sync(mask, v); }
INLINE u32 __ballot_sync(u32 mask, int v) { return __nvvm_vote_ballot_sync(mask, v); }
INLINE u32 __match_any_sync(u32 mask, u32 v) { return __nvvm_match_any_sync_i32(mask, v); }
// clang 14's builtins for 64 bits have results of 64 bits, which PTX has not.
INLINE u32 __match_any_sync(u32 mask, u64 v)
{
    u32 lanes;
    asm volatile("match.any.sync.b64 %0, %1, %2;" : "=r"(lanes) : "l"(v), "r"(mask));
    return lanes;
}
INLINE u32 __match_all_sync(u32 mask, u32 v, int *all)
{
    return __nvvm_match_all_sync_i32p(mask, v, all);
}
INLINE u32 __match_all_sync(u32 mask, u64 v, int *all)
{
    u32 lanes;
    asm volatile("{ .reg .pred p; match.all.sync.b64 %0|p, %2, %3; selp.s32 %1, 1, 0, p; }"
                 : "=r"(lanes), "=r"(*all)
                 : "l"(v), "r"(mask));
    return lanes;
}
INLINE void __syncwarp(u32 mask = ALL_LANES) { __nvvm_bar_warp_sync(mask); }
INLINE u32 __activemask()
{
    u32 lanes;
    asm volatile("activemask.b32 %0;" : "=r"(lanes));
    return lanes;
}
INLINE void __nanosleep(u32 ns) { asm volatile("nanosleep.u32 %0;" ::"r"(ns)); }

#if __CUDA_ARCH__ >= 800
INLINE int __reduce_add_sync(u32 mask, int v) { return __nvvm_redux_sync_add(v, (int)mask); }
INLINE int __reduce_min_sync(u32 mask, int v) { return __nvvm_redux_sync_min(v, (int)mask); }
INLINE int __reduce_max_sync(u32 mask, int v) { return __nvvm_redux_sync_max(v, (int)mask); }
INLINE u32 __reduce_min_sync(u32 mask, u32 v) { return (u32)__nvvm_redux_sync_umin(v, (int)mask); }
INLINE u32 __reduce_max_sync(u32 mask, u32 v) { return (u32)__nvvm_redux_sync_umax(v, (int)mask); }
INLINE u32 __reduce_and_sync(u32 mask, u32 v) { return (u32)__nvvm_redux_sync_and((int)v, (int)mask); }
INLINE u32 __reduce_or_sync(u32 mask, u32 v) { return (u32)__nvvm_redux_sync_or((int)v, (int)mask); }
INLINE u32 __reduce_xor_sync(u32 mask, u32 v) { return (u32)__nvvm_redux_sync_xor((int)v, (int)mask); }
#endif

#else

#define HEDDLE_SHUFFLE(cuda, ptx, clamp) \
    INLINE int cuda(int v, int lane, int width = 32) \
    { \
        return __nvvm_shfl_##ptx##_i32(v, lane, (32 - width) << 8 | clamp); \
    } \
    INLINE float cuda(float v, int lane, int width = 32) \
    { \
        return __nvvm_shfl_##ptx##_f32(v, lane, (32 - width) << 8 | clamp); \
    }
HEDDLE_SHUFFLE(__shfl, idx, 31)
HEDDLE_SHUFFLE(__shfl_up, up, 0)
HEDDLE_SHUFFLE(__shfl_down, down, 31)
HEDDLE_SHUFFLE(__shfl_xor, bfly, 31)
#undef HEDDLE_SHUFFLE

// clang 14 has builtins for these and cannot generate code for them.
INLINE u32 __ballot(int v)
{
    u32 lanes;
    asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; vote.ballot.b32 %0, p; }" : "=r"(lanes) : "r"(v));
    return lanes;
}
#define HEDDLE_VOTE(cuda, ptx) \
    INLINE int cuda(int v) \
    { \
        int result; \
        asm volatile("{ .reg .pred p; setp.ne.s32 p, %1, 0; vote." ptx ".pred p, p; selp.s32 %0, 1, 0, p; }" \
                     : "=r"(result) \
                     : "r"(v)); \
        return result; \
    }
HEDDLE_VOTE(__all, "all")
HEDDLE_VOTE(__any, "any")
#undef HEDDLE_VOTE

#endif
#endif

// The lanes before the calling one, and so on; neither compiler has a function for them.
#define HEDDLE_LANE_REGISTER(name) \
    INLINE u32 name() \
    { \
        u32 value; \
        asm("mov.u32 %0, %%" #name ";" : "=r"(value)); \
        return value; \
    }
HEDDLE_LANE_REGISTER(laneid)
HEDDLE_LANE_REGISTER(lanemask_eq)
HEDDLE_LANE_REGISTER(lanemask_lt)
HEDDLE_LANE_REGISTER(lanemask_le)
HEDDLE_LANE_REGISTER(lanemask_gt)
HEDDLE_LANE_REGISTER(lanemask_ge)
#undef HEDDLE_LANE_REGISTER
