// CUDA C as clang 14 sees it without a toolkit. Functions are in the order of the CUDA manual: qualifiers and
// registers, integer, single precision, double precision, conversions, reinterpretation.
#pragma once

#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
#define __shared__ __attribute__((shared))
#define __constant__ __attribute__((constant))
#define __forceinline__ inline __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __align__(bytes) __attribute__((aligned(bytes)))
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

// Integers.
HEDDLE_IS(s32, min, (s32 x, s32 y), x < y ? x : y)
HEDDLE_IS(s32, max, (s32 x, s32 y), x > y ? x : y)
HEDDLE_IS(u32, min, (u32 x, u32 y), x < y ? x : y)
HEDDLE_IS(u32, max, (u32 x, u32 y), x > y ? x : y)
HEDDLE_IS(s64, min, (s64 x, s64 y), x < y ? x : y)
HEDDLE_IS(s64, max, (s64 x, s64 y), x > y ? x : y)
HEDDLE_IS(u64, min, (u64 x, u64 y), x < y ? x : y)
HEDDLE_IS(u64, max, (u64 x, u64 y), x > y ? x : y)
HEDDLE_IS(s32, abs, (s32 x), x < 0 ? -x : x)
HEDDLE_IS(s64, llabs, (s64 x), x < 0 ? -x : x)
HEDDLE_IS(s32, __mulhi, (s32 x, s32 y), __nvvm_mulhi_i(x, y))
HEDDLE_IS(u32, __umulhi, (u32 x, u32 y), (u32)__nvvm_mulhi_ui(x, y))
HEDDLE_IS(s64, __mul64hi, (s64 x, s64 y), __nvvm_mulhi_ll(x, y))
HEDDLE_IS(u64, __umul64hi, (u64 x, u64 y), __nvvm_mulhi_ull(x, y))
HEDDLE_IS(s32, __mul24, (s32 x, s32 y), __nvvm_mul24_i(x, y))
HEDDLE_IS(u32, __umul24, (u32 x, u32 y), (u32)__nvvm_mul24_ui(x, y))
HEDDLE_IS(int, __popc, (u32 x), __builtin_popcount(x))
HEDDLE_IS(int, __popcll, (u64 x), __builtin_popcountll(x))
HEDDLE_IS(int, __clz, (int x), x ? __builtin_clz((u32)x) : 32)
HEDDLE_IS(int, __clzll, (s64 x), x ? __builtin_clzll((u64)x) : 64)
HEDDLE_IS(int, __ffs, (int x), __builtin_ffs(x))
HEDDLE_IS(int, __ffsll, (s64 x), __builtin_ffsll(x))
HEDDLE_IS(u32, __brev, (u32 x), __builtin_bitreverse32(x))
HEDDLE_IS(u64, __brevll, (u64 x), __builtin_bitreverse64(x))

// Functions that are one instruction which clang has no builtin for: result in r, operands from %1 on.
#define HEDDLE_ASM(result, name, parameters, output, text, ...) \
    INLINE result name parameters                               \
    {                                                           \
        result r;                                               \
        asm(text : output(r) : __VA_ARGS__);                    \
        return r;                                               \
    }

HEDDLE_ASM(u32, __sad, (s32 x, s32 y, u32 z), "=r", "sad.s32 %0, %1, %2, %3;", "r"(x), "r"(y), "r"(z))
HEDDLE_ASM(u32, __usad, (u32 x, u32 y, u32 z), "=r", "sad.u32 %0, %1, %2, %3;", "r"(x), "r"(y), "r"(z))
HEDDLE_ASM(u32, __byte_perm, (u32 x, u32 y, u32 s), "=r", "prmt.b32 %0, %1, %2, %3;", "r"(x), "r"(y), "r"(s))
HEDDLE_ASM(u32, __funnelshift_l, (u32 lo, u32 hi, u32 n), "=r", "shf.l.wrap.b32 %0, %1, %2, %3;", "r"(lo), "r"(hi), "r"(n))
HEDDLE_ASM(u32, __funnelshift_r, (u32 lo, u32 hi, u32 n), "=r", "shf.r.wrap.b32 %0, %1, %2, %3;", "r"(lo), "r"(hi), "r"(n))
HEDDLE_ASM(u32, __funnelshift_lc, (u32 lo, u32 hi, u32 n), "=r", "shf.l.clamp.b32 %0, %1, %2, %3;", "r"(lo), "r"(hi), "r"(n))
HEDDLE_ASM(u32, __funnelshift_rc, (u32 lo, u32 hi, u32 n), "=r", "shf.r.clamp.b32 %0, %1, %2, %3;", "r"(lo), "r"(hi), "r"(n))

