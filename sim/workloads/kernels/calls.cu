// Cycles of device-runtime calls by all threads of a warp together, and of a kernel's dispatch, by the clock.
// Each is done twice, and the second time is printed: the first brings the code to the caches.
#include "heddle.cuh"

extern "C" __device__ int printf(const char *, ...);
extern "C" __device__ void calls_child_entry() __asm__("calls_child");

static __device__ __forceinline__ unsigned clock_now()
{
    unsigned now;
    asm volatile("mov.u32 %0, %%clock;" : "=r"(now) : : "memory");
    return now;
}

extern "C" __global__ void calls_child()
{
}

// One warp. A thread's `refused` becomes 0 if all its calls are carried out.
extern "C" __global__ void calls(unsigned *refused)
{
    unsigned errors = 0, stream_cycles = 0, buffer_cycles = 0, launch_cycles = 0;
#pragma unroll 1
    for (unsigned turn = 0; turn < 2; turn++) {
        void *stream;
        unsigned start = clock_now();
        errors |= (unsigned)cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        unsigned created = clock_now();
        void *buffer = cudaGetParameterBuffer(8, 8);
        unsigned obtained = clock_now();
        errors |= (unsigned)cudaLaunchDevice((void *)calls_child_entry, buffer, dim3{1, 1, 1}, dim3{32, 1, 1}, 0, stream);
        unsigned launched = clock_now();
        stream_cycles = created - start;
        buffer_cycles = obtained - created;
        launch_cycles = launched - obtained;
    }
    refused[threadIdx.x] = errors;
    if (threadIdx.x == 0) {
        printf("cudaStreamCreateWithFlags: %u cycles\n", stream_cycles);
        printf("cudaGetParameterBuffer: %u cycles\n", buffer_cycles);
        printf("cudaLaunchDevice: %u cycles\n", launch_cycles);
    }
}

// When the last launch of the kernel below ended. No parameter, since its load would come before the clock.
__device__ unsigned calls_end;

// One thread, launched several times in one stream. From the end of one launch to the start of the next is a dispatch.
extern "C" __global__ void calls_dispatch(unsigned last)
{
    unsigned start = clock_now();
    if (last)
        printf("kernel dispatch: %u cycles\n", start - calls_end);
    calls_end = clock_now();
}
