// nvrtc 11.8: --std=c++14 --fmad=false --relocatable-device-code=true --gpu-architecture=compute_35
// Parents that wait for their children.
extern "C" __global__ void fill(unsigned *out, unsigned first, unsigned value)
{
    out[first + blockIdx.x * blockDim.x + threadIdx.x] = value + blockIdx.x * blockDim.x + threadIdx.x;
}

// Each block launches a child and goes on with what the child has stored.
extern "C" __global__ void sums(unsigned *scratch, unsigned *out)
{
    __shared__ unsigned before[64];
    unsigned mine = blockIdx.x * 7 + threadIdx.x;
    before[threadIdx.x] = mine * 3;
    unsigned first = blockIdx.x * 64;
    if (threadIdx.x == 0) {
        fill<<<2, 32>>>(scratch, first, blockIdx.x);
        cudaDeviceSynchronize();
    }
    __syncthreads();
    // Shared memory, registers and the child's stores are all there.
    unsigned value = scratch[first + threadIdx.x] + before[63 - threadIdx.x] + mine;
    out[first + threadIdx.x] = value;
}

extern "C" __global__ void bump(unsigned *cell, unsigned by)
{
    atomicAdd(cell, by);
}

// Several rounds, each of which needs the result of the one before; all threads launch and wait.
extern "C" __global__ void rounds(unsigned *cells, unsigned *out, unsigned count)
{
    unsigned thread = blockIdx.x * blockDim.x + threadIdx.x;
    unsigned by = thread % 3 + 1;
    for (unsigned k = 0; k < count; k++) {
        bump<<<by, 2>>>(&cells[thread], by);
        if (cudaDeviceSynchronize() != cudaSuccess)
            return;
        by = cells[thread] % 5 + 1;
    }
    out[thread] = by;
}

// The child launches and does not wait: its parent waits for the grandchild too.
extern "C" __global__ void between(unsigned *cells)
{
    if (threadIdx.x == 0)
        fill<<<4, 32>>>(cells, 0, 9);
}

extern "C" __global__ void grandparent(unsigned *cells, unsigned *out)
{
    if (threadIdx.x == 0) {
        between<<<1, 32>>>(cells);
        cudaDeviceSynchronize();
    }
    __syncthreads();
    unsigned sum = 0;
    for (unsigned i = threadIdx.x; i < 128; i += blockDim.x)
        sum += cells[i];
    out[threadIdx.x] = sum;
}

// Recursion as deep as n; every node is a kernel.
extern "C" __global__ void fibonacci(unsigned n, unsigned *out)
{
    if (n < 2) {
        *out = n;
        return;
    }
    unsigned *parts = (unsigned *)(out + 1);
    // The tree under n - 1 has fewer than 2^(n - 1) nodes, a word each.
    unsigned *left = parts, *right = parts + (1u << (n - 1));
    fibonacci<<<1, 1>>>(n - 1, left);
    fibonacci<<<1, 1>>>(n - 2, right);
    cudaDeviceSynchronize();
    *out = *left + *right;
}

// One warp waits, the other spins for it in shared memory.
extern "C" __global__ void spin(unsigned *scratch, unsigned *out)
{
    __shared__ volatile unsigned there;
    if (threadIdx.x == 0)
        there = 0;
    __syncthreads();
    unsigned first = blockIdx.x * 64;
    if (threadIdx.x == 0) {
        fill<<<2, 32>>>(scratch, first, 5);
        cudaDeviceSynchronize();
        there = 1;
    } else if (threadIdx.x == 32) {
        while (there == 0)
            ;
        out[blockIdx.x] = scratch[first + 63];
    }
}

// Warps end, meet at barriers of their own and wait for children, in every mixture.
extern "C" __global__ void mixture(unsigned *scratch, unsigned *out)
{
    unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    unsigned first = blockIdx.x * 256;
    if (warp == 3)
        return;
    if (warp < 2) {
        if (lane < 2) {
            fill<<<1, 16>>>(scratch, first + warp * 32 + lane * 16, blockIdx.x + warp);
            if (warp == 0)
                cudaDeviceSynchronize();
        }
        // The first two warps of the block, apart from the third.
        asm volatile("bar.sync 1, 64;" ::: "memory");
        if (warp == 1 && lane == 0) {
            fill<<<1, 32>>>(scratch, first + 64, blockIdx.x + 50);
            cudaDeviceSynchronize();
        }
    }
    asm volatile("bar.sync 2, 96;" ::: "memory");
    out[blockIdx.x * 96 + threadIdx.x] = scratch[first + threadIdx.x] + warp * 1000;
}
