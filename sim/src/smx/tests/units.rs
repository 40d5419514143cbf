//! Microbenchmarks of the execution units on every preset. Chains of dependent instructions take the latency.
//! Independent instructions take what the copies of the unit and its initiation interval allow.

use super::bench::Bench;
use super::microbench::{longer, machines, slope, unhindered, LINE};
use crate::config::{ClassLatency, GpuConfig};

/// An operation: its name, its text as a chain, its text without dependences (`#` is a number), its timing, and
/// the copies of its unit.
type Operation = (&'static str, &'static str, &'static str, fn(&GpuConfig) -> (&ClassLatency, u32));

const OPERATIONS: [Operation; 19] = [
    ("move", "cvt.s32.s8 %r4, %r4;", "cvt.s32.s8 %r#, %r9;", |c| {
        (&c.latencies.moves, c.execution_units.sp)
    }),
    ("logic", "and.b32 %r4, %r4, 1;", "and.b32 %r#, %r9, 1;", |c| {
        (&c.latencies.moves, c.execution_units.sp)
    }),
    ("fp32 conversion", "cvt.rzi.f32.f32 %f4, %f4;", "cvt.rn.f32.s32 %f#, %r9;", |c| {
        (&c.latencies.moves, c.execution_units.sp)
    }),
    ("int", "add.s32 %r4, %r4, 1;", "add.s32 %r#, %r9, 1;", |c| {
        (&c.latencies.int, c.execution_units.sp)
    }),
    ("int_max", "max.s32 %r4, %r4, 1;", "max.s32 %r#, %r9, 1;", |c| {
        (&c.latencies.int_max, c.execution_units.sp)
    }),
    ("int_mul", "mul.lo.s32 %r4, %r4, 3;", "mul.lo.s32 %r#, %r9, 3;", |c| {
        (&c.latencies.int_mul, c.execution_units.sp)
    }),
    ("int_mad", "mad.lo.s32 %r4, %r4, 3, 1;", "mad.lo.s32 %r#, %r9, 3, 1;", |c| {
        (&c.latencies.int_mad, c.execution_units.sp)
    }),
    ("int_div", "div.u32 %r4, %r4, %r4;", "div.u32 %r#, %r9, %r9;", |c| {
        (&c.latencies.int_div, c.execution_units.sfu)
    }),
    ("int_rem", "rem.u32 %r4, %r4, 3;", "rem.u32 %r#, %r9, 3;", |c| {
        (&c.latencies.int_rem, c.execution_units.sfu)
    }),
    (
        "shuffle",
        "shfl.sync.bfly.b32 %r4, %r4, 1, 31, -1;",
        "shfl.sync.bfly.b32 %r#, %r9, 1, 31, -1;",
        |c| (&c.latencies.shuffle, c.execution_units.sp),
    ),
    ("fp32_add", "add.f32 %f4, %f4, %f4;", "add.f32 %f#, %f9, %f9;", |c| {
        (&c.latencies.fp32_add, c.execution_units.sp)
    }),
    ("fp32_max", "max.f32 %f4, %f4, %f4;", "max.f32 %f#, %f9, %f9;", |c| {
        (&c.latencies.fp32_max, c.execution_units.sp)
    }),
    ("fp32", "fma.rn.f32 %f4, %f4, %f4, %f4;", "fma.rn.f32 %f#, %f9, %f9, %f9;", |c| {
        (&c.latencies.fp32, c.execution_units.sp)
    }),
    ("fp32_div", "div.rn.f32 %f4, %f4, %f4;", "div.rn.f32 %f#, %f9, %f9;", |c| {
        (&c.latencies.fp32_div, c.execution_units.sfu)
    }),
    ("sfu", "sin.approx.f32 %f4, %f4;", "sin.approx.f32 %f#, %f9;", |c| {
        (&c.latencies.sfu, c.execution_units.sfu)
    }),
    ("fp64_add", "add.f64 %d4, %d4, %d4;", "add.f64 %d#, %d9, %d9;", |c| {
        (&c.latencies.fp64_add, double_precision(c))
    }),
    ("fp64", "fma.rn.f64 %d4, %d4, %d4, %d4;", "fma.rn.f64 %d#, %d9, %d9, %d9;", |c| {
        (&c.latencies.fp64, double_precision(c))
    }),
    ("fp64_max", "max.f64 %d4, %d4, %d4;", "max.f64 %d#, %d9, %d9;", |c| {
        (&c.latencies.fp64_max, double_precision(c))
    }),
    ("fp64_div", "div.rn.f64 %d4, %d4, %d4;", "div.rn.f64 %d#, %d9, %d9;", |c| {
        (&c.latencies.fp64_div, c.execution_units.sfu)
    }),
];

/// Copies of the unit that executes double precision.
fn double_precision(config: &GpuConfig) -> u32 {
    match config.execution_units {
        ref units if units.dp == 0 => units.sfu,
        ref units => units.dp,
    }
}

/// Writes an instruction with a register of its own, so that it waits for none before it.
fn independent(text: &str, number: usize) -> String {
    text.replace('#', &(20 + number).to_string()) + "\n"
}

/// Writes an instruction that waits for the result of instruction `number`, but for no unit that computes.
fn use_of(text: &str, number: usize) -> String {
    let (kind, ty) = match text {
        _ if text.contains("%r#") => ("r", "b32"),
        _ if text.contains("%f#") => ("f", "f32"),
        _ => ("d", "f64"),
    };
    independent(&format!("st.shared.{ty} [%r8], %{kind}#;"), number)
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
    for config in machines() {
        let mut config = unhindered(&config);
        // Where units accept pairs in step with the schedulers' turns, one scheduler gets ahead and another
        // finishes alone.
        config.set("smx.issue_per_warp", "1").unwrap();
        // Each scheduler has one warp, so no two warps that finish together wait for one scheduler.
        let warps = config.smx.schedulers;
        for (operation, _, text, timing) in OPERATIONS {
            let (class, copies) = timing(&config);
            let count = 6 * LINE;
            let body = |count: usize| {
                (0..count).map(|i| independent(text, i)).collect::<String>()
                    + &use_of(text, count - 1)
            };
            let measured = longer(&config, warps, "", [&body(count), &body(2 * count)]);
            let instructions = count as u64 * u64::from(warps);
            let in_units = instructions * u64::from(class.initiation) / u64::from(copies);
            assert_eq!(measured, in_units.max(count as u64), "{operation} on {}", config.name);
        }
    }
}

#[test]
fn double_precision_waits_for_the_special_function_unit_where_it_has_no_unit_of_its_own() {
    let [double, special] = ["fma.rn.f64 %d#, %d9, %d9, %d9;", "sin.approx.f32 %f#, %f9;"];
    let count = 6 * LINE;
    let mixed = |dp: &str| {
        let mut config = unhindered(&GpuConfig::preset("gtx480").unwrap());
        config.set("execution_units.dp", dp).unwrap();
        config.set("fetch.icache_sets", "64").unwrap();
        let body = |count: usize| {
            let pair = |i| independent(double, i) + &independent(special, i);
            (0..count).map(pair).collect::<String>() + &use_of(special, count - 1)
        };
        longer(&config, 1, "", [&body(count), &body(2 * count)])
    };
    let latencies = GpuConfig::preset("gtx480").unwrap().latencies;
    let [double, special] = [latencies.fp64.initiation, latencies.sfu.initiation].map(u64::from);
    assert_eq!(mixed("1"), count as u64 * double.max(special));
    assert_eq!(mixed("0"), count as u64 * (double + special));
}

#[test]
fn a_unit_that_is_done_with_two_instructions_at_once_takes_the_second_a_cycle_later() {
    let mut config = unhindered(&GpuConfig::preset("k20c").unwrap());
    config.set("smx.issue_per_warp", "1").unwrap();
    config.set("execution_units.sp", "1").unwrap();
    config.set("registers.sp_collectors", "4").unwrap();
    // An add takes four cycles, a move one. So the third move behind an add would be done with it.
    let cycles = |config: &GpuConfig, moves: usize| {
        let part = |i: usize| {
            // Each register is written again long after its first result is there.
            let number = |behind: usize| (i * (moves + 1) + behind) % 32;
            let moves = (1..=moves).map(|m| independent("mov.u32 %r#, 1;", number(m)));
            independent("add.s32 %r#, %r9, 1;", number(0)) + &moves.collect::<String>()
        };
        slope(config, 1, "", part, [LINE, 2 * LINE]) / LINE as u64
    };
    assert_eq!([1, 2, 3, 4].map(|moves| cycles(&config, moves)), [2, 3, 5, 6]);
    // Of two units the other takes it.
    config.set("execution_units.sp", "2").unwrap();
    assert_eq!(cycles(&config, 3), 4);
}

#[test]
fn units_send_no_more_results_in_a_cycle_than_there_are_buses() {
    let mut config = unhindered(&GpuConfig::preset("k20c").unwrap());
    for (buses, cycles) in [("2", LINE / 2), ("1", LINE)] {
        config.set("registers.result_buses", buses).unwrap();
        let part = |i| independent("mov.u32 %r#, 1;", i % 32);
        // A warp issues two moves a cycle until the collector units are full.
        assert_eq!(slope(&config, 1, "", part, [4 * LINE, 5 * LINE]), cycles as u64, "{buses}");
    }
}

#[test]
fn the_load_store_unit_takes_an_access_a_cycle() {
    const WARPS: u32 = 4;
    for config in machines().map(|config| unhindered(&config)) {
        let loads =
            ["ld.shared.u32 %r#, [%r8];", "ld.param.u32 %r#, [out];", "ld.global.u32 %r#, [%rd1];"];
        // The global load uses the L1 only where the preset caches global loads there.
        for text in &loads[..if config.l1.global_loads { 3 } else { 2 }] {
            let part = |i| independent(text, i);
            let measured = slope(&config, WARPS, "", part, [4 * LINE, 8 * LINE]);
            assert_eq!(measured, 4 * LINE as u64 * u64::from(WARPS), "{text} on {}", config.name);
        }
    }
}

#[test]
fn where_issue_slots_exceed_units_no_scheduler_starves() {
    let mut config = unhindered(&GpuConfig::preset("k20c").unwrap());
    for (key, value) in
        [("smx.issue_per_warp", "1"), ("execution_units.sp", "1"), ("registers.sp_collectors", "1")]
    {
        config.set(key, value).unwrap();
    }
    let adds: String = (0..4 * LINE).map(|i| independent("mov.u32 %r#, 1;", i)).collect();
    let text = format!(
        ".version 7.0\n.target sm_35\n.address_size 64\n.visible .entry k(.param .u64 out)\n{{\n\
        .reg .b32 %r<90>;\n.reg .b64 %rd<3>;\n\
        ld.param.u64 %rd1, [out];\nmov.u32 %r9, %tid.x;\nbar.sync 0;\n{adds}mov.u32 %r3, %clock;\n\
        mul.wide.u32 %rd2, %r9, 4;\nadd.u64 %rd2, %rd1, %rd2;\nst.global.u32 [%rd2], %r3;\nret;\n}}\n"
    );
    // Each scheduler has one warp. The second run finds its code in the instruction cache.
    let warps = config.smx.schedulers;
    let mut bench = Bench::new(config, &text);
    let out = bench.words(&vec![0; 32 * warps as usize]);
    let start = bench.start([1, 1, 1], [32 * warps, 1, 1], &[out]);
    bench.run_grid(&start, 1, true);
    bench.run_grid(&start, 1, true);
    let ends: Vec<u32> =
        (0..warps).map(|w| bench.memory.read_u32(out + 128 * u64::from(w)).unwrap()).collect();
    let (first, last) = (ends.iter().min().unwrap(), ends.iter().max().unwrap());
    assert!(last - first < warps, "{ends:?}");
}
