//! Whole kernels: right results, the same with and without skipping, and counters that mean what they say.

use super::bench::Bench;
use crate::config::GpuConfig;
use crate::exec::DeviceCall;
use crate::mem::MemoryStats;
use crate::smx::SmxStats;

const VECADD: &str = include_str!("../../ptx/samples/vecadd.ptx");
const MATMUL: &str = include_str!("../../ptx/samples/matmul.ptx");

/// Adds into `out[i & 7]` with atomics after a loop whose length differs per lane.
const DIVERGENT: &str = ".version 7.0\n.target sm_35\n.address_size 64\n\
    .visible .entry k(.param .u64 out)\n{\n\
    .reg .b32 %r<20>;\n.reg .b64 %rd<10>;\n.reg .pred %p<3>;\n\
    ld.param.u64 %rd1, [out];\nmov.u32 %r1, %tid.x;\nmov.u32 %r2, 0;\nand.b32 %r3, %r1, 7;\n\
    mul.wide.u32 %rd2, %r3, 4;\nadd.s64 %rd3, %rd1, %rd2;\n\
    L1:\nadd.s32 %r2, %r2, 1;\nsetp.lt.u32 %p1, %r2, %r3;\n@%p1 bra L1;\n\
    bar.sync 0;\natom.global.add.u32 %r4, [%rd3], %r2;\nmembar.gl;\nret;\n}\n";

fn config(scheduler: &str) -> GpuConfig {
    let mut config = GpuConfig::preset("tiny").unwrap();
    config.set("warp.scheduler", scheduler).unwrap();
    config
}

fn float_words(values: impl Iterator<Item = f32>) -> Vec<u32> {
    values.map(f32::to_bits).collect()
}

/// Result words, last cycle, counts.
type Outcome = (Vec<u32>, u64, (SmxStats, MemoryStats));

fn vecadd(config: GpuConfig, n: u32, skip: bool) -> Outcome {
    let mut bench = Bench::new(config, VECADD);
    let a = bench.words(&float_words((0..n).map(|i| i as f32)));
    let b = bench.words(&float_words((0..n).map(|i| 2.0 * i as f32)));
    let c = bench.words(&vec![0; n as usize]);
    let start = bench.start([n.div_ceil(128), 1, 1], [128, 1, 1], &[a, b, c, n.into()]);
    let end = bench.run_grid(&start, 2, skip);
    (bench.memory.read_u32s(c, n.into()).unwrap(), end, bench.counts())
}

fn matmul(config: GpuConfig, n: u32, skip: bool) -> Outcome {
    let mut bench = Bench::new(config, MATMUL);
    let a = bench.words(&float_words((0..n * n).map(|i| (i % 7) as f32)));
    let b = bench.words(&float_words((0..n * n).map(|i| (i % 5) as f32)));
    let c = bench.words(&vec![0; (n * n) as usize]);
    let start = bench.start([n / 16, n / 16, 1], [16, 16, 1], &[a, b, c, n.into()]);
    let end = bench.run_grid(&start, 2, skip);
    (bench.memory.read_u32s(c, (n * n).into()).unwrap(), end, bench.counts())
}

fn divergent(config: GpuConfig, skip: bool) -> Outcome {
    let mut bench = Bench::new(config, DIVERGENT);
    let out = bench.words(&[0; 8]);
    let start = bench.start([3, 1, 1], [100, 1, 1], &[out]);
    let end = bench.run_grid(&start, 2, skip);
    (bench.memory.read_u32s(out, 8).unwrap(), end, bench.counts())
}

#[test]
fn vecadd_adds_vectors_whose_last_block_is_partly_used() {
    let (sum, cycles, _) = vecadd(config("gto"), 1000, true);
    assert_eq!(sum, float_words((0..1000).map(|i| 3.0 * i as f32)));
    assert!((500..20_000).contains(&cycles), "{cycles} cycles");
}

#[test]
fn matmul_multiplies_matrices() {
    let n = 64u32;
    let (product, _, (smx, _)) = matmul(config("gto"), n, true);
    // GPGPU-Sim 4.2.0 counts this number for the same PTX and size.
    assert_eq!(smx.thread_instructions, 1_134_592);
    for i in 0..n {
        for j in 0..n {
            let expected: u32 = (0..n).map(|k| (i * n + k) % 7 * ((k * n + j) % 5)).sum();
            let got = f32::from_bits(product[(i * n + j) as usize]);
            assert_eq!(got, expected as f32, "row {i}, column {j}");
        }
    }
}

