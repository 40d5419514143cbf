// arch: sm_60
// Reductions as libraries write them, in PTX: atomics without a result (red) of every operation and type in global
// memory, and some in shared memory and by generic addresses. Order cannot show in any.
#include "heddle.h"

#define RED(space, operation, type, constraint, to, value) \
    asm volatile("red" space "." operation "." type " [%0], %1;" ::"l"(to), constraint(value) : "memory")

struct Totals {
    u32 sum, low, high, all_ones, any_ones, parity, ups, downs;
    s32 least, most;
    u64 wide_sum, wide_low, wide_high, wide_all_ones, wide_any_ones, wide_parity;
    s64 wide_least, wide_most;
    float single;
    u32 unused;
    double exact;
};

KERNEL reductions(const u64 *in, u32 count, Totals *totals, u32 *by_tb)
{
    __shared__ u32 here[3];
    if (threadIdx.x < 3)
        here[threadIdx.x] = threadIdx.x == 1 ? ~0u : 0;
    __syncthreads();
    u32 i = thread_id();
    if (i < count) {
        u64 wide = in[i];
        u32 v = (u32)wide;
        RED(".global", "add", "u32", "r", &totals->sum, v);
        RED(".global", "min", "u32", "r", &totals->low, v);
        RED(".global", "max", "u32", "r", &totals->high, v);
        RED(".global", "and", "b32", "r", &totals->all_ones, v | 0xff);
        RED(".global", "or", "b32", "r", &totals->any_ones, v & 0xffff0000u);
        RED(".global", "xor", "b32", "r", &totals->parity, v);
        RED(".global", "inc", "u32", "r", &totals->ups, 16);
        RED(".global", "dec", "u32", "r", &totals->downs, 16);
        RED(".global", "min", "s32", "r", &totals->least, (s32)v);
        RED("", "max", "s32", "r", &totals->most, (s32)v);
        RED(".global", "add", "u64", "l", &totals->wide_sum, wide);
        RED(".global", "min", "u64", "l", &totals->wide_low, wide);
        RED(".global", "max", "u64", "l", &totals->wide_high, wide);
        RED(".global", "and", "b64", "l", &totals->wide_all_ones, wide | 0xff);
        RED("", "or", "b64", "l", &totals->wide_any_ones, wide & ~0xffull);
        RED(".global", "xor", "b64", "l", &totals->wide_parity, wide);
        RED(".global", "min", "s64", "l", &totals->wide_least, (s64)wide);
        RED(".global", "max", "s64", "l", &totals->wide_most, (s64)wide);
        RED(".global", "add", "f32", "f", &totals->single, (float)(v & 1023) * 0.5f);
        RED(".global", "add", "f64", "d", &totals->exact, (double)(v >> 8) * 0.25);
        u64 base;
        asm volatile("cvta.to.shared.u64 %0, %1;" : "=l"(base) : "l"(here));
        RED(".shared", "add", "u32", "r", base, v & 0xffff);
        RED(".shared", "min", "u32", "r", base + 4, v);
        RED(".shared", "max", "s32", "r", base + 8, (s32)(v >> 1));
    }
    __syncthreads();
    if (threadIdx.x < 3)
        by_tb[3 * blockIdx.x + threadIdx.x] = here[threadIdx.x];
}
