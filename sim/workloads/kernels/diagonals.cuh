// Tiles that are computed diagonal by diagonal.
//
// The field lies in memory tile after tile (row by row of tiles), and a tile's elements lie diagonal after diagonal,
// each from its top right to its bottom left: the threads that compute a diagonal touch consecutive words.
#pragma once
#include "wavefront.cuh"

extern __shared__ unsigned dynamic_shared[];

// The place of an element in a tile.
static __device__ __forceinline__ unsigned place_in_tile(unsigned row, unsigned column, unsigned side)
{
    unsigned number = row + column;
    if (number < side)
        return number * (number + 1) / 2 + row;
    unsigned left = 2 * side - 1 - number; // the diagonals of this length and less that follow
    return side * side - left * (left + 1) / 2 + row - (number - side + 1);
}

// What is added to the place of an element for that of its southern neighbour's western one, that is in its row on the
// diagonal after number `number`.
static __device__ __forceinline__ unsigned to_next_diagonal(unsigned number, unsigned side)
{
    unsigned growing = number + 1, shrinking = 2 * side - 2 - number;
    return growing < shrinking ? growing : shrinking;
}

template <class Value>
static __device__ __forceinline__ Value *tile_at(Value *field, const Tiling &tiling, unsigned x, unsigned y)
{
    return field + (y * tiling.tiles + x) * (tiling.side * tiling.side);
}

// Computes every element from those to its north-west, north and west by
// `cell(north_west, north, west, row, column)`; rows and columns count within the tile. Outside of the field is
// `edge`, but `corner` north-west of it all. `shared` holds 5 side + 1 words; what the caller stored in shared memory
// before is seen by `cell`.
template <class Value, class Cell>
static __device__ __forceinline__ void sweep_from_north_west(Value *field, const Tiling &tiling, unsigned x, unsigned y,
                                                             Value edge, Value corner, Value *shared, const Cell &cell)
{
    unsigned side = tiling.side;
    // In `shared`: north of column c at c + 1, west of row r, and three diagonals by their number modulo 3.
    unsigned west = side + 1, diagonals = 2 * side + 1;
    Value *tile = tile_at(field, tiling, x, y);
    for (unsigned thread = threadIdx.x; thread < side; thread += blockDim.x) {
        unsigned k = anew(thread);
        shared[k + 1] = y > 0 ? tile_at(field, tiling, x, y - 1)[place_in_tile(side - 1, k, side)] : edge;
        shared[west + k] = x > 0 ? (tile - side * side)[place_in_tile(k, side - 1, side)] : edge;
    }
    if (threadIdx.x == 0) {
        if (x > 0 && y > 0)
            shared[0] = tile_at(field, tiling, x, y - 1)[-1]; // the last one of the tile before
        else
            shared[0] = x + y > 0 ? edge : corner;
    }
    __syncthreads();
    unsigned now = diagonals, before = now + side, long_before = before + side;
    for (unsigned step = 0; step < 2 * side - 1; step++) {
        unsigned number = anew(step);
        for (unsigned thread = threadIdx.x; thread < side; thread += blockDim.x) {
            unsigned row = anew(thread);
            unsigned column = number - row; // not in the tile if row is beyond the diagonal's ends
            if (column < side) {
                unsigned north_west = row == 0 ? column : (column == 0 ? west : long_before) + row - 1;
                unsigned north = row == 0 ? column + 1 : before + row - 1;
                unsigned from_west = (column == 0 ? west : before) + row;
                Value value = cell(shared[north_west], shared[north], shared[from_west], row, column);
                shared[now + row] = value;
                tile[row] = value;
            }
        }
        __syncthreads();
        unsigned oldest = long_before;
        long_before = before;
        before = now;
        now = oldest;
        tile += to_next_diagonal(number, side);
    }
}

// Computes every element in place from itself and its four neighbours, those to the north and west being new, those to
// the east and south old, by `cell(old, north, west, east, south, place)`; the place is that in the field.
// `cell.outside(old)` is the neighbour of an edge's element. `shared` holds 8 side words.
template <class Cell>
static __device__ __forceinline__ void sweep_in_place(float *field, const Tiling &tiling, unsigned x, unsigned y,
                                                      float *shared, const Cell &cell)
{
    unsigned side = tiling.side;
    // In `shared`: the neighbours to the north, west, east and south, and four diagonals by their number modulo 4.
    unsigned diagonals = 4 * side;
    unsigned first = (y * tiling.tiles + x) * (side * side);
    for (unsigned thread = threadIdx.x; thread < side; thread += blockDim.x) {
        unsigned k = anew(thread);
#pragma unroll 1
        for (unsigned border = 0; border < 4; border++) {
            // North and south, or west and east.
            bool upright = border % 3 == 0;
            bool far = border >= 2;
            unsigned along = upright ? y : x;
            unsigned mine = far ? side - 1 : 0, other = side - 1 - mine;
            bool inside = far ? along < tiling.tiles - 1 : along > 0;
            unsigned step = upright ? tiling.tiles * side * side : side * side;
            unsigned at = inside ? other : mine;
            float *tile = field + (inside ? far ? first + step : first - step : first);
            float value = tile[upright ? place_in_tile(at, k, side) : place_in_tile(k, at, side)];
            shared[border * side + k] = inside ? value : cell.outside(value);
        }
        if (k == 0)
            shared[diagonals] = field[first];
        if (k < 2 && side > 1)
            shared[diagonals + side + k] = field[first + 1 + k];
    }
    __syncthreads();
    // Of the elements of row 0, if the diagonal had one. The diagonal two ahead is fetched while one is computed.
    unsigned place = first;
    for (unsigned step = 0; step < 2 * side - 1; step++) {
        unsigned number = anew(step);
        unsigned next_place = place + to_next_diagonal(number, side);
        for (unsigned thread = threadIdx.x; thread < side; thread += blockDim.x) {
            unsigned row = anew(thread);
            unsigned column = number - row; // not in the tile if row is beyond the diagonal's ends
            bool fetches = column + 2 < side;
            unsigned ahead = next_place + to_next_diagonal(number + 1, side) + row;
            float coming = fetches ? field[ahead] : 0;
            unsigned now = diagonals + number % 4 * side + row;
            unsigned before = diagonals + (number + 3) % 4 * side + row;
            unsigned next = diagonals + (number + 1) % 4 * side + row;
            if (column < side) {
                float north = shared[row == 0 ? column : before - 1];
                float west = shared[column == 0 ? side + row : before];
                float east = shared[column == side - 1 ? 2 * side + row : next];
                float south = shared[row == side - 1 ? 3 * side + column : next + 1];
                float value = cell(shared[now], north, west, east, south, place + row);
                shared[now] = value;
                field[place + row] = value;
            }
            if (fetches)
                shared[diagonals + (number + 2) % 4 * side + row] = coming;
        }
        __syncthreads();
        place = next_place;
    }
}
