// Pixels compared and blended by video instructions on single bytes and half words, picked by selectors and merged or
// accumulated in the same step.
#include "heddle.h"

#define VIDEO(name, text)                                                            \
    INLINE u32 name(u32 x, u32 y, u32 z)                                             \
    {                                                                                \
        u32 result;                                                                  \
        asm(text : "=r"(result) : "r"(x), "r"(y), "r"(z));                           \
        return result;                                                               \
    }

VIDEO(distance_0, "vabsdiff.u32.u32.u32.add %0, %1.b0, %2.b0, %3;")
VIDEO(distance_1, "vabsdiff.u32.u32.u32.add %0, %1.b1, %2.b1, %3;")
VIDEO(distance_2, "vabsdiff.u32.u32.u32.add %0, %1.b2, %2.b2, %3;")
VIDEO(brighter, "vmax.u32.u32.u32.max %0, %1.b3, %2.b3, %3;")
VIDEO(lifted, "vadd.s32.s32.s32.sat %0.h1, %1.h0, %2.h1, %3;")
VIDEO(lowered, "vsub.u32.u32.u32.sat %0.b2, %1.b0, %2.b1, %3;")
VIDEO(counted, "vset.u32.u32.lt.add %0, %1.b0, %2.b3, %3;")

INLINE u32 scaled(u32 x, u32 amount)
{
    u32 result;
    asm("vshl.u32.u32.u32.clamp %0, %1.h0, %2.b0;" : "=r"(result) : "r"(x), "r"(amount));
    return result;
}

KERNEL video_scalar(const u32 *a, const u32 *b, u32 count, u32 *out)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    u32 x = a[i], y = b[i];
    u32 *mine = out + 6 * i;
    mine[0] = distance_2(x, y, distance_1(x, y, distance_0(x, y, 0)));
    mine[1] = brighter(x, y, i);
    mine[2] = lifted(x, y, x);
    mine[3] = lowered(x, y, y);
    mine[4] = counted(x, y, i);
    mine[5] = scaled(x, y);
}
