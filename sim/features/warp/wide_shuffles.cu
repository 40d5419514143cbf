// arch: sm_70
// clang: -Xclang -target-feature -Xclang +ptx70
// Dot products of doubles by warp and the sort of pairs: numbers of 64 bits and structures travel between lanes in
// words that are taken apart and put together (mov with braces); a broadcast from a lane that is data.
#include "heddle.h"
#include "warps.h"

INLINE double moved(double value, int distance)
{
    u32 low, high;
    asm("mov.b64 {%0, %1}, %2;" : "=r"(low), "=r"(high) : "d"(value));
    low = __shfl_down_sync(ALL_LANES, low, distance);
    high = __shfl_down_sync(ALL_LANES, high, distance);
    asm("mov.b64 %0, {%1, %2};" : "=d"(value) : "r"(low), "r"(high));
    return value;
}

struct Pair {
    u16 key, value;
};

INLINE Pair exchanged(Pair pair, int distance)
{
    u32 whole;
    asm("mov.b32 %0, {%1, %2};" : "=r"(whole) : "h"(pair.key), "h"(pair.value));
    whole = __shfl_xor_sync(ALL_LANES, whole, distance);
    asm("mov.b32 {%0, %1}, %2;" : "=h"(pair.key), "=h"(pair.value) : "r"(whole));
    return pair;
}

KERNEL wide_shuffles(const double *a, const double *b, double *products, const u16 *keys, Pair *sorted, const u32 *sources, float *fetched)
{
    u32 i = thread_id(), lane = laneid();
    double sum = a[i] * b[i];
    asm("" : "+d"(sum));
    for (int distance = 16; distance > 0; distance /= 2)
        sum += moved(sum, distance);
    if (lane == 0)
        products[i / 32] = sum;
    // Odd-even merges by bitonic steps; equal keys keep the order of their lanes through the value.
    Pair pair = {keys[i], (u16)lane};
    for (u32 run = 2; run <= 32; run *= 2)
        for (u32 distance = run / 2; distance > 0; distance /= 2) {
            Pair other = exchanged(pair, (int)distance);
            bool less = other.key < pair.key || (other.key == pair.key && other.value < pair.value);
            bool keep_least = ((lane & run & 31) == 0) == ((lane & distance) == 0);
            pair = less == keep_least ? other : pair;
        }
    sorted[i] = pair;
    fetched[i] = __shfl_sync(ALL_LANES, (float)(lane * lane), (int)(sources[i] & 31));
}
