// nvrtc 11.8: --std=c++14 --fmad=false --relocatable-device-code=true --gpu-architecture=compute_35
// A random tree of kernels, every node of which waits for its children and adds up what they found.
__device__ unsigned mix(unsigned x)
{
    x = (x ^ (x >> 16)) * 0x7feb352du;
    x = (x ^ (x >> 15)) * 0x846ca68bu;
    return x ^ (x >> 16);
}

// Node `first + blockIdx.x`; its k-th child grid has nodes from 8 * node + 1 + 2 * k on.
extern "C" __global__ void tree(unsigned *sums, unsigned seed, unsigned first, unsigned levels)
{
    __shared__ unsigned parts[64];
    unsigned node = first + blockIdx.x;
    unsigned random = mix(seed ^ mix(node));
    unsigned children = levels > 0 ? random % 5 : 0;
    if (children == 4)
        children = 0;
    bool by_all = random >> 8 & 1, in_streams = random >> 9 & 1, all_wait = random >> 10 & 1;
    unsigned launcher = random >> 11 & 32;
    parts[threadIdx.x] = mix(random + threadIdx.x);
    for (unsigned k = 0; k < children; k++) {
        if (threadIdx.x == (by_all ? k : launcher)) {
            unsigned grid = 1 + (random >> (16 + k) & 1);
            cudaStream_t stream = 0;
            if (in_streams)
                cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
            tree<<<grid, 64, 0, stream>>>(sums, seed, 8 * node + 1 + 2 * k, levels - 1);
        }
    }
    if (by_all)
        __syncthreads();
    if (all_wait || threadIdx.x == launcher)
        cudaDeviceSynchronize();
    __syncthreads();
    // The lane's own part comes from before the wait.
    unsigned mine = parts[threadIdx.x ^ 5];
    __syncthreads();
    for (unsigned k = threadIdx.x; k < 2 * children; k += 64)
        if (k % 2 <= (random >> (16 + k / 2) & 1))
            mine += sums[8 * node + 1 + k];
    parts[threadIdx.x] = mine;
    __syncthreads();
    if (threadIdx.x == 0) {
        unsigned sum = 0;
        for (unsigned i = 0; i < 64; i++)
            sum = sum * 31 + parts[i];
        sums[node] = sum;
    }
}
