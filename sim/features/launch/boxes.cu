// only: nvrtc
// nvrtc: --relocatable-device-code=true
// Parts of a picture and of a volume are copied and set from the device, row by row and slice by slice, and the device
// is asked what it is.
#include "heddle.h"
#include <cuda_runtime_api.h>

enum { PITCH = 48, ROWS = 9, SLICES = 4 };

KERNEL boxes(const u8 *from, u8 *picture, u8 *volume, u32 *answers)
{
    if (thread_id() != 0)
        return;
    // 13 bytes of 5 rows: nothing is aligned.
    answers[0] = cudaMemcpy2DAsync(picture + 7, PITCH, from + 3, 31, 13, 5, cudaMemcpyDeviceToDevice, 0);
    // 16 bytes of 2 rows, which are.
    answers[1] = cudaMemset2DAsync(picture + 6 * PITCH + 16, PITCH, 0xab, 16, 2, 0);
    answers[2] = cudaMemset2DAsync(picture, 8, 0, 9, 2, 0);
    cudaMemcpy3DParms box = {};
    box.srcPtr = cudaPitchedPtr{(void *)from, PITCH, PITCH, ROWS};
    box.srcPos = cudaPos{4, 1, 0};
    box.dstPtr = cudaPitchedPtr{volume, PITCH, PITCH, ROWS};
    box.dstPos = cudaPos{8, 2, 1};
    box.extent = cudaExtent{20, 3, 2};
    box.kind = cudaMemcpyDefault;
    answers[3] = cudaMemcpy3DAsync(&box, 0);
    cudaPitchedPtr corner{volume + PITCH * ROWS * 3, PITCH, PITCH, ROWS};
    answers[4] = cudaMemset3DAsync(corner, 5, cudaExtent{3, 2, 1}, 0);
    int value = 0;
    answers[5] = cudaDeviceGetAttribute(&value, cudaDevAttrMultiProcessorCount, 0);
    answers[6] = value;
    answers[7] = cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 0);
    answers[8] = value;
    answers[9] = cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 1);
    answers[10] = cudaDeviceGetAttribute(&value, (cudaDeviceAttr)5000, 0);
}
