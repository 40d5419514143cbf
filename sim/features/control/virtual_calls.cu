// Objects with virtual functions in local memory: a table of function addresses for each class, calls through it, an
// overridden and an inherited function, and constructors.
#include "heddle.h"

struct Shape {
    s32 scale;
    __device__ Shape(s32 s) : scale(s) {}
    __device__ virtual s32 area() const = 0;
    __device__ virtual s32 edges() const { return 0; }
    __device__ s32 value() const { return area() * scale + edges(); }
};

struct Box : Shape {
    s32 width, height;
    __device__ Box(s32 s, s32 w, s32 h) : Shape(s), width(w), height(h) {}
    __device__ s32 area() const override { return width * height; }
    __device__ s32 edges() const override { return 4; }
};

struct Disc : Shape {
    s32 radius;
    __device__ Disc(s32 s, s32 r) : Shape(s), radius(r) {}
    __device__ s32 area() const override { return 3 * radius * radius; }
};

static __device__ __noinline__ s32 total(const Shape *const *shapes, u32 count)
{
    s32 sum = 0;
    for (u32 i = 0; i < count; i++)
        sum = sum * 3 + shapes[i]->value();
    return sum;
}

KERNEL virtual_calls(const s32 *in, s32 *out, u32 count)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    s32 v = in[i];
    Box box(v & 7, v % 13, 5);
    Box cube(2, v % 3, v % 3);
    Disc disc(-1, v % 11);
    const Shape *shapes[3] = {&box, &disc, &cube};
    if (v & 1) {
        shapes[0] = &disc;
        shapes[1] = &cube;
        shapes[2] = &disc;
    }
    out[i] = total(shapes, 3);
}
