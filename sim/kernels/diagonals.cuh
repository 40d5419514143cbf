// Tiles that are computed diagonal by diagonal.
//
// The field lies in memory tile after tile (row by row of tiles), and a tile's elements lie diagonal after diagonal,
// each from its top right to its bottom left: the threads that compute a diagonal touch consecutive words.
#pragma once
#include "wavefront.cuh"

extern __shared__ unsigned dynamic_shared[];

// One diagonal of a tile.
struct Diagonal {
    unsigned number;    // row + column
    unsigned start;     // place of its first element in the tile
    unsigned first_row; // of its first element
    unsigned length;

    __device__ __forceinline__ void advance(unsigned side)
    {
        start += length;
        number++;
        if (number < side) {
            length++;
        } else {
            first_row++;
            length--;
        }
    }
};

// The place of an element in a tile.
static __device__ __forceinline__ unsigned place_in_tile(unsigned row, unsigned column, unsigned side)
{
    unsigned number = row + column;
    if (number < side)
        return number * (number + 1) / 2 + row;
    unsigned left = 2 * side - 1 - number; // the diagonals of this length and less that follow
    return side * side - left * (left + 1) / 2 + row - (number - side + 1);
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
    Value *north = shared; // of column c at c + 1
    Value *west = north + side + 1;
    Value *now = west + side;
    Value *before = now + side;
    Value *long_before = before + side;
    Value *tile = tile_at(field, tiling, x, y);
    for (unsigned k = threadIdx.x; k < side; k += blockDim.x) {
        north[k + 1] = y > 0 ? tile_at(field, tiling, x, y - 1)[place_in_tile(side - 1, k, side)] : edge;
        west[k] = x > 0 ? tile_at(field, tiling, x - 1, y)[place_in_tile(k, side - 1, side)] : edge;
    }
    if (threadIdx.x == 0) {
        if (x > 0 && y > 0)
            north[0] = tile_at(field, tiling, x - 1, y - 1)[side * side - 1];
        else
            north[0] = x + y > 0 ? edge : corner;
    }
    __syncthreads();
    Diagonal diagonal = {0, 0, 0, 1};
    while (diagonal.number < 2 * side - 1) {
        for (unsigned k = threadIdx.x; k < diagonal.length; k += blockDim.x) {
            unsigned row = diagonal.first_row + k;
            unsigned column = diagonal.number - row;
            const Value *of_north_west = row == 0      ? &north[column]
                                         : column == 0 ? &west[row - 1]
                                                       : &long_before[row - 1];
            const Value *of_north = row == 0 ? &north[column + 1] : &before[row - 1];
            const Value *of_west = column == 0 ? &west[row] : &before[row];
            Value value = cell(*of_north_west, *of_north, *of_west, row, column);
            now[row] = value;
            tile[diagonal.start + k] = value;
        }
        __syncthreads();
        Value *oldest = long_before;
        long_before = before;
        before = now;
        now = oldest;
        diagonal.advance(side);
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
    unsigned last = tiling.tiles - 1;
    float *north = shared;
    float *west = north + side;
    float *east = west + side;
    float *south = east + side;
    float *diagonals = south + side; // of four, by their number modulo 4
    float *tile = tile_at(field, tiling, x, y);
    for (unsigned k = threadIdx.x; k < side; k += blockDim.x) {
        unsigned top = place_in_tile(0, k, side), bottom = place_in_tile(side - 1, k, side);
        unsigned left = place_in_tile(k, 0, side), right = place_in_tile(k, side - 1, side);
        north[k] = y > 0 ? tile_at(field, tiling, x, y - 1)[bottom] : cell.outside(tile[top]);
        west[k] = x > 0 ? tile_at(field, tiling, x - 1, y)[right] : cell.outside(tile[left]);
        east[k] = x < last ? tile_at(field, tiling, x + 1, y)[left] : cell.outside(tile[right]);
        south[k] = y < last ? tile_at(field, tiling, x, y + 1)[top] : cell.outside(tile[bottom]);
    }
    // The diagonal two ahead is fetched while one is computed.
    Diagonal ahead = {0, 0, 0, 1};
    for (unsigned number = 0; number < 2 && number < 2 * side - 1; number++) {
        for (unsigned k = threadIdx.x; k < ahead.length; k += blockDim.x)
            diagonals[number * side + ahead.first_row + k] = tile[ahead.start + k];
        ahead.advance(side);
    }
    __syncthreads();
    Diagonal diagonal = {0, 0, 0, 1};
    while (diagonal.number < 2 * side - 1) {
        float *now = diagonals + diagonal.number % 4 * side;
        const float *before = diagonals + (diagonal.number + 3) % 4 * side;
        const float *next = diagonals + (diagonal.number + 1) % 4 * side;
        float *fetched = diagonals + (diagonal.number + 2) % 4 * side;
        for (unsigned k = threadIdx.x; k < side; k += blockDim.x) {
            bool fetches = ahead.number < 2 * side - 1 && k < ahead.length;
            float coming = fetches ? tile[ahead.start + k] : 0;
            if (k < diagonal.length) {
                unsigned row = diagonal.first_row + k;
                unsigned column = diagonal.number - row;
                const float *of_north = row == 0 ? &north[column] : &before[row - 1];
                const float *of_west = column == 0 ? &west[row] : &before[row];
                const float *of_east = column == side - 1 ? &east[row] : &next[row];
                const float *of_south = row == side - 1 ? &south[column] : &next[row + 1];
                float *here = &tile[diagonal.start + k];
                float value = cell(now[row], *of_north, *of_west, *of_east, *of_south, (unsigned)(here - field));
                now[row] = value;
                *here = value;
            }
            if (fetches)
                fetched[ahead.first_row + k] = coming;
        }
        __syncthreads();
        diagonal.advance(side);
        if (ahead.number < 2 * side - 1)
            ahead.advance(side);
    }
}
