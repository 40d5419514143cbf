// The Mandelbrot set in single precision with explicit fused steps, two points interleaved per thread.
#include "heddle.h"

INLINE u32 escape(float cr, float ci, u32 limit, float *distance)
{
    float zr = 0.0f, zi = 0.0f, squared = 0.0f;
    u32 step = 0;
    for (; step < limit && squared <= 4.0f; step++) {
        float next = __fmaf_rn(zr, zr, __fmaf_rn(-zi, zi, cr));
        zi = __fmaf_rn(zr + zr, zi, ci);
        zr = next;
        squared = zr * zr + zi * zi;
    }
    *distance = squared;
    return step;
}

KERNEL mandelbrot(float left, float top, float step, u32 width, u32 height, u32 limit, u32 *steps, float *distances)
{
    u32 i = thread_id();
    if (i >= width * height)
        return;
    float x = left + (float)(i % width) * step, y = top - (float)(i / width) * step;
    steps[i] = escape(x, y, limit, &distances[i]);
}
