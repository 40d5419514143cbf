// nvrtc 11.8: --std=c++14 --fmad=false --relocatable-device-code=true --gpu-architecture=compute_35
// What the device runtime does besides launching: copies and sets memory in streams, allocates, describes errors.
extern "C" __global__ void scale(unsigned *cells, unsigned n)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        cells[i] = cells[i] * 3 + 1;
}

// In the TB's own stream: set, scale, copy to the second half, scale the first half again.
extern "C" __global__ void in_order(unsigned *cells, unsigned n)
{
    if (threadIdx.x)
        return;
    cudaMemsetAsync(cells, 0x101, 4 * n, 0);
    scale<<<(n + 31) / 32, 32>>>(cells, n);
    cudaMemcpyAsync(cells + n, cells, 4 * n, cudaMemcpyDeviceToDevice, 0);
    scale<<<(n + 31) / 32, 32>>>(cells, n);
    cudaMemsetAsync((char *)cells + 1, 7, 2, 0);
}

// The same in a stream that the kernel creates, and waited for.
extern "C" __global__ void in_a_stream(unsigned *cells, unsigned n, unsigned *seen)
{
    if (threadIdx.x)
        return;
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    scale<<<(n + 31) / 32, 32, 0, stream>>>(cells, n);
    cudaMemcpyAsync(cells + n, cells, 4 * n, cudaMemcpyDefault, stream);
    scale<<<(n + 31) / 32, 32, 0, stream>>>(cells, n);
    cudaStreamDestroy(stream);
    cudaDeviceSynchronize();
    seen[0] = cells[0];
    seen[1] = cells[n];
}

// Every thread copies its own `bytes` bytes, at every distance from an aligned address.
extern "C" __global__ void odd_copies(unsigned char *to, const unsigned char *from, unsigned bytes)
{
    unsigned at = threadIdx.x * 64 + threadIdx.x;
    cudaMemcpyAsync(to + at, from + at, bytes, cudaMemcpyDeviceToDevice, 0);
}

extern "C" __global__ void refusals(unsigned *out)
{
    __shared__ unsigned area[4];
    area[0] = 1;
    out[0] = cudaMemcpyAsync(out + 8, out, 4, cudaMemcpyHostToDevice, 0);
    out[1] = cudaMemcpyAsync(out + 8, area, 4, cudaMemcpyDeviceToDevice, 0);
    out[2] = cudaMemsetAsync(area, 0, 4, 0);
    out[3] = cudaMemsetAsync(out + 8, 0, 4, (cudaStream_t)77);
    out[4] = cudaGetLastError();
    out[5] = cudaMemcpyAsync(0, 0, 0, cudaMemcpyDeviceToDevice, 0);
    out[6] = cudaGetLastError();
}

// Copies behind the end of the memory.
extern "C" __global__ void outside(unsigned *out)
{
    cudaMemsetAsync(out, 0, 1 << 20, 0);
}

// Writes name and text of an error, each with its final zero.
extern "C" __global__ void describe(char *name, char *text, unsigned error)
{
    const char *from = cudaGetErrorName((cudaError_t)error);
    while ((*name++ = *from++)) {}
    from = cudaGetErrorString((cudaError_t)error);
    while ((*text++ = *from++)) {}
}

extern "C" __global__ void allocate(unsigned *out)
{
    unsigned *cells;
    int device = 7, devices = 7;
    out[0] = cudaMalloc((void **)&cells, 64);
    cells[15] = 5;
    out[1] = cells[15];
    out[2] = cudaFree(cells);
    out[3] = cudaMalloc((void **)&cells, 9 << 20);
    out[4] = cells == 0;
    out[5] = cudaGetLastError();
    out[6] = cudaFree(0);
    out[7] = cudaFree(out);
    cudaGetLastError();
    out[8] = cudaGetDevice(&device) + device;
    out[9] = cudaGetDeviceCount(&devices) + devices;
}
