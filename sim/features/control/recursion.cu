// Functions that call themselves and one another: Ackermann's function, the number of ways to place queens, and a
// walk through a tree whose nodes are in memory; the depth is data.
#include "heddle.h"

static __device__ __noinline__ u32 ackermann(u32 m, u32 n)
{
    if (m == 0)
        return n + 1;
    return ackermann(m - 1, n == 0 ? 1 : ackermann(m, n - 1));
}

static __device__ __noinline__ u32 queens(u32 all, u32 columns, u32 left, u32 right)
{
    if (columns == all)
        return 1;
    u32 ways = 0;
    for (u32 free = all & ~(columns | left | right); free != 0; free &= free - 1) {
        u32 place = free & (0 - free);
        ways += queens(all, columns | place, (left | place) << 1, (right | place) >> 1);
    }
    return ways;
}

struct Node {
    s32 left, right, value;
};

static __device__ __noinline__ s64 odd_depth(const Node *nodes, s32 at);

static __device__ __noinline__ s64 even_depth(const Node *nodes, s32 at)
{
    if (at < 0)
        return 0;
    return nodes[at].value + odd_depth(nodes, nodes[at].left) + odd_depth(nodes, nodes[at].right);
}

static __device__ __noinline__ s64 odd_depth(const Node *nodes, s32 at)
{
    if (at < 0)
        return 1;
    return even_depth(nodes, nodes[at].left) - nodes[at].value + even_depth(nodes, nodes[at].right);
}

KERNEL recursion(const Node *nodes, u32 count, u32 *ackermanns, u32 *ways, s64 *sums)
{
    u32 i = thread_id();
    if (i >= count)
        return;
    ackermanns[i] = ackermann(i % 3, i % 5);
    ways[i] = queens((1u << (i % 6 + 1)) - 1, 0, 0, 0);
    sums[i] = even_depth(nodes, (s32)i);
}
