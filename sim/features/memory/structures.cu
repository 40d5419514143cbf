// Structures by value: a kernel parameter with arrays that are indexed at run time, arguments and results of functions
// that are not inlined, one of them small enough for registers and one not, with members of every size.
#include "heddle.h"

struct Matrix {
    float m[3][4];
};

struct Scene {
    Matrix views[2];
    u8 palette[6];
    s16 offset;
    u64 key;
};

struct Point {
    float x, y, z;
};

struct Digest {
    u8 tag, weekday;
    s16 delta;
    u32 words[3];
    double weight;
};

static __device__ __noinline__ Point transformed(const Matrix &view, Point p)
{
    const float(*m)[4] = view.m;
    return Point{m[0][0] * p.x + m[0][1] * p.y + m[0][2] * p.z + m[0][3], m[1][0] * p.x + m[1][1] * p.y + m[1][2] * p.z + m[1][3],
                 m[2][0] * p.x + m[2][1] * p.y + m[2][2] * p.z + m[2][3]};
}

static __device__ __noinline__ Digest digest(Point p, u8 tag, s16 offset, u64 key)
{
    Digest d;
    d.tag = (u8)(tag + 1);
    d.weekday = (u8)(key % 7);
    d.delta = (s16)(offset - tag);
    d.words[0] = (u32)(s32)p.x;
    d.words[1] = (u32)(s32)p.y ^ (u32)key;
    d.words[2] = (u32)(key >> 32);
    d.weight = p.z * 0.5;
    return d;
}

// Takes a structure that is too large for registers and returns another.
static __device__ __noinline__ Digest folded(Digest a, Digest b)
{
    a.words[a.tag % 3] += b.words[b.tag % 3];
    a.weight += b.weight;
    a.delta = (s16)(a.delta + b.delta);
    return a;
}

KERNEL structures(Scene scene, const float *points, Digest *digests, u32 count)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    Point p = {points[3 * i], points[3 * i + 1], points[3 * i + 2]};
    Digest first = digest(transformed(scene.views[i % 2], p), scene.palette[i % 6], scene.offset, scene.key);
    Digest second = digest(p, (u8)i, (s16)(scene.offset * 2), scene.key * i);
    digests[i] = folded(first, second);
}
