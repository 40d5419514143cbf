//! Barriers in the timed machine: counts, arrivals, reductions, and blocks that get stuck.

use super::bench::Bench;
use crate::config::GpuConfig;

/// A kernel of `out` whose threads store `%r1`.
fn kernel(body: &str) -> String {
    format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 out)\n{{\n\
        .reg .b32 %r<9>, %t; .reg .b64 %d<3>; .reg .pred %p<3>;\n\
        ld.param.u64 %d0, [out]; mov.u32 %t, %tid.x; mad.wide.u32 %d0, %t, 4, %d0;\n\
        {body}\nst.global.u32 [%d0], %r1;\nret;\n}}\n"
    )
}

fn run(body: &str, threads: u32, skip: bool) -> (Vec<u32>, u64) {
    let mut bench = Bench::new(GpuConfig::preset("tiny").unwrap(), &kernel(body));
    let out = bench.words(&vec![9; threads as usize]);
    let start = bench.start([1, 1, 1], [threads, 1, 1], &[out]);
    let end = bench.run_grid(&start, 1, skip);
    (bench.memory.read_u32s(out, threads.into()).unwrap(), end)
}

fn fault(body: &str, threads: u32) -> String {
    let mut bench = Bench::new(GpuConfig::preset("tiny").unwrap(), &kernel(body));
    let out = bench.words(&vec![9; threads as usize]);
    let start = bench.start([1, 1, 1], [threads, 1, 1], &[out]);
    bench.launch(&start);
    for _ in 0..100_000 {
        if let Err(fault) = bench.step() {
            return fault.to_string();
        }
        bench.now += 1;
    }
    panic!("no fault");
}

#[test]
fn a_reduction_over_the_block_has_the_same_result_and_time_with_and_without_skipping() {
    let body = "setp.gt.u32 %p1, %t, 20; bar.red.popc.u32 %r1, 0, %p1;";
    let (words, end) = run(body, 64, false);
    assert_eq!(words, [43; 64]);
    assert_eq!(run(body, 64, true), (words, end));
}

#[test]
fn a_warp_that_only_arrives_does_not_wait() {
    // Warp 0 arrives at barrier 1 and stores at once. Warp 1 computes first, then waits for the arrival.
    let body = "mov.u32 %r1, %clock; setp.lt.u32 %p1, %t, 32; @%p1 bra FIRST;\n\
        mov.u32 %r2, 0; L: add.u32 %r2, %r2, 1; setp.lt.u32 %p2, %r2, 500; @%p2 bra L; bar.sync 1, 64; bra END;\n\
        FIRST: bar.arrive 1, 64;\nEND: mov.u32 %r3, %clock; sub.u32 %r1, %r3, %r1;";
    let (words, _) = run(body, 64, true);
    assert!(words[0] * 10 < words[32], "{} and {} cycles", words[0], words[32]);
}

#[test]
fn a_block_that_gets_stuck_is_a_fault_at_once() {
    let count = fault("mov.u32 %r1, 0; bar.sync 1, 96;", 64);
    assert!(count.contains("warp 0 at test.ptx:8, barrier 1 for 96 threads; warp 1 at"), "{count}");
    let apart = "mov.u32 %r1, 0; setp.lt.u32 %p1, %t, 32; @%p1 bra A; bar.sync 1; bra B;\nA: bar.sync 2;\nB:";
    let apart = fault(apart, 64);
    assert!(apart.contains("barrier 2 for all threads; warp 1 at"), "{apart}");
    let left = fault("mov.u32 %r1, 0; setp.lt.u32 %p1, %t, 32; @%p1 exit; bar.sync 1, 64;", 64);
    assert!(left.contains("waiting there: warp 1"), "{left}");
}
