//! Microbenchmarks of the execution units on every preset: chains of dependent instructions take the latency,
//! independent ones what the copies of the unit and its initiation interval allow.

use super::microbench::{machines, slope, unhindered, LINE};
use crate::config::{ClassLatency, GpuConfig};

/// An operation: its name, its text as a chain and as one of many that need no other (`#` is a number), its
/// timing, and the copies of its unit.
type Operation = (&'static str, &'static str, &'static str, fn(&GpuConfig) -> (ClassLatency, u32));

const OPERATIONS: [Operation; 12] = [
    ("int", "add.s32 %r4, %r4, 1;", "add.s32 %r#, %r9, 1;", |c| {
        (c.latencies.int.clone(), c.units.sp)
    }),
    ("compare and select", "max.s32 %r4, %r4, 1;", "max.s32 %r#, %r9, 1;", |c| {
        (c.latencies.int.clone(), c.units.sp)
    }),
    ("int conversion", "cvt.s32.s8 %r4, %r4;", "cvt.s32.s8 %r#, %r9;", |c| {
        (c.latencies.int.clone(), c.units.sp)
    }),
    ("int_mul", "mul.lo.s32 %r4, %r4, 3;", "mul.lo.s32 %r#, %r9, 3;", |c| {
        (c.latencies.int_mul.clone(), c.units.sp)
    }),
    ("int_div", "div.u32 %r4, %r4, %r4;", "div.u32 %r#, %r9, %r9;", |c| {
        (c.latencies.int_div.clone(), c.units.sfu)
    }),
    ("fp32", "add.f32 %f4, %f4, %f4;", "add.f32 %f#, %f9, %f9;", |c| {
        (c.latencies.fp32.clone(), c.units.sp)
    }),
    (
        "fp32 multiply-add",
        "fma.rn.f32 %f4, %f4, %f4, %f4;",
        "fma.rn.f32 %f#, %f9, %f9, %f9;",
        |c| (c.latencies.fp32.clone(), c.units.sp),
    ),
    ("fp32 conversion", "cvt.rzi.f32.f32 %f4, %f4;", "cvt.rn.f32.s32 %f#, %r9;", |c| {
        (c.latencies.fp32.clone(), c.units.sp)
    }),
    ("fp32_div", "div.rn.f32 %f4, %f4, %f4;", "div.rn.f32 %f#, %f9, %f9;", |c| {
        (c.latencies.fp32_div.clone(), c.units.sfu)
    }),
    ("sfu", "sin.approx.f32 %f4, %f4;", "sin.approx.f32 %f#, %f9;", |c| {
        (c.latencies.sfu.clone(), c.units.sfu)
    }),
    ("fp64", "fma.rn.f64 %d4, %d4, %d4, %d4;", "fma.rn.f64 %d#, %d9, %d9, %d9;", |c| {
        (c.latencies.fp64.clone(), c.units.dp)
    }),
    ("fp64 conversion", "cvt.rzi.f64.f64 %d4, %d4;", "cvt.f64.f32 %d#, %f9;", |c| {
        (c.latencies.fp64.clone(), c.units.dp)
    }),
];

/// An instruction that writes a register of its own, so that it waits for none before it.
fn independent(text: &str, number: usize) -> String {
    text.replace('#', &(20 + number).to_string()) + "\n"
}

#[test]
fn a_chain_takes_the_latency_of_its_operation() {
    for config in machines() {
        for (operation, chain, _, timing) in OPERATIONS {
            let (class, _) = timing(&config);
            let measured = slope(&config, 1, "", |_| format!("{chain}\n"), [LINE, 3 * LINE]);
            let expected = 2 * LINE as u64 * u64::from(config.latencies.pipeline + class.latency);
            assert_eq!(measured, expected, "{operation} on {}", config.name);
        }
    }
}

#[test]
fn independent_operations_take_what_the_copies_of_their_unit_and_issue_allow() {
    const WARPS: u32 = 8;
    for config in machines() {
        let mut config = unhindered(&config);
        // Schedulers are asked in a fixed order: pairs of the first would leave the last for the end.
        config.set("smx.issue_per_warp", "1").unwrap();
        for (operation, _, text, timing) in OPERATIONS {
            let (class, copies) = timing(&config);
            let count = 4 * LINE;
            let part = |i| independent(text, i);
            let measured = slope(&config, WARPS, "", part, [count, 2 * count]);
            let instructions = count as u64 * u64::from(WARPS);
            let in_units = instructions * u64::from(class.initiation) / u64::from(copies);
            let issued = instructions / u64::from(config.smx.schedulers);
            assert_eq!(measured, in_units.max(issued), "{operation} on {}", config.name);
        }
    }
}

#[test]
fn the_load_store_unit_takes_an_access_a_cycle() {
    const WARPS: u32 = 4;
    for config in machines().map(|config| unhindered(&config)) {
        let loads =
            ["ld.shared.u32 %r#, [%r8];", "ld.param.u32 %r#, [out];", "ld.global.u32 %r#, [%rd1];"];
        // The last goes to the L1 only where global loads do.
        for text in &loads[..if config.l1.global_loads { 3 } else { 2 }] {
            let part = |i| independent(text, i);
            let measured = slope(&config, WARPS, "", part, [4 * LINE, 8 * LINE]);
            assert_eq!(measured, 4 * LINE as u64 * u64::from(WARPS), "{text} on {}", config.name);
        }
    }
}
