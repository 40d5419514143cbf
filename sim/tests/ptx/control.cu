// Control flow: switches with fall-through in a loop, and an insertion sort of a local array.
#include "../../workloads/kernels/heddle.cuh"

extern "C" __global__ void switches(const unsigned *in, int *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    int r = (int)(in[i] * 2654435761u);
    for (int k = 0; k < 20; k++) {
        switch ((r ^ k) & 7) {
        case 0: r += 7; break;
        case 1: r = r / 3; break;
        case 2: r = r % 1717; break;
        case 3: r = (int)((unsigned)r << 2); // falls through
        case 4: r ^= 0x55; break;
        case 5: r >>= 1; break;
        case 6: r += k; continue;
        default: r = __builtin_popcount(r);
        }
        r += 3;
    }
    out[i] = r;
}

extern "C" __global__ void local_sort(const unsigned *in, unsigned *out, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    unsigned a[24];
    for (int k = 0; k < 24; k++)
        a[k] = in[(i + k) % n] * 40503u % 4099u;
    for (int k = 1; k < 24; k++) {
        unsigned v = a[k];
        int j = k - 1;
        for (; j >= 0 && a[j] > v; j--)
            a[j + 1] = a[j];
        a[j + 1] = v;
    }
    unsigned s = 0;
    for (int k = 0; k < 24; k++)
        s = s * 31 + a[k];
    out[i] = s;
}