#[test]
fn skipping_idle_cycles_changes_no_result_and_no_count() {
    for scheduler in ["gto", "lrr", "two-level", "grouped", "owl"] {
        assert_eq!(vecadd(config(scheduler), 1000, true), vecadd(config(scheduler), 1000, false));
        assert_eq!(matmul(config(scheduler), 32, true), matmul(config(scheduler), 32, false));
        assert_eq!(divergent(config(scheduler), true), divergent(config(scheduler), false));
    }
}

#[test]
fn lanes_that_diverge_meet_again_and_lower_the_warp_execution_efficiency() {
    let (sums, _, (smx, _)) = divergent(config("gto"), true);
    let loops = |lane: u32| (lane % 8).max(1);
    let expected = |cell: u32| 3 * (0..100).filter(|t| t % 8 == cell).map(loops).sum::<u32>();
    assert_eq!(sums, (0..8).map(expected).collect::<Vec<_>>());
    let efficiency = smx.warp_execution_efficiency();
    assert!((0.3..0.9).contains(&efficiency), "{efficiency}");
}

#[test]
fn half_a_warp_counts_half_and_full_warps_fill_the_smx() {
    let mut bench = Bench::new(config("gto"), VECADD);
    let n = bench.words(&[0; 1024]);
    let start = bench.start([1, 1, 1], [16, 1, 1], &[n, n, n, 1024]);
    let end = bench.run_grid(&start, 1, true);
    let (smx, _) = bench.counts();
    assert_eq!(smx.warp_execution_efficiency(), 0.5);
    assert_eq!(smx.thread_instructions + 16, 16 * smx.warp_instructions, "the guarded branch");
    // One warp of 16 lanes is resident from its launch in cycle 0 to its completion in the last cycle.
    assert_eq!((smx.resident_warp_cycles, smx.resident_cycles), (end, end));
    assert_eq!(smx.occupancy(bench.config.smx.warps), 1.0 / 16.0);
    assert_eq!(smx.idle_cycles(), end - smx.issue_cycles);
    assert!(bench.smx.is_empty());
}

#[test]
fn a_warp_that_calls_the_device_runtime_waits_until_it_is_resumed() {
    let text = ".version 7.0\n.target sm_35\n.address_size 64\n\
        .extern .func (.param .b64 r) cudaGetParameterBuffer(.param .b64 a, .param .b64 b);\n\
        .visible .entry k(.param .u64 out)\n{\n.reg .b64 %rd<10>;\n\
        ld.param.u64 %rd1, [out];\nmov.u64 %rd2, 64;\n\
        { .param .b64 p0; .param .b64 p1; .param .b64 q;\n\
        st.param.b64 [p0], %rd2; st.param.b64 [p1], %rd2;\n\
        call.uni (q), cudaGetParameterBuffer, (p0, p1);\nld.param.b64 %rd3, [q]; }\n\
        st.global.u64 [%rd1], %rd3;\nret;\n}\n";
    let mut bench = Bench::new(config("gto"), text);
    let out = bench.words(&[0; 2]);
    let start = bench.start([1, 1, 1], [4, 1, 1], &[out]);
    bench.launch(&start);
    while let Some(next) = bench.next_event() {
        bench.now = next;
        bench.step().unwrap();
    }
    let calls = std::mem::take(&mut bench.events.device_calls);
    assert_eq!(calls.len(), 1);
    assert_eq!(calls[0].call, DeviceCall::ParameterBuffer { mask: 0b1111 });
    assert_eq!((calls[0].lanes, calls[0].warp.hw_tid(3)), (0b1111, 3));
    assert!(bench.events.tb_ended.is_empty() && !bench.smx.is_empty());

    let at = bench.now + 8023;
    bench.smx.resume(calls[0].warp, at, &bench.program);
    assert_eq!(bench.next_event(), Some(at));
    while let Some(next) = bench.next_event() {
        bench.now = next;
        bench.step().unwrap();
    }
    assert_eq!(bench.events.tb_ended.len(), 1);
    assert_ne!(bench.memory.read_u32(out).unwrap(), 0);
}

#[test]
fn a_fault_names_the_kernel_the_line_and_the_address() {
    let mut bench = Bench::new(config("gto"), VECADD);
    let start = bench.start([1, 1, 1], [32, 1, 1], &[0, 0, 0, 32]);
    bench.launch(&start);
    let fault = loop {
        bench.now = bench.next_event().expect("the kernel must fault before it completes");
        if let Err(fault) = bench.step() {
            break fault;
        }
    };
    assert_eq!((fault.kernel.as_str(), fault.thread), ("vecadd", [0, 0, 0]));
    assert!(fault.message.contains("0x0"), "{}", fault.message);
}
