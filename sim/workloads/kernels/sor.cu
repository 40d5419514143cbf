// One sweep of successive over-relaxation over a matrix, in place, with a 5-point stencil and zeros around the matrix.
#include "diagonals.cuh"

struct Relaxation {
    float quarter; // of the relaxation factor
    float rest;    // one less the factor

    __device__ __forceinline__ float outside(float) const
    {
        return 0;
    }

    __device__ __forceinline__ float operator()(float old, float north, float west, float east, float south,
                                                unsigned) const
    {
        return __builtin_fmaf(quarter, north + west + east + south, rest * old);
    }
};

struct Matrix {
    float *field;
    Relaxation relaxation;
    Tiling tiling;

    __device__ __forceinline__ void operator()(unsigned x, unsigned y) const
    {
        sweep_in_place(field, tiling, x, y, (float *)dynamic_shared, relaxation);
    }
};

WAVEFRONT_KERNELS(sor, Matrix)
