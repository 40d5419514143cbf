// only: nvrtc
// nvrtc: --relocatable-device-code=true
// A ragged array: each parent thread sums a short row itself and launches a child grid for a long one, with a structure
// and an array's address as its arguments. Nobody waits; the children's sums are there when the parent grid is done.
#include "heddle.h"

struct Row {
    u32 first, length;
    u16 weight;
};

KERNEL sum_row(Row row, const u32 *values, u32 *sum)
{
    u32 i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < row.length)
        atomicAdd(sum, values[row.first + i] * row.weight);
}

KERNEL child_rows(const u32 *starts, const u32 *values, u32 *sums, u32 *launch_errors, u32 rows)
{
    u32 i = thread_id();
    if (i >= rows)
        return;
    Row row = {starts[i], starts[i + 1] - starts[i], (u16)(i % 5 + 1)};
    if (row.length > 32) {
        sum_row<<<(row.length + 31) / 32, 32>>>(row, values, sums + i);
        launch_errors[i] = (u32)cudaGetLastError();
        return;
    }
    u32 sum = 0;
    for (u32 k = 0; k < row.length; k++)
        sum += values[row.first + k] * row.weight;
    atomicAdd(sums + i, sum);
}
