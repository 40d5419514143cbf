//! The counters of an SMX, on kernels whose counts can be added up by hand.

use super::bench::Bench;
use crate::config::GpuConfig;
use crate::smx::SmxStats;

/// Runs `body` on one warp and returns the counters; `%r1` is the thread number.
fn counts(body: &str) -> SmxStats {
    let text = format!(
        ".version 7.0\n.target sm_35\n.address_size 64\n\
        .extern .func (.param .b64 r) cudaGetParameterBuffer(.param .b64 a, .param .b64 b);\n\
        .visible .entry k(.param .u64 out)\n{{\n\
        .reg .b32 %r<10>;\n.reg .b64 %rd<10>;\n.reg .pred %p<3>;\n.shared .align 4 .b8 s[8192];\n\
        mov.u32 %r1, %tid.x;\n{body}\nret;\n}}\n"
    );
    let mut bench = Bench::new(GpuConfig::preset("tiny").unwrap(), &text);
    let out = bench.words(&[0; 32 * 32]);
    let start = bench.start([1, 1, 1], [32, 1, 1], &[out]);
    bench.launch(&start);
    while !bench.smx.is_empty() {
        bench.step().unwrap();
        for call in std::mem::take(&mut bench.events.device_calls) {
            bench.smx.resume(call.warp, bench.now + 1, &bench.program);
        }
        bench.now += 1;
    }
    bench.counts().0
}

#[test]
fn a_guard_lowers_the_warp_activity_but_not_the_warp_execution_efficiency() {
    // The add that only 8 of the lanes execute lowers both measures.
    let stats = counts(
        "setp.lt.u32 %p1, %r1, 8;\n@%p1 add.s32 %r2, %r1, 1;\n@!%p1 bra L1;\nadd.s32 %r3, %r1, 1;\nL1:",
    );
    assert_eq!(stats.warp_instructions, 6);
    let all = 6.0 * 32.0;
    assert_eq!(stats.warp_execution_efficiency(), (5.0 * 32.0 + 8.0) / all);
    assert_eq!(stats.warp_activity(), (3.0 * 32.0 + 8.0 + 24.0 + 8.0) / all);
    assert_eq!(stats.ideal_warp_execution_efficiency(), stats.warp_execution_efficiency());
}

#[test]
fn the_ideal_warp_execution_efficiency_leaves_calls_of_the_device_runtime_out() {
    let stats = counts(
        "mov.u64 %rd2, 64;\nsetp.ge.u32 %p1, %r1, 4;\n@%p1 bra L1;\n\
        { .param .b64 p0; .param .b64 p1; .param .b64 q;\n\
        st.param.b64 [p0], %rd2; st.param.b64 [p1], %rd2;\n\
        call.uni (q), cudaGetParameterBuffer, (p0, p1);\nld.param.b64 %rd3, [q]; }\nL1:",
    );
    assert_eq!((stats.runtime_calls, stats.runtime_lanes), (1, 4));
    let (lanes, instructions) = (stats.active_lanes, stats.warp_instructions);
    let ideal = (lanes - 4) as f64 / (32 * (instructions - 1)) as f64;
    assert_eq!(stats.ideal_warp_execution_efficiency(), ideal);
    assert!(ideal > stats.warp_execution_efficiency());
}

#[test]
fn lines_and_passes_beyond_the_first_are_replays() {
    let pointers = "ld.param.u64 %rd1, [out];\nmul.wide.u32 %rd2, %r1, 128;\nadd.s64 %rd2, %rd1, %rd2;\n\
        mov.u32 %r5, s;\nmul.lo.u32 %r2, %r1, 16;\nadd.u32 %r2, %r2, %r5;\nsetp.gt.u32 %p1, %r1, 99;\n";
    for (access, accesses, replays) in [
        ("ld.global.u32 %r3, [%rd1];", 1, 0),
        ("ld.global.u32 %r3, [%rd2];", 1, 31),
        ("st.global.u32 [%rd2], %r1;", 1, 31),
        ("atom.global.add.u32 %r3, [%rd1], 1;", 1, 0),
        ("ld.shared.u32 %r3, [%r2];", 1, 3),
        ("ld.shared.u32 %r3, [%r5];", 1, 0),
        ("@%p1 ld.global.u32 %r3, [%rd2];", 0, 0),
        ("", 0, 0),
    ] {
        let stats = counts(&format!("{pointers}{access}"));
        assert_eq!((stats.accesses, stats.replays), (accesses, replays), "{access}");
        let overhead = (accesses > 0).then_some(replays as f64);
        assert_eq!(stats.replay_overhead(), overhead, "{access}");
    }
}
