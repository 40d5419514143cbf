// arch: sm_60
// clang: -Xclang -fnative-half-type -Xclang -fallow-half-arguments-and-returns
// An activation layer in half precision: arithmetic, comparisons and conversions of clang's native half and of CUDA's
// header, scalars and pairs.
#include "heddle_half.h"

KERNEL half_arithmetic(const half *x, const half *y, const half2 *pairs, u32 count, half *out, half2 *pairs_out, float *wide,
                       s32 *whole)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    half a = x[i], b = y[i];
    half *mine = out + 8 * i;
    mine[0] = a + b;
    mine[1] = a - b;
    mine[2] = a * b;
    mine[3] = a / b;
    mine[4] = -a;
    mine[5] = a > b ? a : b;
    // A leaky rectifier.
    mine[6] = a < __float2half(0.0f) ? a * __float2half(0.125f) : a;
    mine[7] = __double2half((double)__half2float(a) * 1.0009765625);
    half2 first = pairs[i], second = __halves2half2(a, b);
    pairs_out[2 * i] = first + second;
    pairs_out[2 * i + 1] = first * second - first;
    wide[2 * i] = __half2float(a) * __half2float(b);
    wide[2 * i + 1] = __half2float(__low2half(first)) - __half2float(__high2half(first));
    whole[4 * i] = __half2int_rz(a);
    whole[4 * i + 1] = (s32)__half2ushort_rz(b > a ? b : a);
    whole[4 * i + 2] = (s32)__half2float(__int2half_rn((s32)i * 1001 - 30000));
    whole[4 * i + 3] = (a == b) | (a != b) << 1 | (a <= b) << 2 | (a >= b) << 3;
}
