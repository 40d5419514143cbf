// One time step of the heat equation in place, so that heat moves on within the step as Gauss and Seidel's method has
// it. The plate is insulated at its edges and has heaters, cells whose temperature stays.
#include "diagonals.cuh"

// What flows of the difference between two neighbours.
const float SPEED = 0.25f;

struct Conduction {
    const unsigned char *heaters;

    // No heat flows between equal temperatures.
    __device__ __forceinline__ float outside(float old) const
    {
        return old;
    }

    __device__ __forceinline__ float operator()(float old, float north, float west, float east, float south,
                                                unsigned place) const
    {
        float flow = __builtin_fmaf(-4.0f, old, north + west + east + south);
        float warmed = __builtin_fmaf(SPEED, flow, old);
        return heaters[place] ? old : warmed;
    }
};

struct Plate {
    float *temperatures;
    Conduction conduction;
    Tiling tiling;

    __device__ __forceinline__ void operator()(unsigned x, unsigned y) const
    {
        sweep_in_place(temperatures, tiling, x, y, (float *)dynamic_shared, conduction);
    }
};

WAVEFRONT_KERNELS(heat2d, Plate)
