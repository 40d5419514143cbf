// Half precision for both compilers: CUDA's own header under NVRTC, clang's native type otherwise (the file then says
// `// clang: -Xclang -fnative-half-type -Xclang -fallow-half-arguments-and-returns`).
#pragma once

#include "heddle.h"

#ifdef __CUDACC_RTC__
#include <cuda_fp16.h>
#else
typedef __fp16 half;
typedef __fp16 half2 __attribute__((ext_vector_type(2)));

HEDDLE_IS(half, __float2half, (float x), (half)x)
HEDDLE_IS(half, __double2half, (double x), (half)x)
HEDDLE_IS(float, __half2float, (half x), (float)x)
HEDDLE_IS(half, __int2half_rn, (s32 x), (half)x)
HEDDLE_IS(half, __ull2half_rn, (u64 x), (half)x)
HEDDLE_IS(s32, __half2int_rz, (half x), (s32)x)
HEDDLE_IS(u16, __half2ushort_rz, (half x), (u16)x)
HEDDLE_IS(half, __low2half, (half2 x), x.x)
HEDDLE_IS(half, __high2half, (half2 x), x.y)
HEDDLE_IS(half2, __halves2half2, (half low, half high), (half2{low, high}))
#endif