// Floating point, rounded to nearest (rn), to zero (rz), up (ru, PTX's rp) and down (rd, PTX's rm).
#define HEDDLE_ROUNDED(mode, ptx)                                                               \
    HEDDLE_IS(float, __fadd_##mode, (float x, float y), __nvvm_add_##ptx##_f(x, y))              \
    HEDDLE_IS(float, __fsub_##mode, (float x, float y), __nvvm_add_##ptx##_f(x, -y))             \
    HEDDLE_IS(float, __fmul_##mode, (float x, float y), __nvvm_mul_##ptx##_f(x, y))              \
    HEDDLE_IS(float, __fdiv_##mode, (float x, float y), __nvvm_div_##ptx##_f(x, y))              \
    HEDDLE_IS(float, __frcp_##mode, (float x), __nvvm_rcp_##ptx##_f(x))                          \
    HEDDLE_IS(float, __fsqrt_##mode, (float x), __nvvm_sqrt_##ptx##_f(x))                        \
    HEDDLE_IS(float, __fmaf_##mode, (float x, float y, float z), __nvvm_fma_##ptx##_f(x, y, z))  \
    HEDDLE_IS(double, __dadd_##mode, (double x, double y), __nvvm_add_##ptx##_d(x, y))           \
    HEDDLE_IS(double, __dsub_##mode, (double x, double y), __nvvm_add_##ptx##_d(x, -y))          \
    HEDDLE_IS(double, __dmul_##mode, (double x, double y), __nvvm_mul_##ptx##_d(x, y))           \
    HEDDLE_IS(double, __ddiv_##mode, (double x, double y), __nvvm_div_##ptx##_d(x, y))           \
    HEDDLE_IS(double, __drcp_##mode, (double x), __nvvm_rcp_##ptx##_d(x))                        \
    HEDDLE_IS(double, __dsqrt_##mode, (double x), __nvvm_sqrt_##ptx##_d(x))                      \
    HEDDLE_IS(double, __fma_##mode, (double x, double y, double z), __nvvm_fma_##ptx##_d(x, y, z))

HEDDLE_ROUNDED(rn, rn)
HEDDLE_ROUNDED(rz, rz)
HEDDLE_ROUNDED(ru, rp)
HEDDLE_ROUNDED(rd, rm)

HEDDLE_IS(float, __saturatef, (float x), __nvvm_saturate_f(x))
HEDDLE_IS(float, sqrtf, (float x), __builtin_sqrtf(x))
HEDDLE_IS(double, sqrt, (double x), __builtin_sqrt(x))
HEDDLE_IS(float, rsqrtf, (float x), __nvvm_rsqrt_approx_f(x))
HEDDLE_IS(float, fminf, (float x, float y), __builtin_fminf(x, y))
HEDDLE_IS(float, fmaxf, (float x, float y), __builtin_fmaxf(x, y))
HEDDLE_IS(float, fmaf, (float x, float y, float z), __builtin_fmaf(x, y, z))
HEDDLE_IS(float, fabsf, (float x), __builtin_fabsf(x))
HEDDLE_IS(float, copysignf, (float x, float y), __builtin_copysignf(x, y))
HEDDLE_IS(double, fmin, (double x, double y), __builtin_fmin(x, y))
HEDDLE_IS(double, fmax, (double x, double y), __builtin_fmax(x, y))
HEDDLE_IS(double, fabs, (double x), __builtin_fabs(x))
HEDDLE_IS(double, copysign, (double x, double y), __builtin_copysign(x, y))
HEDDLE_IS(float, __sinf, (float x), __nvvm_sin_approx_f(x))
HEDDLE_IS(float, __cosf, (float x), __nvvm_cos_approx_f(x))
HEDDLE_IS(float, __log2f, (float x), __nvvm_lg2_approx_f(x))
HEDDLE_IS(float, __fdividef, (float x, float y), __nvvm_div_approx_f(x, y))

// Conversions. From integers not by builtins: clang 14 rounds those to nearest where they should round to zero.
#define HEDDLE_CONVERTED(mode, ptx)                                               \
    HEDDLE_IS(s32, __float2int_##mode, (float x), __nvvm_f2i_##ptx(x))             \
    HEDDLE_IS(u32, __float2uint_##mode, (float x), (u32)__nvvm_f2ui_##ptx(x))      \
    HEDDLE_IS(s64, __float2ll_##mode, (float x), __nvvm_f2ll_##ptx(x))             \
    HEDDLE_IS(u64, __float2ull_##mode, (float x), (u64)__nvvm_f2ull_##ptx(x))      \
    HEDDLE_IS(s32, __double2int_##mode, (double x), __nvvm_d2i_##ptx(x))           \
    HEDDLE_IS(u32, __double2uint_##mode, (double x), (u32)__nvvm_d2ui_##ptx(x))    \
    HEDDLE_IS(s64, __double2ll_##mode, (double x), __nvvm_d2ll_##ptx(x))           \
    HEDDLE_IS(u64, __double2ull_##mode, (double x), (u64)__nvvm_d2ull_##ptx(x))    \
    HEDDLE_IS(float, __double2float_##mode, (double x), __nvvm_d2f_##ptx(x))                 \
    HEDDLE_ASM(float, __int2float_##mode, (s32 x), "=f", "cvt." #ptx ".f32.s32 %0, %1;", "r"(x))       \
    HEDDLE_ASM(float, __uint2float_##mode, (u32 x), "=f", "cvt." #ptx ".f32.u32 %0, %1;", "r"(x))      \
    HEDDLE_ASM(float, __ll2float_##mode, (s64 x), "=f", "cvt." #ptx ".f32.s64 %0, %1;", "l"(x))        \
    HEDDLE_ASM(float, __ull2float_##mode, (u64 x), "=f", "cvt." #ptx ".f32.u64 %0, %1;", "l"(x))       \
    HEDDLE_ASM(double, __ll2double_##mode, (s64 x), "=d", "cvt." #ptx ".f64.s64 %0, %1;", "l"(x))      \
    HEDDLE_ASM(double, __ull2double_##mode, (u64 x), "=d", "cvt." #ptx ".f64.u64 %0, %1;", "l"(x))

HEDDLE_CONVERTED(rn, rn)
HEDDLE_CONVERTED(rz, rz)
HEDDLE_CONVERTED(ru, rp)
HEDDLE_CONVERTED(rd, rm)

HEDDLE_IS(float, floorf, (float x), __builtin_floorf(x))
HEDDLE_IS(float, ceilf, (float x), __builtin_ceilf(x))
HEDDLE_IS(float, truncf, (float x), __builtin_truncf(x))
HEDDLE_IS(float, rintf, (float x), __builtin_rintf(x))
HEDDLE_IS(float, roundf, (float x), __builtin_roundf(x))
HEDDLE_IS(double, floor, (double x), __builtin_floor(x))
HEDDLE_IS(double, ceil, (double x), __builtin_ceil(x))
HEDDLE_IS(double, trunc, (double x), __builtin_trunc(x))
HEDDLE_IS(double, rint, (double x), __builtin_rint(x))

// Bits of one type as another.
HEDDLE_IS(u32, __float_as_uint, (float x), (u32)__nvvm_bitcast_f2i(x))
HEDDLE_IS(s32, __float_as_int, (float x), __nvvm_bitcast_f2i(x))
HEDDLE_IS(float, __uint_as_float, (u32 x), __nvvm_bitcast_i2f((s32)x))
HEDDLE_IS(float, __int_as_float, (s32 x), __nvvm_bitcast_i2f(x))
HEDDLE_IS(s64, __double_as_longlong, (double x), __nvvm_bitcast_d2ll(x))
HEDDLE_IS(double, __longlong_as_double, (s64 x), __nvvm_bitcast_ll2d(x))
HEDDLE_IS(s32, __double2hiint, (double x), __nvvm_d2i_hi(x))
HEDDLE_IS(s32, __double2loint, (double x), __nvvm_d2i_lo(x))
HEDDLE_IS(double, __hiloint2double, (s32 high, s32 low), __nvvm_lohi_i2d(low, high))
