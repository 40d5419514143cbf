// nvrtc 11.8: --std=c++14 --fmad=false --relocatable-device-code=true --gpu-architecture=compute_35
// Launches without waiting: a structure by value beside scalars, dynamic shared memory, three dimensions,
// the default stream and created ones, and both ABIs of the launch calls.
struct Span { const unsigned *in; unsigned *out; short bias; double scale; unsigned char flags[3]; };

extern "C" __global__ void scale(Span s, unsigned first, unsigned count)
{
    extern __shared__ unsigned stage[];
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    stage[threadIdx.x] = i < count ? s.in[first + i] : 0;
    __syncthreads();
    // Through the neighbour's cell, so that the size of shared memory matters.
    unsigned other = threadIdx.x ^ 1;
    unsigned value = (unsigned)(stage[other] * s.scale) + s.bias + s.flags[i % 3];
    unsigned j = blockIdx.x * blockDim.x + other;
    if (j < count)
        s.out[first + j] = value;
}

// Every thread launches a child for its row of `width` elements.
extern "C" __global__ void rows(const unsigned *in, unsigned *out, unsigned width, unsigned count)
{
    unsigned row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= count)
        return;
    Span s = {in, out, (short)(row - 3), 1.5, {1, 2, 3}};
    cudaStream_t stream;
    cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    scale<<<(width + 31) / 32, 32, 32 * sizeof(unsigned), stream>>>(s, row * width, width);
    cudaStreamDestroy(stream);
}

extern "C" __global__ void mark(unsigned *out)
{
    unsigned block = (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
    unsigned thread = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
    out[block * blockDim.x * blockDim.y * blockDim.z + thread] = block * 1000 + thread;
}

extern "C" __global__ void cube(unsigned *out)
{
    if (threadIdx.x == 0)
        mark<<<dim3(2, 3, 4), dim3(5, 3, 2)>>>(out);
}

// The older calls: the parameters are laid out by hand and the configuration comes with the launch.
extern "C" __global__ void by_hand(unsigned *out)
{
    if (threadIdx.x != 0)
        return;
    unsigned **parameters = (unsigned **)cudaGetParameterBuffer(8, 8);
    *parameters = out;
    cudaLaunchDevice((void *)mark, parameters, dim3(2, 3, 4), dim3(5, 3, 2), 0, 0);
}

extern "C" __global__ void step(unsigned *cells, unsigned count, unsigned factor)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        cells[i] = cells[i] * factor + cells[(i + 1) % count] / 2;
}

extern "C" __global__ void copy(const unsigned *from, unsigned *to, unsigned count)
{
    unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] = from[i];
}

// Kernels of one stream run in order, those it launched by other threads of the block included.
extern "C" __global__ void chain(unsigned *cells, unsigned *next, unsigned count)
{
    if (threadIdx.x != 0)
        return;
    for (unsigned k = 1; k <= 3; k++) {
        copy<<<(count + 63) / 64, 64>>>(cells, next, count);
        step<<<1, 1>>>(next, 1, k);
        copy<<<(count + 63) / 64, 64>>>(next, cells, count);
    }
}
