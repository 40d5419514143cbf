// clang: -Xclang -target-feature -Xclang +ptx60
// A jump through a table of labels (brx.idx), which compilers of these releases do not make of a switch: written in
// PTX, as libraries do. Lanes go to different targets, some of which are shared, and meet again behind them.
#include "heddle.h"

// One step of a small random walk whose kind is the index.
INLINE u32 stepped(u32 value, u32 kind)
{
    u32 result;
    asm volatile("{\n\t"
                 ".reg .u32 r;\n\t"
                 "ts: .branchtargets Add, Double, Add, Invert, Rotate;\n\t"
                 "brx.idx %2, ts;\n\t"
                 "Add:\n\t"
                 "add.u32 r, %1, 12345;\n\t"
                 "bra Done;\n\t"
                 "Double:\n\t"
                 "mad.lo.u32 r, %1, 2, 1;\n\t"
                 "bra Done;\n\t"
                 "Invert:\n\t"
                 "not.b32 r, %1;\n\t"
                 "bra Done;\n\t"
                 "Rotate:\n\t"
                 "shf.l.wrap.b32 r, %1, %1, 9;\n\t"
                 "Done:\n\t"
                 "mov.u32 %0, r;\n\t"
                 "}"
                 : "=r"(result)
                 : "r"(value), "r"(kind));
    return result;
}

KERNEL jump_table(const u32 *in, u32 *out, u32 steps, u32 count)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    u32 value = in[i];
    for (u32 step = 0; step < steps; step++)
        value = stepped(value, value % 5);
    out[i] = value;
}
