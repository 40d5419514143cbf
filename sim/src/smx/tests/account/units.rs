//! Slots lost to units that accept no instruction.

use super::*;

#[test]
fn special_functions_beyond_what_the_units_take_wait_for_one() {
    let config = with(machine(1), &[("registers.sfu_collectors", "2")]);
    let part = |i: usize| format!("sin.approx.f32 %f{}, %f9;\n", 20 + i);
    let (slots, cycles) = added(&config, 1, "", part, 32);
    let sfu = &config.latencies.sfu;
    assert_eq!(cycles, 32 * u64::from(sfu.initiation / config.execution_units.sfu));
    assert_eq!(slots, [(Reason::Issued, 32), (Reason::UnitSfu, cycles - 32)]);
}

#[test]
fn double_precision_beyond_what_the_units_take_waits_for_one() {
    let settings = [("registers.dp_collectors", "1"), ("execution_units.dp", "1")];
    let config = with(machine(1), &settings);
    let part = |i: usize| format!("fma.rn.f64 %d{}, %d9, %d9, %d9;\n", 20 + i);
    let (slots, cycles) = added(&config, 1, "", part, 32);
    assert_eq!(cycles, 32 * u64::from(config.latencies.fp64.initiation));
    assert_eq!(slots, [(Reason::Issued, 32), (Reason::UnitDp, cycles - 32)]);
}

#[test]
fn of_two_schedulers_that_share_one_unit_each_loses_every_other_slot_to_it() {
    let settings = [("execution_units.sp", "1"), ("registers.sp_collectors", "1")];
    let config = with(machine(2), &settings);
    let part = |i: usize| format!("mov.u32 %r{}, 1;\n", 20 + i);
    let (slots, cycles) = added(&config, 2, "", part, 64);
    assert_eq!(cycles, 128);
    let shared = [(Reason::Issued, 128), (Reason::UnitSp, 128)];
    assert_eq!(slots, shared, "schedulers take turns: each has the unit in every other slot");
}

/// A machine whose load-store unit has places for three accesses before it.
fn crowded() -> GpuConfig {
    with(machine(1), &[("registers.load_store_collectors", "1")])
}

#[test]
fn bank_conflicts_occupy_the_load_store_unit() {
    let before = "shl.b32 %r10, %r9, 7;\nadd.u32 %r10, %r10, %r8;\nadd.u32 %r11, %r10, 0;\n";
    let part = |i: usize| format!("ld.shared.u32 %r{}, [%r10];\n", 20 + i);
    let (slots, cycles) = added(&crowded(), 1, before, part, 16);
    assert_eq!(cycles, 16 * 32, "every lane has a word of the same bank");
    assert_eq!(slots, [(Reason::Issued, 16), (Reason::UnitLoadStore, 16 * 31)]);
}

#[test]
fn lines_that_the_memory_system_takes_at_once_occupy_the_load_store_unit() {
    let before =
        "mul.wide.u32 %rd4, %r9, 128;\nand.b64 %rd4, %rd4, 1023;\nadd.s64 %rd4, %rd4, %rd1;\n\
        ld.global.u32 %r10, [%rd4];\nadd.s32 %r10, %r10, 1;\nadd.s32 %r10, %r10, 1;\n";
    let part = |i: usize| format!("ld.global.u32 %r{}, [%rd4];\n", 20 + i);
    let (slots, cycles) = added(&crowded(), 1, before, part, 16);
    assert_eq!(cycles, 16 * 8, "eight lines of the L1");
    assert_eq!(slots, [(Reason::Issued, 16), (Reason::UnitLoadStore, 16 * 7)]);
}

/// A machine whose L1 holds one line, has one miss entry, and two stages before it.
fn refusing() -> GpuConfig {
    let one = ["l1.sets", "l1.ways", "l1.mshr_entries"].map(|key| (key, "1"));
    with(with(crowded(), &one), &[("l1.latency", "2")])
}

#[test]
fn what_the_memory_system_does_not_accept_is_back_pressure() {
    let config = refusing();
    let part = |i: usize| format!("ld.global.u32 %r{}, [%rd1+{}];\n", 20 + i, 128 * i);
    let (slots, cycles) = added(&config, 1, "", part, 16);
    // The cycle in which a line is accepted is the unit's own.
    let own = [(Reason::Issued, 16), (Reason::UnitLoadStore, 16)];
    assert_eq!(slots, [&own[..], &[(Reason::BackPressure, cycles - 32)]].concat());
    let l2 = u64::from(2 * config.interconnect.latency + config.l2.latency);
    assert!(cycles > 16 * l2, "each miss waits for the one before it: {cycles}");
}

#[test]
fn an_access_is_the_load_store_units_for_its_own_lines_and_back_pressure_beyond() {
    let config = refusing();
    let before =
        "mul.wide.u32 %rd4, %r9, 128;\nand.b64 %rd4, %rd4, 511;\nadd.s64 %rd4, %rd4, %rd1;\n";
    let part = |i: usize| format!("ld.global.u32 %r{}, [%rd4+{}];\n", 20 + i, 512 * i);
    let (slots, cycles) = added(&config, 1, before, part, 8);
    let own = [(Reason::Issued, 8), (Reason::UnitLoadStore, 8 * 4)];
    assert_eq!(slots, [&own[..], &[(Reason::BackPressure, cycles - 40)]].concat());
}
