// nvrtc 11.8: --std=c++14 --fmad=false --relocatable-device-code=true --gpu-architecture=compute_35
// Every error value of the device runtime, as the program sees it.
extern "C" __global__ void count(unsigned *cell)
{
    atomicAdd(cell, 1);
}

extern "C" __global__ void wide(unsigned *cell, unsigned n)
{
    __shared__ unsigned area[1024];
    area[threadIdx.x] = n;
    __syncthreads();
    if (area[(threadIdx.x + n) % blockDim.x] == n)
        atomicAdd(cell, n);
}

// out[0] counts children; from out[1] on come pairs: the last error, and what is left of it.
extern "C" __global__ void configurations(unsigned *out)
{
    unsigned next = 1;
    count<<<0, 32>>>(out);
    out[next++] = cudaPeekAtLastError();
    out[next++] = cudaGetLastError();
    out[next++] = cudaGetLastError();
    count<<<1, dim3(32, 0, 1)>>>(out);
    out[next++] = cudaGetLastError();
    count<<<1, 1025>>>(out);
    out[next++] = cudaGetLastError();
    count<<<1, dim3(1, 1, 65)>>>(out);
    out[next++] = cudaGetLastError();
    count<<<dim3(1, 65536, 1), 32>>>(out);
    out[next++] = cudaGetLastError();
    count<<<1, 32, 1 << 20>>>(out);
    out[next++] = cudaGetLastError();
    wide<<<1, 32, 48 * 1024>>>(out, 100);
    out[next++] = cudaGetLastError();
    count<<<1, 1>>>(out);
    out[next++] = cudaGetLastError();
}

// The last error is each thread's own.
extern "C" __global__ void by_thread(unsigned *out)
{
    unsigned *scratch = out + blockDim.x;
    count<<<threadIdx.x % 2, 1>>>(scratch);
    out[threadIdx.x] = cudaGetLastError();
}

extern "C" __global__ void streams(unsigned *out)
{
    cudaStream_t stream;
    out[1] = cudaStreamCreateWithFlags(&stream, 0);
    out[2] = cudaGetLastError();
    out[3] = cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    out[4] = cudaStreamDestroy(stream);
    out[5] = cudaStreamDestroy(stream);
    count<<<1, 1, 0, stream>>>(out);
    out[6] = cudaGetLastError();
    out[7] = cudaGetLastError();
}

// A child of every thread at once; out[1] counts refusals, out[2] holds the last one.
extern "C" __global__ void many(unsigned *out)
{
    count<<<1, 1>>>(out);
    unsigned error = cudaGetLastError();
    if (error != 0) {
        atomicAdd(&out[1], 1);
        out[2] = error;
    }
}

// A kernel that launches itself forever: out[depth] is what the launch at that depth returned.
extern "C" __global__ void deeper(unsigned *out, unsigned depth)
{
    deeper<<<1, 1>>>(out, depth + 1);
    out[depth] = 1000 + cudaGetLastError();
}

// Each level waits for the next: out[depth] is what waiting returned.
extern "C" __global__ void wait_deeper(unsigned *out, unsigned depth, unsigned last)
{
    if (depth < last)
        wait_deeper<<<1, 1>>>(out, depth + 1, last);
    out[depth] = 1000 + cudaDeviceSynchronize();
}

extern "C" __global__ void large(unsigned *out)
{
    count<<<1, 256>>>(out);
    out[1] = cudaGetLastError();
}

extern "C" __global__ void buffers(unsigned *out)
{
    out[0] = cudaGetParameterBuffer(8, 1ull << 40) == 0;
    out[1] = cudaGetLastError();
    out[2] = cudaGetParameterBuffer(8, 100) == 0;
    out[3] = cudaGetLastError();
}

// Not error values: the text itself is wrong.
extern "C" __global__ void no_kernel(unsigned *out)
{
    cudaLaunchDevice((void *)out, cudaGetParameterBuffer(8, 8), dim3(1, 1, 1), dim3(1, 1, 1), 0, 0);
}

extern "C" __global__ void no_buffer(unsigned *out)
{
    cudaLaunchDeviceV2((void *)16, 0);
}
