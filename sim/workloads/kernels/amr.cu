// Adaptive mesh refinement of a temperature field.
// A cell whose energy is far from its neighbours' is refined into a patch of 8 x 8 cells, which are examined in the
// same way, down to the finest level. Patches are taken from a pool as they are needed; a cell's number is
// its place in the base grid or, behind all of these, in the pool.
// A parent's item is a cell of the base grid, a child's item a cell of a patch. Without launches from the device there is
// a grid for each level but the finest: an item is a cell of that level, and its thread examines the cells of its patch.
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
    unsigned recursive;  // whether the cells of a new patch are refined at once, else by the next launch
    unsigned base_cells; // number of the first patch's first cell

    // Takes a patch for a cell whose energy asks for it; true if it does.
    __device__ __forceinline__ bool refine(unsigned cell, float energy, unsigned row, unsigned column,
                                           Patch &patch) const;

    // Computes a cell's energy.
    __device__ __forceinline__ float examine(unsigned cell, unsigned row, unsigned column) const
    {
        float energy = imbalance(row, column);
        energies[cell] = energy;
        return energy;
    }

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
        unsigned cell = first_cell + item, row = first_row + item / PATCH_SIDE, column = first_column + item % PATCH_SIDE;
        float energy = level.examine(cell, row, column);
        return level.recursive && level.refine(cell, energy, row, column, finer);
    }
};

__device__ __forceinline__ bool Level::refine(unsigned cell, float energy, unsigned row, unsigned column,
                                              Patch &patch) const
{
    if (finer == 0 || energy <= threshold)
        return false;
    unsigned number = atomicAdd(patch_count, 1);
    links[cell] = number;
    places[number] = row << 16 | column;
    patch.level = *this;
    patch.level.temperatures = temperatures + side * side;
    patch.level.side = side * PATCH_SIDE;
    patch.level.finer = finer - 1;
    patch.first_row = row * PATCH_SIDE;
    patch.first_column = column * PATCH_SIDE;
    patch.first_cell = base_cells + number * PATCH_CELLS;
    patch.items = PATCH_CELLS;
    return true;
}

struct Cells {
    Level level;       // of the cells
    unsigned examined; // whether they are the cells of patches, whose energies are known
    unsigned first_patch;
    unsigned items;

    __device__ __forceinline__ bool operator()(unsigned item, Patch &patch) const
    {
        if (!examined) {
            unsigned row = item / level.side, column = item % level.side;
            return level.refine(item, level.examine(item, row, column), row, column, patch);
        }
        unsigned number = first_patch + item / PATCH_CELLS, within = item % PATCH_CELLS;
        unsigned cell = level.base_cells + number * PATCH_CELLS + within, place = level.places[number];
        unsigned row = (place >> 16) * PATCH_SIDE + within / PATCH_SIDE;
        unsigned column = (place & 0xffff) * PATCH_SIDE + within % PATCH_SIDE;
        return level.refine(cell, level.energies[cell], row, column, patch);
    }
};

NESTED_KERNELS(amr, Cells, Patch)
