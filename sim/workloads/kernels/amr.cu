// Adaptive mesh refinement of a temperature field.
// A cell whose energy is far from its neighbours' is refined into a patch of 8 x 8 cells, which are examined in the
// same way, down to the finest level. Patches are taken from a pool as they are needed; a cell's number is
// its place in the base grid or, behind all of these, in the pool.
// A parent's item is a cell of the base grid (or, in a launch of its own for each level, a patch to be examined), a
// child's item a cell of a patch.
#include "nested.cuh"

const unsigned PATCH_SIDE = 8;
const unsigned PATCH_CELLS = PATCH_SIDE * PATCH_SIDE;

// How much more internal energy in kJ/kg gas has at `temperature` than at `base`, both in K: 0.68 T + 6.5e-5 T^2
// of the one less that of the other. Fused as written, so that the host can compute the same bits.
static __device__ __forceinline__ float energy_above(float base, float temperature)
{
    return (temperature - base) * __builtin_fmaf(6.5e-5f, temperature + base, 0.68f);
}

struct Patch;

// One level of the mesh, and what all levels share.
struct Level {
    const float *temperatures; // of the cells of this level, row by row; the next finer level follows
    float *energies;           // by cell number
    unsigned *links;           // by cell number: the patch that refines the cell
    unsigned *places;          // of patches: row and column (16 bits each) of the refined cell in its level
    unsigned *patch_count;
    float threshold;
    unsigned side;       // cells of a row of this level
    unsigned finer;      // levels below this one
    unsigned recursive;  // whether a new patch is examined at once, else by the next launch
    unsigned base_cells; // number of the first patch's first cell

    // Computes a cell's energy; true if that leaves a patch to be examined.
    __device__ __forceinline__ bool examine(unsigned cell, unsigned row, unsigned column, Patch &patch) const;

    __device__ __forceinline__ void open(unsigned patch_number, unsigned row, unsigned column, Patch &patch) const;

    // What the cell would exchange with its four neighbours if their energies became equal; outside the mesh it is
    // as at its edge.
    __device__ __forceinline__ float imbalance(unsigned row, unsigned column) const
    {
        unsigned last = side - 1;
        const float *middle = temperatures + row * side;
        const float *above = temperatures + (row > 0 ? row - 1 : 0) * side;
        const float *below = temperatures + (row < last ? row + 1 : last) * side;
        float own = middle[column];
        return __builtin_fabsf(energy_above(own, middle[column > 0 ? column - 1 : 0])) +
               __builtin_fabsf(energy_above(own, middle[column < last ? column + 1 : last])) +
               __builtin_fabsf(energy_above(own, above[column])) + __builtin_fabsf(energy_above(own, below[column]));
    }
};

// The cells that one cell is refined into.
struct Patch {
    Level level; // theirs
    unsigned first_row;
    unsigned first_column;
    unsigned first_cell;
    unsigned items;

    static const unsigned TB_THREADS = PATCH_CELLS;
    // The most levels that are finer than the base grid.
    static const unsigned DEPTH = 4;

    __device__ __forceinline__ bool operator()(unsigned item, Patch &finer) const
    {
        return level.examine(first_cell + item, first_row + item / PATCH_SIDE, first_column + item % PATCH_SIDE, finer);
    }
};

__device__ __forceinline__ void Level::open(unsigned number, unsigned row, unsigned column, Patch &patch) const
{
    patch.level = *this;
    patch.level.temperatures = temperatures + side * side;
    patch.level.side = side * PATCH_SIDE;
    patch.level.finer = finer - 1;
    patch.first_row = row * PATCH_SIDE;
    patch.first_column = column * PATCH_SIDE;
    patch.first_cell = base_cells + number * PATCH_CELLS;
    patch.items = PATCH_CELLS;
}

__device__ __forceinline__ bool Level::examine(unsigned cell, unsigned row, unsigned column, Patch &patch) const
{
    float energy = imbalance(row, column);
    energies[cell] = energy;
    if (finer == 0 || energy <= threshold)
        return false;
    unsigned number = atomicAdd(patch_count, 1);
    links[cell] = number;
    places[number] = row << 16 | column;
    if (!recursive)
        return false;
    open(number, row, column, patch);
    return true;
}

struct Cells {
    Level level;      // of the cells that are examined, or that the patches refine
    unsigned patches; // whether items are patches rather than cells of the base grid
    unsigned first_patch;
    unsigned items;

    __device__ __forceinline__ bool operator()(unsigned item, Patch &patch) const
    {
        if (!patches)
            return level.examine(item, item / level.side, item % level.side, patch);
        unsigned place = level.places[first_patch + item];
        level.open(first_patch + item, place >> 16, place & 0xffff, patch);
        return true;
    }
};

NESTED_KERNELS(amr, Cells, Patch)
