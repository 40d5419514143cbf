// Product of matrices with a tile of 4 x 4 results in each thread's registers: operands come through shared memory as
// float4, columns read-only as float2, results leave as float4. Whole numbers, so the order of additions cannot show.
#include "heddle.h"
#include "caches.h"
#include "vectors.h"

const u32 TILE = 32, STEP = 8;

KERNEL tiled_product(const float *__restrict__ a, const float2 *__restrict__ b, float4 *c, u32 size)
{
    __shared__ float4 rows[STEP][TILE / 4], columns[STEP][TILE / 4];
    u32 t = threadIdx.x, x = t % 8, y = t / 8;
    float sums[4][4] = {};
    for (u32 first = 0; first < size; first += STEP) {
        for (u32 k = 0; k < 4; k++) {
            // 64 threads, 256 elements of a; transposed on the way.
            u32 at = t + 64 * k;
            ((float *)rows[at % STEP])[at / STEP] = a[(blockIdx.y * TILE + at / STEP) * size + first + at % STEP];
        }
        for (u32 k = 0; k < 2; k++) {
            u32 at = t + 64 * k;
            ((float2 *)columns[at / 16])[at % 16] = __ldg(b + ((first + at / 16) * size + blockIdx.x * TILE) / 2 + at % 16);
        }
        __syncthreads();
        for (u32 k = 0; k < STEP; k++) {
            float4 left = rows[k][y], right = columns[k][x];
            float l[4] = {left.x, left.y, left.z, left.w}, r[4] = {right.x, right.y, right.z, right.w};
            for (u32 i = 0; i < 4; i++)
                for (u32 j = 0; j < 4; j++)
                    sums[i][j] += l[i] * r[j];
        }
        __syncthreads();
    }
    for (u32 i = 0; i < 4; i++)
        c[((blockIdx.y * TILE + 4 * y + i) * size + blockIdx.x * TILE) / 4 + x] = make_float4(sums[i][0], sums[i][1], sums[i][2], sums[i][3]);
}
