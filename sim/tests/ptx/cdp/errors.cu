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

// Children as fast as they come; out[1] counts refusals, out[2] holds the last one.
extern "C" __global__ void many(unsigned *out, unsigned children)
{
    unsigned refused = 0, last = 0;
    for (unsigned i = 0; i < children; i++) {
        count<<<1, 1>>>(out);
        unsigned error = cudaGetLastError();
        if (error != 0) {
            refused++;
            last = error;
        }
    }
    out[1] = refused;
    out[2] = last;
}

// A kernel that launches itself for ever: out[depth] is what the launch at that depth returned.
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
