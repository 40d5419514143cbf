// CUDA's vector types for clang without a toolkit, with CUDA's alignments, so that a load of one is one ld.v2 or ld.v4.
// NVRTC has them built in.
#pragma once
#include "heddle.h"

#ifndef __CUDACC_RTC__

#define HEDDLE_VECTOR2(name, type) \
    struct __attribute__((aligned(2 * sizeof(type)))) name##2 { \
        type x, y; \
    }; \
    INLINE name##2 make_##name##2(type x, type y) \
    { \
        return name##2{x, y}; \
    }
#define HEDDLE_VECTOR4(name, type) \
    struct __attribute__((aligned(4 * sizeof(type) < 16 ? 4 * sizeof(type) : 16))) name##4 { \
        type x, y, z, w; \
    }; \
    INLINE name##4 make_##name##4(type x, type y, type z, type w) \
    { \
        return name##4{x, y, z, w}; \
    }

HEDDLE_VECTOR2(char, signed char)
HEDDLE_VECTOR4(char, signed char)
HEDDLE_VECTOR2(uchar, unsigned char)
HEDDLE_VECTOR4(uchar, unsigned char)
HEDDLE_VECTOR2(short, short)
HEDDLE_VECTOR4(short, short)
HEDDLE_VECTOR2(ushort, unsigned short)
HEDDLE_VECTOR4(ushort, unsigned short)
HEDDLE_VECTOR2(int, int)
HEDDLE_VECTOR4(int, int)
HEDDLE_VECTOR2(uint, unsigned)
HEDDLE_VECTOR4(uint, unsigned)
HEDDLE_VECTOR2(longlong, s64)
HEDDLE_VECTOR2(ulonglong, u64)
HEDDLE_VECTOR2(float, float)
HEDDLE_VECTOR4(float, float)
HEDDLE_VECTOR2(double, double)
#undef HEDDLE_VECTOR2
#undef HEDDLE_VECTOR4

#endif
