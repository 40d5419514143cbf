//! Microbenchmarks of device-runtime calls: cycles by the program's own `%clock`, on the preset `k20c`.

use super::bench::{config, Case, Value};
use Value::Buffer;

/// Thread 0 stores the cycles around each of the three calls. The last call launches a kernel that does nothing,
/// for each of the first `%ntid.x` threads. All is done twice, so that the code has come when it counts.
const CALLS: &str = "\
.version 7.0
.target sm_35
.address_size 64
.extern .func (.param .b32 r) cudaStreamCreateWithFlags(.param .b64 a, .param .b32 b);
.extern .func (.param .b64 r) cudaGetParameterBuffer(.param .b64 a, .param .b64 b);
.extern .func (.param .b32 r) cudaLaunchDevice(.param .b64 a, .param .b64 b, .param .align 4 .b8 c[12],
    .param .align 4 .b8 d[12], .param .b32 e, .param .b64 f);
.visible .entry nothing()
{
    ret;
}
.visible .entry calls(.param .u64 out)
{
    .local .align 8 .b8 handle[8];
    .reg .b32 %r<20>;
    .reg .b64 %rd<10>;
    .reg .pred %p<3>;
    ld.param.u64 %rd1, [out];
    mov.u32 %r15, 0;
TURN:
    mov.u32 %r9, %tid.x;
    mov.u64 %rd2, 8;
    mov.u64 %rd4, nothing;
    mov.u64 %rd6, 0;
    mov.u64 %rd7, handle;
    cvta.local.u64 %rd7, %rd7;
    mov.u32 %r1, 1;
    mov.u32 %r2, 0;
    mov.u32 %r10, %clock;
    { .param .b64 p0; .param .b32 p1; .param .b32 q;
    st.param.b64 [p0], %rd7; st.param.b32 [p1], %r1;
    call.uni (q), cudaStreamCreateWithFlags, (p0, p1);
    ld.param.b32 %r3, [q]; }
    mov.u32 %r11, %clock;
    { .param .b64 p0; .param .b64 p1; .param .b64 q;
    st.param.b64 [p0], %rd2; st.param.b64 [p1], %rd2;
    call.uni (q), cudaGetParameterBuffer, (p0, p1);
    ld.param.b64 %rd5, [q]; }
    mov.u32 %r12, %clock;
    { .param .b64 p0; .param .b64 p1; .param .align 4 .b8 p2[12]; .param .align 4 .b8 p3[12];
    .param .b32 p4; .param .b64 p5; .param .b32 q;
    st.param.b64 [p0], %rd4; st.param.b64 [p1], %rd5;
    st.param.b32 [p2+0], %r1; st.param.b32 [p2+4], %r1; st.param.b32 [p2+8], %r1;
    st.param.b32 [p3+0], %r1; st.param.b32 [p3+4], %r1; st.param.b32 [p3+8], %r1;
    st.param.b32 [p4], %r2; st.param.b64 [p5], %rd6;
    call.uni (q), cudaLaunchDevice, (p0, p1, p2, p3, p4, p5);
    ld.param.b32 %r4, [q]; }
    mov.u32 %r13, %clock;
    add.u32 %r15, %r15, 1;
    setp.lt.u32 %p2, %r15, 2;
    @%p2 bra TURN;
    setp.ne.u32 %p1, %r9, 0;
    @%p1 ret;
    sub.u32 %r11, %r11, %r10;
    st.global.u32 [%rd1], %r11;
    mov.u32 %r14, %r12;
    sub.u32 %r12, %r13, %r12;
    st.global.u32 [%rd1+8], %r12;
    add.u32 %r11, %r11, %r10;
    sub.u32 %r14, %r14, %r11;
    st.global.u32 [%rd1+4], %r14;
    ret;
}
";

/// Returns the cycles of stream creation, parameter buffer and launch when `lanes` threads of a warp call them.
fn cycles(lanes: u32, settings: &[(&str, &str)]) -> [u64; 3] {
    let case = Case {
        ptx: CALLS,
        kernel: "calls",
        grid: 1,
        block: lanes,
        buffers: vec![vec![0; 3]],
        arguments: vec![Buffer(0)],
        then: None,
    };
    let machine = config("k20c", &[&[("kernel.launch", "cdp")], settings].concat());
    let (found, result) = case.machine(&machine).expect("the run completes");
    assert_eq!((result.launches, result.runtime_errors), (2 * u64::from(lanes), 0));
    [0, 1, 2].map(|call| u64::from(found[0][call]))
}

#[test]
fn a_device_runtime_call_takes_a_constant_and_a_share_a_calling_thread() {
    let latency = config("k20c", &[]).launch_latency;
    // Without latencies, only the code around the calls remains, one cycle of each call included.
    let around = cycles(1, &[("kernel.latency", "ideal")]);
    for lanes in [1, 2, 7, 32] {
        let x = u64::from(lanes);
        let expected = [
            latency.stream_create,
            latency.parameter_buffer_a * x + latency.parameter_buffer_b,
            latency.launch_device_a * x + latency.launch_device_b,
        ];
        let measured = cycles(lanes, &[]);
        for call in 0..3 {
            assert_eq!(
                measured[call] - around[call],
                expected[call] - 1,
                "{lanes} lanes, call {call}"
            );
        }
    }
}
