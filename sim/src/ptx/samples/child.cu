// Source of child.ptx: device-side launches of both kinds, and a mix of memory spaces and operations.

typedef unsigned long size_t_;
struct dim3 {
    unsigned x, y, z;
};

#define G __attribute__((global))
#define D __attribute__((device))
#define S __attribute__((shared))
#define C __attribute__((constant))

extern "C" D void* cudaGetParameterBuffer(size_t_ align, size_t_ size);
extern "C" D int cudaLaunchDevice(void* func, void* param, dim3 grid, dim3 block,
                                  unsigned shared_bytes, void* stream);
extern "C" D int cudaLaunchAggGroup(void* func, void* param, dim3 agg, dim3 block,
                                    unsigned shared_bytes);
extern "C" D int cudaStreamCreateWithFlags(void** stream, unsigned flags);

#define tid() __nvvm_read_ptx_sreg_tid_x()
#define ntid() __nvvm_read_ptx_sreg_ntid_x()
#define cta() __nvvm_read_ptx_sreg_ctaid_x()
#define __syncthreads() __asm__ volatile("bar.sync 0;" ::: "memory")

extern "C" G void child(unsigned* out, unsigned n, unsigned base) {
    unsigned i = cta() * ntid() + tid();
    if (i < n) out[base + i] = base * 1000 + i;
}

// The address of `child` as the device runtime wants it.
D inline void* kfun() {
    void* p;
    asm("mov.u64 %0, child;" : "=l"(p));
    return p;
}

// Every thread with work launches `child`: odd ones as a kernel, even ones as an aggregated group.
extern "C" G void parent(unsigned* out, const unsigned* counts, unsigned stride) {
    unsigned i = cta() * ntid() + tid();
    unsigned n = counts[i];
    if (n) {
        void* s;
        cudaStreamCreateWithFlags(&s, 1);
        struct P {
            unsigned* o;
            unsigned n, b;
        }* p = (P*)cudaGetParameterBuffer(64, 16);
        p->o = out;
        p->n = n;
        p->b = i * stride;
        dim3 g = {(n + 31) / 32, 1, 1}, b = {32, 1, 1};
        if (i & 1)
            cudaLaunchDevice(kfun(), p, g, b, 0, s);
        else
            cudaLaunchAggGroup(kfun(), p, g, b, 0);
    }
}

C int table[4] = {3, 1, 4, 1};
D float scale = 2.5f;
D int counter;
D int* ptr = &counter;

__attribute__((noinline)) D float helper(float x, int k) {
    float a = 1;
    for (int i = 0; i < k; i++) {
        a *= x;
        if (a > 1e6f) return a;
    }
    return a;
}

extern S int dyn[];

// Shared, constant, local and global memory, a call, an atomic, a loop and a switch.
extern "C" G void misc(float* o, const int* in, int n) {
    S int sh[64];
    unsigned t = tid();
    sh[t & 63] = in[t];
    dyn[t] = t;
    __syncthreads();
    float f = helper(in[t] * scale, in[t] & 7);
    __nvvm_atom_add_gen_i(&counter, sh[(t + 1) & 63] + table[t & 3]);
    int loc[16];
    for (int i = 0; i < 16; i++) loc[i] = dyn[(i + t) & 31];
    int s = 0;
    for (int i = 0; i < n; i++) s += loc[(in[t] + i) & 15] / (i + 1);
    o[t] = f + s + *ptr * 0 + __nvvm_sqrt_rn_f(f) + (double)in[t] * 0.5 + __builtin_popcount(s);
    switch (s & 7) {
        case 0: o[t] += 1; break;
        case 1: o[t] *= 2; break;
        case 3: o[t] -= 5; break;
        case 4: o[t] /= 3; break;
        case 6: o[t] = 0; break;
    }
}
