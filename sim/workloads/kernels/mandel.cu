// The Mandelbrot set by the algorithm of Mariani and Silver: if all pixels on the border of a square escape after as
// many iterations, so do those within, which are filled. Else the square is divided into four.
// A parent's TB has one of the squares into which the image is cut at first.
#include "recursion.cuh"

// The host knows this layout.
struct Image {
    unsigned *counts; // of iterations, row by row
    float left;       // the first pixel
    float top;
    float step; // between pixels
    unsigned side;
    unsigned iterations; // at most
    unsigned levels;     // the last level of squares there is
    Limits limits;

    // Iterations after which a pixel's orbit has left the circle of radius 2. Fused as written, so that the host can
    // compute the same bits.
    __device__ __forceinline__ unsigned escape(unsigned row, unsigned column) const
    {
        float real = __builtin_fmaf((float)column, step, left), imaginary = __builtin_fmaf((float)row, step, top);
        float x = 0, y = 0;
        unsigned count = 0;
        while (count < iterations && __builtin_fmaf(x, x, y * y) <= 4) {
            float next = __builtin_fmaf(x, x, __builtin_fmaf(-y, y, real));
            y = __builtin_fmaf(x + x, y, imaginary);
            x = next;
            count++;
        }
        return count;
    }
};

struct Square {
    typedef Image Common;

    unsigned row; // of its first pixel
    unsigned column;
    unsigned side;
    unsigned level;

    // Three parts of each square wait while the fourth one is computed.
    static const unsigned MOST_WAITING = 3 * 8 + 1; // the host allows 8 levels

    __device__ __forceinline__ unsigned size() const
    {
        return side * side;
    }

    __device__ __forceinline__ Square of_tb(const Image &image, unsigned tb) const
    {
        Square own = *this;
        unsigned in_a_row = image.side / side;
        own.row = tb / in_a_row * side;
        own.column = tb % in_a_row * side;
        return own;
    }

    __device__ __forceinline__ bool divide(const Image &image, Square &part) const
    {
        unsigned count;
        bool even = compute_border(image, count);
        if (even)
            for_inner_pixels(image, [=](unsigned) { return count; });
        else if (level == image.levels)
            for_inner_pixels(image, [&](unsigned pixel) { return image.escape(pixel / image.side, pixel % image.side); });
        if (even || level == image.levels || threadIdx.x >= 4)
            return false;
        part = *this;
        part.level++;
        part.side /= 2;
        part.row += threadIdx.x / 2 * part.side;
        part.column += threadIdx.x % 2 * part.side;
        return true;
    }

    // Whether all its pixels have the same count, and this. All threads of the TB call it.
    __device__ __forceinline__ bool compute_border(const Image &image, unsigned &count) const
    {
        // The least count, and the least complement of one.
        __shared__ unsigned bounds_variable[2];
        unsigned *bounds = hidden(bounds_variable);
        if (threadIdx.x < 2)
            bounds[threadIdx.x] = ~0u;
        __syncthreads();
        unsigned edge = side - 1;
        for (unsigned i = threadIdx.x; i < 4 * edge; i += TASK_THREADS) {
            unsigned along = i % edge;
            // Clockwise from the first pixel on.
            unsigned down = i < edge ? 0 : i < 2 * edge ? along : i < 3 * edge ? edge : edge - along;
            unsigned right = i < edge ? along : i < 2 * edge ? edge : i < 3 * edge ? edge - along : 0;
            unsigned own = image.escape(row + down, column + right);
            image.counts[(row + down) * image.side + column + right] = own;
            atomicMin(&bounds[0], own);
            atomicMin(&bounds[1], ~own);
        }
        __syncthreads();
        count = bounds[0];
        return count == ~bounds[1];
    }

    template <class Count> __device__ __forceinline__ void for_inner_pixels(const Image &image, const Count &count_of) const
    {
        unsigned inner = side - 2;
        for (unsigned i = threadIdx.x; i < inner * inner; i += TASK_THREADS) {
            unsigned pixel = (row + 1 + i / inner) * image.side + column + 1 + i % inner;
            image.counts[pixel] = count_of(pixel);
        }
    }
};

RECURSIVE_KERNELS(mandel, Square)
