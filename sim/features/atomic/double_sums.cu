// arch: sm_60
// Centre of mass in double precision with the atomic addition that exists since sm_60, in shared and global memory,
// and scoped atomics: of the TB in shared memory, of the system in global memory.
#include "heddle.h"
#include "atomics.h"

#ifndef __CUDACC_RTC__
INLINE double atomicAdd_system(double *p, double v) { return __nvvm_atom_sys_add_gen_d(p, v); }
INLINE int atomicMax_block(int *p, int v) { return __nvvm_atom_cta_max_gen_i(p, v); }
INLINE int atomicMax_system(int *p, int v) { return __nvvm_atom_sys_max_gen_i(p, v); }
INLINE u32 atomicAdd_block(u32 *p, u32 v) { return (u32)__nvvm_atom_cta_add_gen_i((int *)p, (int)v); }
#endif

KERNEL double_sums(const double *places, const s32 *masses, u32 count, double *moment, double *mass, s32 *heaviest, u32 *counted)
{
    __shared__ double tb_moment;
    __shared__ s32 tb_heaviest;
    __shared__ u32 tb_counted;
    if (threadIdx.x == 0) {
        tb_moment = 0;
        tb_heaviest = 0;
        tb_counted = 0;
    }
    __syncthreads();
    u32 i = thread_id();
    if (i < count) {
        atomicAdd(&tb_moment, places[i] * masses[i]);
        atomicAdd_system(mass, (double)masses[i]);
        atomicMax_block(&tb_heaviest, masses[i]);
        atomicAdd_block(&tb_counted, 1);
    }
    __syncthreads();
    if (threadIdx.x == 0) {
        atomicAdd(moment, tb_moment);
        atomicMax_system(heaviest, tb_heaviest);
        atomicAdd(counted, tb_counted);
    }
}
