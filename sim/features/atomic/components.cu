// Connected components of a graph by hooking: an edge pulls the larger root below the smaller with an atomic minimum
// until both ends agree; each vertex ends with the smallest vertex of its component.
#include "heddle.h"
#include "atomics.h"

INLINE u32 root_of(const volatile u32 *parents, u32 vertex)
{
    while (parents[vertex] != vertex)
        vertex = parents[vertex];
    return vertex;
}

KERNEL components(const u32 *edges, u32 edge_count, u32 *parents)
{
    u32 i = thread_id();
    if (i >= edge_count)
        return;
    u32 a = edges[2 * i], b = edges[2 * i + 1];
    for (;;) {
        a = root_of(parents, a);
        b = root_of(parents, b);
        if (a == b)
            break;
        if (a < b) {
            u32 swap = a;
            a = b;
            b = swap;
        }
        u32 old = atomicMin(&parents[a], b);
        if (old == a)
            break;
        // Someone else hooked the root first: its new parent and ours belong together.
        a = old;
    }
}
