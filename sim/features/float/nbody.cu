// Gravity among bodies, the inverse square root approximate, one tile of bodies in shared memory at a time.
#include "heddle.h"

const u32 TILE = 32;

struct __align__(16) Body {
    float x, y, z, mass;
};

KERNEL nbody(const Body *bodies, u32 count, float softening, float *accelerations)
{
    __shared__ Body tile[TILE];
    u32 i = thread_id();
    Body me = bodies[i < count ? i : 0];
    float ax = 0.0f, ay = 0.0f, az = 0.0f;
    for (u32 first = 0; first < count; first += TILE) {
        u32 other = first + threadIdx.x;
        if (other < count)
            tile[threadIdx.x] = bodies[other];
        else
            tile[threadIdx.x] = Body{0.0f, 0.0f, 0.0f, 0.0f};
        __syncthreads();
#pragma unroll 4
        for (u32 k = 0; k < TILE; k++) {
            Body body = tile[k];
            float dx = body.x - me.x, dy = body.y - me.y, dz = body.z - me.z;
            float squared = __fmaf_rn(dx, dx, __fmaf_rn(dy, dy, __fmaf_rn(dz, dz, softening)));
            float inverse = rsqrtf(squared);
            float scale = body.mass * inverse * inverse * inverse;
            ax = __fmaf_rn(dx, scale, ax);
            ay = __fmaf_rn(dy, scale, ay);
            az = __fmaf_rn(dz, scale, az);
        }
        __syncthreads();
    }
    if (i >= count)
        return;
    accelerations[3 * i] = ax;
    accelerations[3 * i + 1] = ay;
    accelerations[3 * i + 2] = az;
}
