//! Kernels of the host that wait for each other.

use super::bench::{Case, SET, SPIN};
use heddle_sim::gpu::Cause;

fn two(streams: [u32; 2]) -> Case {
    let case = Case::new(&[("spinner", SPIN), ("setter", SET)]);
    case.launch("spinner", 1, 32, streams[0]).launch("setter", 1, 32, streams[1])
}

#[test]
fn a_kernel_behind_the_one_that_waits_for_it_names_its_hardware_work_queue() {
    let stop = two([0, 0]).run();
    let words = ["the host waits until all that it launched has completed", "kernel `setter` of the host on stream 0 (HWQ 0) waits in its hardware work queue behind kernel `spinner` of the host on stream 0 (HWQ 0)"];
    stop.is(Cause::Queue, &words).in_a_circle();
}

#[test]
fn two_streams_that_share_a_hardware_work_queue_are_named_both() {
    // The machine has two queues.
    let stop = two([0, 2]).run();
    let words = ["kernel `setter` of the host on stream 2 (HWQ 0) waits in its hardware work queue behind kernel `spinner` of the host on stream 0", "raise units.hwqs"];
    stop.is(Cause::Queue, &words).in_a_circle();
}

#[test]
fn a_host_that_waits_for_a_stream_says_which() {
    let case = Case::new(&[("spinner", SPIN)]).launch("spinner", 1, 32, 1);
    case.until(1).run().is(
        Cause::Flag,
        &["the host waits for stream 1", "kernel `spinner` of the host on stream 1"],
    );
}

#[test]
fn a_tb_that_depends_on_one_that_waits_for_it_names_both_and_the_graph() {
    let body = format!("setp.eq.u32 %p2, %b, 0; @%p2 bra LOOP;\n{SET}\nret;\n{SPIN}");
    // Each TB depends on the one before.
    let mapping = "setp.eq.u32 %p1, %b, 0; @%p1 bra END; sub.u32 %r1, %b, 1;\n\
        { .param .align 4 .b8 p[12]; st.param.b32 [p], %r1; st.param.b32 [p+4], 0; st.param.b32 [p+8], 0; call _ZN2WF13AddDependencyE4dim3, (p); }\nEND:";
    let case = Case::new(&[("k", &body)]).set("tb.source", "dats").launch("k", 3, 32, 0);
    let stop = case.mapping("order", mapping).run();
    let words = [
        "TB (1, 0, 0) of `k` waits by the dependency graph for TB (0, 0, 0) to end",
        "until this changes: 0 at 0x",
    ];
    stop.is(Cause::Graph, &words).in_a_circle();
}
