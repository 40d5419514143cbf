// A field computed tile by tile, where a tile needs the tiles to its west and north: from one source, launched level
// by level or as one grid.
//
// An application is a structure with
//   Tiling tiling;                                   (its last member)
//   void operator()(unsigned x, unsigned y) const;   computes the tile in column x, row y; all threads of a TB call it
// WAVEFRONT_KERNELS(app, App) then makes
//   app_wave     the tiles of one level, that is of one anti-diagonal
//   app_parent   one thread that launches app_wave for one level after the other and waits for each
//   app_graph    all tiles, blockIdx being the tile, for a scheduler that keeps the dependences
//   app_deplink  which tells that scheduler what a tile depends on
#pragma once
#include "heddle.cuh"
#include "wireframe.cuh"

// How the field is cut, and what a TB needs to compute a tile; the host knows this layout.
struct Tiling {
    unsigned tiles; // along a side of the field
    unsigned side;  // of a tile, in elements
    unsigned threads;
    unsigned shared_bytes;

    // Elements along a side of the field.
    __device__ __forceinline__ unsigned field_side() const
    {
        return tiles * side;
    }
};

// The same value. The compiler computes what depends on it anew, and does not carry that along in registers, of which
// a thread has few if an SMX is to be full.
static __device__ __forceinline__ unsigned anew(unsigned value)
{
    asm volatile("" : "+r"(value));
    return value;
}

// The parameters of app_wave; the host knows this layout.
template <class App> struct Wave {
    App app;
    unsigned level;
};

template <class App> static __device__ __forceinline__ void do_wave(const Wave<App> &wave)
{
    unsigned last = wave.app.tiling.tiles - 1;
    unsigned first_x = wave.level > last ? wave.level - last : 0;
    unsigned x = first_x + blockIdx.x;
    wave.app(x, wave.level - x);
}

// Ends early if the device runtime refuses a launch, which it counts.
template <class App> static __device__ __forceinline__ void launch_waves(void (*entry)(), const App &app)
{
    unsigned tiles = app.tiling.tiles;
    for (unsigned level = 0; level < 2 * tiles - 1; level++) {
        Wave<App> *buffer = (Wave<App> *)cudaGetParameterBuffer(alignof(Wave<App>), sizeof(Wave<App>));
        if (!buffer)
            return;
        *buffer = {app, level};
        unsigned width = level < tiles ? level + 1 : 2 * tiles - 1 - level;
        if (cudaLaunchDevice((void *)entry, buffer, dim3{width, 1, 1}, dim3{app.tiling.threads, 1, 1},
                             app.tiling.shared_bytes, nullptr) != 0)
            return;
        cudaDeviceSynchronize();
    }
}

static __device__ __forceinline__ void depend_on_west_and_north()
{
    WF::AddDependency(dim3{blockIdx.x - 1, blockIdx.y, blockIdx.z});
    WF::AddDependency(dim3{blockIdx.x, blockIdx.y - 1, blockIdx.z});
}

// app_wave has a second name: clang does not let device code refer to a __global__ function.
#define WAVEFRONT_KERNELS(app, App)                                                                                    \
    extern "C" __device__ void app##_wave_entry() __asm__(#app "_wave");                                               \
    extern "C" __global__ void app##_wave(Wave<App> wave)                                                              \
    {                                                                                                                  \
        do_wave(wave);                                                                                                 \
    }                                                                                                                  \
    extern "C" __global__ void app##_parent(App parameters)                                                            \
    {                                                                                                                  \
        launch_waves(app##_wave_entry, parameters);                                                                    \
    }                                                                                                                  \
    extern "C" __global__ void app##_graph(App parameters)                                                             \
    {                                                                                                                  \
        parameters(blockIdx.x, blockIdx.y);                                                                            \
    }                                                                                                                  \
    extern "C" __global__ void app##_deplink()                                                                         \
    {                                                                                                                  \
        depend_on_west_and_north();                                                                                    \
    }
