// Particles as an array of structures taken apart: one ld.v2 or ld.v4 for each vector type, one st.v2 or st.v4 back,
// with the elements permuted or combined so that an exchanged lane shows.
#include "heddle.h"
#include "vectors.h"

struct Pixels {
    uchar4 *bytes;
    short2 *pairs;
    ushort4 *quads;
    int2 *ints;
    uint4 *words;
    longlong2 *longs;
    float4 *floats;
    double2 *doubles;
};

KERNEL vector_types(Pixels p, u32 count)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    uchar4 bytes = p.bytes[i];
    p.bytes[i] = make_uchar4(bytes.w, bytes.z, bytes.y, (u8)(bytes.x + bytes.w));
    short2 pair = p.pairs[i];
    p.pairs[i] = make_short2(pair.y, (s16)-pair.x);
    ushort4 quad = p.quads[i];
    p.quads[i] = make_ushort4(quad.y, quad.z, quad.w, quad.x);
    int2 ints = p.ints[i];
    p.ints[i] = make_int2(ints.x - ints.y, ints.y);
    uint4 words = p.words[i];
    p.words[i] = make_uint4(words.x ^ words.w, words.y + words.z, words.y, words.x);
    longlong2 longs = p.longs[i];
    p.longs[i].x = longs.y;
    p.longs[i].y = longs.x - longs.y;
    float4 floats = p.floats[i];
    p.floats[i] = make_float4(floats.w, floats.x * 0.5f, floats.y + 1.0f, floats.z);
    double2 doubles = p.doubles[i];
    p.doubles[i] = make_double2(doubles.y * 3.0, doubles.x);
}
