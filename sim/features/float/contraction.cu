// clang: -ffp-contract=fast
// nvrtc: --fmad=true
// Polynomials by Horner's rule, where a compiler may fuse product and sum, and both do.
#include "heddle.h"

template <typename Real> INLINE Real polynomial(Real x)
{
    Real value = (Real)1 / 5040;
    value = value * x + (Real)1 / 720;
    value = value * x + (Real)1 / 120;
    value = value * x + (Real)1 / 24;
    value = value * x + (Real)1 / 6;
    value = value * x + (Real)0.5;
    value = value * x + (Real)1;
    return value * x + (Real)1;
}

KERNEL contraction(const float *single, const double *wide, u32 count, float *single_out, double *wide_out)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    single_out[i] = polynomial(single[i]);
    wide_out[i] = polynomial(wide[i]);
}
