// The forces between bodies by the tree of Barnes and Hut.
// A cell of the tree is a body, or a cube with several whose centre of mass stands for them as seen from afar. Seen from
// near, it is opened: a node of the tree is the list of the up to 64 cells that an opened cell consists of (more, if
// bodies are too close together for the tree to tell them apart).
// A parent's item is a body, which opens the root; a child's item is a cell of the node that a body opened.
#include "nested.cuh"

// Keeps the force between bodies in one place finite; the host uses the same.
const float SOFTENING_SQUARED = 1e-6f;

// A body, or a cell's centre of mass.
struct __attribute__((aligned(16))) Mass {
    float x, y, z, mass;
};

// The node that a cell opens to; no items if the cell is a body.
struct __attribute__((aligned(8))) Range {
    unsigned first, items;
};

// The cells of a node, as a body sees them.
struct Node {
    const Mass *cells;
    const Range *ranges; // of the cells
    float *forces;       // three for each body
    float x, y, z;
    float reach_squared; // a cell whose centre of mass is nearer than this is opened
    unsigned body;
    unsigned first;
    unsigned items;

    // Two warps: no node but the deepest has more cells.
    static const unsigned TB_THREADS = 64;
    // The host's tree is no deeper.
    static const unsigned DEPTH = 8;

    // Which cells are opened depends on roundings, so they are written out; the host computes the same bits.
    __device__ __forceinline__ bool operator()(unsigned item, Node &deeper) const
    {
        Mass cell = cells[first + item];
        Range range = ranges[first + item];
        float dx = cell.x - x, dy = cell.y - y, dz = cell.z - z;
        float squared = __builtin_fmaf(dx, dx, __builtin_fmaf(dy, dy, dz * dz));
        if (range.items > 0 && squared < reach_squared) {
            // Cells of the next node are a quarter as wide.
            deeper = {cells, ranges, forces, x, y, z, reach_squared / 16, body, range.first, range.items};
            return true;
        }
        float inverse = rsqrtf(squared + SOFTENING_SQUARED);
        float attraction = cell.mass * inverse * inverse * inverse;
        atomicAdd(&forces[3 * body], attraction * dx);
        atomicAdd(&forces[3 * body + 1], attraction * dy);
        atomicAdd(&forces[3 * body + 2], attraction * dz);
        return false;
    }
};

struct Bodies {
    const Mass *bodies;
    const Mass *cells;
    const Range *ranges;
    float *forces;
    float reach_squared; // of the root's cells
    unsigned root_items;
    unsigned items;

    __device__ __forceinline__ bool operator()(unsigned body, Node &root) const
    {
        Mass own = bodies[body];
        root = {cells, ranges, forces, own.x, own.y, own.z, reach_squared, body, 0, root_items};
        return true;
    }
};

NESTED_KERNELS(bht, Bodies, Node)
