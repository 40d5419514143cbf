// Double precision with data-dependent loops; the committed PTX is NVRTC's.
extern "C" __global__ void mandelbrot(unsigned *out, int width, int height, double left, double step)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x, x = i % width, y = i / width;
    if (y >= height)
        return;
    double cr = left + x * step, ci = -1.0 + y * step, zr = 0.0, zi = 0.0;
    unsigned k = 0;
    while (k < 100 && zr * zr + zi * zi < 4.0) {
        double t = zr * zr - zi * zi + cr;
        zi = 2.0 * zr * zi + ci;
        zr = t;
        k++;
    }
    float f = (float)(zr / (1.0 + zi * zi));
    out[i] = k * 1000u + (unsigned)(f < 0.0f ? -f * 10.0f : f * 10.0f);
}
