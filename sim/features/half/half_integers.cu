// only: nvrtc
// arch: sm_60
// Halves to and from integers of every width in every rounding, as CUDA's header converts them.
#include "heddle_half.h"

KERNEL half_integers(const half *in, const s64 *numbers, u32 count, s64 *integers, half *out)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    half x = in[i];
    s64 *mine = integers + 9 * i;
    mine[0] = __half2short_rn(x);
    mine[1] = __half2short_rd(x);
    mine[2] = __half2ushort_ru(x);
    mine[3] = __half2int_ru(x);
    mine[4] = __half2uint_rn(x);
    mine[5] = __half2ll_rd(x);
    mine[6] = (s64)__half2ull_rz(x);
    mine[7] = __half2uint_rd(x);
    mine[8] = (s64)__half2float(htrunc(x)) + (s64)__half2float(hceil(x)) + (s64)__half2float(hrint(x)) * 4096;
    s64 number = numbers[i];
    half *my_halves = out + 9 * i;
    my_halves[0] = __short2half_rn((s16)number);
    my_halves[1] = __ushort2half_rd((u16)number);
    my_halves[2] = __int2half_rz((s32)number);
    my_halves[3] = __uint2half_ru((u32)number);
    my_halves[4] = __ll2half_rn(number);
    my_halves[5] = __ull2half_rz((u64)number);
    my_halves[6] = __ll2half_rd(number);
    my_halves[7] = __float2half_ru((float)(s32)number);
    my_halves[8] = __short2half_ru((s16)number);
}
