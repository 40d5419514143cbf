// Particles as an array of structures taken apart: one ld.v2 or ld.v4 for each vector type, one st.v2 or st.v4 back,
// with the elements permuted or combined so that an exchanged lane shows.
#include "heddle.h"
#include "vectors.h"

KERNEL vector_types(uchar4 *byte_quads, short2 *pairs, ushort4 *quads, int2 *int_pairs, uint4 *word_quads, longlong2 *long_pairs,
                    float4 *float_quads, double2 *double_pairs, u32 count)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    uchar4 bytes = byte_quads[i];
    byte_quads[i] = make_uchar4(bytes.w, bytes.z, bytes.y, (u8)(bytes.x + bytes.w));
    short2 pair = pairs[i];
    pairs[i] = make_short2(pair.y, (s16)-pair.x);
    ushort4 quad = quads[i];
    quads[i] = make_ushort4(quad.y, quad.z, quad.w, quad.x);
    int2 ints = int_pairs[i];
    int_pairs[i] = make_int2(ints.x - ints.y, ints.y);
    uint4 words = word_quads[i];
    word_quads[i] = make_uint4(words.x ^ words.w, words.y + words.z, words.y, words.x);
    longlong2 longs = long_pairs[i];
    long_pairs[i].x = longs.y;
    long_pairs[i].y = longs.x - longs.y;
    float4 floats = float_quads[i];
    float_quads[i] = make_float4(floats.w, floats.x * 0.5f, floats.y + 1.0f, floats.z);
    double2 doubles = double_pairs[i];
    double_pairs[i] = make_double2(doubles.y * 3.0, doubles.x);
}
