// Interval arithmetic: every bound rounded outwards, in both precisions; and everything rounded to zero.
#include "heddle.h"

#define INTERVAL(Real, name, prefix)                                                              \
    INLINE void name(const Real *x, const Real *y, Real factor, Real *out)                        \
    {                                                                                             \
        /* All bounds are positive, so products and quotients need no case analysis. */           \
        Real low = prefix##add_rd(x[0], y[0]), high = prefix##add_ru(x[1], y[1]);                 \
        out[0] = low;                                                                             \
        out[1] = high;                                                                            \
        out[2] = prefix##mul_rd(low, x[0]);                                                       \
        out[3] = prefix##mul_ru(high, x[1]);                                                      \
        out[4] = prefix##div_rd(x[0], y[1]);                                                      \
        out[5] = prefix##div_ru(x[1], y[0]);                                                      \
        out[6] = prefix##sqrt_rd(out[2]);                                                         \
        out[7] = prefix##sqrt_ru(out[3]);                                                         \
        out[8] = prefix##rcp_rd(high);                                                            \
        out[9] = prefix##rcp_ru(low);                                                             \
        out[10] = prefix##sub_rd(x[0], y[1]);                                                     \
        out[11] = prefix##sub_ru(x[1], y[0]);                                                     \
        out[12] = prefix##add_rz(prefix##mul_rz(x[0], y[1]), -prefix##div_rz(y[0], factor));      \
        out[13] = prefix##sqrt_rz(prefix##rcp_rz(x[0]));                                          \
    }

INTERVAL(float, single_interval, __f)
INTERVAL(double, wide_interval, __d)

KERNEL interval(const float *single, const double *wide, u32 count, float *single_out, double *wide_out, float *fused,
                double *wide_fused)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    single_interval(single + 4 * i, single + 4 * i + 2, 3.0f, single_out + 14 * i);
    wide_interval(wide + 4 * i, wide + 4 * i + 2, 3.0, wide_out + 14 * i);
    const float *x = single + 4 * i;
    fused[3 * i] = __fmaf_rd(x[0], x[1], x[2]);
    fused[3 * i + 1] = __fmaf_ru(x[0], x[1], -x[2]);
    fused[3 * i + 2] = __fmaf_rz(-x[0], x[1], x[2]);
    wide_fused[3 * i] = __fma_rd(x[0], x[1], wide[4 * i]);
    wide_fused[3 * i + 1] = __fma_ru(x[0], x[1], -wide[4 * i]);
    wide_fused[3 * i + 2] = __fma_rz(-x[0], x[1], wide[4 * i]);
}
