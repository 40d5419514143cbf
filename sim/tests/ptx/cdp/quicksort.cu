// nvrtc 11.8: --std=c++14 --fmad=false --relocatable-device-code=true --gpu-architecture=compute_35
// Quicksort: every kernel partitions its range and launches itself on the two halves, in streams of their
// own. The last levels, and short ranges, are sorted in place.
__device__ void selection_sort(unsigned *data, int left, int right)
{
    for (int i = left; i <= right; i++) {
        int least = i;
        for (int j = i + 1; j <= right; j++)
            if (data[j] < data[least])
                least = j;
        unsigned value = data[least];
        data[least] = data[i];
        data[i] = value;
    }
}

extern "C" __global__ void quicksort(unsigned *data, int left, int right, int depth)
{
    if (depth >= 12 || right - left <= 16) {
        selection_sort(data, left, right);
        return;
    }
    unsigned *l = data + left, *r = data + right;
    unsigned pivot = data[(left + right) / 2];
    while (l <= r) {
        unsigned lv = *l, rv = *r;
        while (lv < pivot)
            lv = *++l;
        while (rv > pivot)
            rv = *--r;
        if (l <= r) {
            *l++ = rv;
            *r-- = lv;
        }
    }
    int right_end = r - data, left_start = l - data;
    cudaStream_t stream;
    if (left < right_end) {
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        quicksort<<<1, 1, 0, stream>>>(data, left, right_end, depth + 1);
        cudaStreamDestroy(stream);
    }
    if (left_start < right) {
        cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
        quicksort<<<1, 1, 0, stream>>>(data, left_start, right, depth + 1);
        cudaStreamDestroy(stream);
    }
}
