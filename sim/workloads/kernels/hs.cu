// Steps of the temperature of a chip. A 16x16 TB computes `steps` of them in shared memory, each for one element fewer
// on every side, so that TBs overlap by a halo of `steps` elements.
#include "redundancy.cuh"

const int SIDE = 16;
const float AMBIENT = 80.0f;

extern "C" __global__ void hs(int steps, const float *power, const float *from, float *to, int side, float capacity, float rx, float ry,
                              float rz, float step)
{
    __shared__ float temperature[SIDE][SIDE];
    __shared__ float watts[SIDE][SIDE];
    __shared__ float next[SIDE][SIDE];

    int x = threadIdx.x;
    int y = threadIdx.y;
    float step_of_capacity = step / capacity;
    float rx_1 = 1.0f / rx;
    float ry_1 = 1.0f / ry;
    float rz_1 = 1.0f / rz;
    int inner = SIDE - 2 * steps;
    int top = inner * (int)blockIdx.y - steps;
    int left = inner * (int)blockIdx.x - steps;
    int at = (top + y) * side + left + x;
    if (within(top + y, 0, side - 1) && within(left + x, 0, side - 1)) {
        temperature[y][x] = from[at];
        watts[y][x] = power[at];
    }
    __syncthreads();

    // Elements outside the chip are as warm as the nearest one on it.
    int first_y = first_valid(top);
    int last_y = last_valid(top, SIDE, side);
    int first_x = first_valid(left);
    int last_x = last_valid(left, SIDE, side);
    int north = y - 1 < first_y ? first_y : y - 1;
    int south = y + 1 > last_y ? last_y : y + 1;
    int west = x - 1 < first_x ? first_x : x - 1;
    int east = x + 1 > last_x ? last_x : x + 1;
    bool computed = false;
    for (int i = 0; i < steps; i++) {
        computed = false;
        if (within(x, i + 1, SIDE - i - 2) && within(y, i + 1, SIDE - i - 2) && within(x, first_x, last_x) && within(y, first_y, last_y)) {
            computed = true;
            float here = temperature[y][x];
            float vertical = fmaf(-2.0f, here, temperature[south][x] + temperature[north][x]);
            float horizontal = fmaf(-2.0f, here, temperature[y][east] + temperature[y][west]);
            float flow = fmaf(vertical, ry_1, watts[y][x]);
            flow = fmaf(horizontal, rx_1, flow);
            flow = fmaf(AMBIENT - here, rz_1, flow);
            next[y][x] = fmaf(step_of_capacity, flow, here);
        }
        __syncthreads();
        if (i == steps - 1)
            break;
        if (computed)
            temperature[y][x] = next[y][x];
        __syncthreads();
    }
    if (computed)
        to[at] = next[y][x];
}
