//! Slots lost to data from each level of memory, and to accesses that have to be done.

use super::*;

/// Adds of a chase: the next address depends on the loaded value, which is zero.
const HOP: &str = "add.s64 %rd4, %rd4, %rd6;\n";
/// Lost to an add of a hop.
fn add(config: &GpuConfig) -> u64 {
    u64::from(config.latencies.pipeline + config.latencies.int.latency) - 1
}

/// Checks a chase of `hops` hops by `load`, each an access of `latency` cycles and an add.
fn check(config: &GpuConfig, before: &str, load: &str, reason: Reason, latency: u64) {
    let (slots, cycles) = added(config, 1, before, |_| format!("{load}\n{HOP}"), 16);
    let alu = 16 * add(config);
    let expected =
        [(Reason::Issued, 32), (Reason::ScoreboardAlu, alu), (reason, 16 * (latency - 1))];
    assert_eq!(slots, expected, "{load}");
    assert_eq!(cycles, 32 + alu + 16 * (latency - 1), "{load}");
}

#[test]
fn a_chase_loses_the_latency_of_its_level_to_it() {
    let config = machine(1);
    let pipeline = u64::from(config.latencies.pipeline);
    let latencies = &config.latencies;
    let before = "add.s64 %rd4, %rd1, 0;\nld.global.u64 %rd6, [%rd4];\nadd.s64 %rd4, %rd4, %rd6;\n";
    let l1 = pipeline + u64::from(config.l1.latency);
    check(&config, before, "ld.global.u64 %rd6, [%rd4];", Reason::ScoreboardL1, l1);
    let l2 = pipeline + u64::from(2 * config.interconnect.latency + config.l2.latency);
    check(&config, before, "ld.global.cg.u64 %rd6, [%rd4];", Reason::ScoreboardL2, l2);
    // A bank delivers a word of 64 bits in two passes.
    let shared = pipeline + u64::from(latencies.shared) + 1;
    let before = "cvt.u64.u32 %rd4, %r8;\nadd.s64 %rd4, %rd4, 0;\n";
    check(&config, before, "ld.shared.u64 %rd6, [%rd4];", Reason::ScoreboardShared, shared);
    let atomic = "atom.shared.add.u64 %rd6, [%rd4], 0;";
    let (slots, _) = added(&config, 1, before, |_| format!("{atomic}\n{HOP}"), 16);
    assert_eq!(slots[2].0, Reason::ScoreboardShared, "an atomic in shared memory");
    let constant = pipeline + u64::from(latencies.constant);
    let text = |_| "ld.param.u64 %rd6, [fresh];\nadd.s64 %rd6, %rd6, 0;\n".to_string();
    let (slots, _) = added(&config, 1, "", text, 16);
    // The next load waits for the add that reads its register.
    assert!(slots.contains(&(Reason::ScoreboardConstant, 16 * (constant - 1))), "{slots:?}");
}

#[test]
fn a_constant_found_in_two_lines_loses_the_latency_of_the_constant_cache() {
    let config = machine(1);
    // One line for the lanes with even numbers, another for the others; both are there from the first run on.
    let before = "and.b32 %r10, %r9, 1;\nshl.b32 %r10, %r10, 8;\nmov.u32 %r11, c;\nadd.u32 %r10, %r10, %r11;\n\
        add.u32 %r10, %r10, 0;\n";
    let part = |_| "ld.const.u32 %r20, [%r10];\nadd.u32 %r20, %r20, 0;\n".to_string();
    let (slots, _) = added(&config, 1, before, part, 16);
    let lost = u64::from(config.latencies.pipeline + config.latencies.constant) - 1;
    let constant = slots.iter().find(|&&(reason, _)| reason == Reason::ScoreboardConstant);
    assert!(constant.is_some_and(|&(_, slots)| slots >= 16 * lost), "{slots:?}");
    let other = slots.iter().find(|&&(reason, _)| {
        !matches!(reason, Reason::Issued | Reason::ScoreboardConstant | Reason::ScoreboardAlu)
    });
    assert_eq!(other, None, "{slots:?}");
}

#[test]
fn a_chase_through_memory_that_nothing_has_touched_loses_its_slots_to_dram() {
    let config = machine(1);
    let hops = |load: &str, step: u32, hops: usize| {
        let part = |_| format!("{load} %rd6, [%rd4];\nadd.s64 %rd6, %rd6, {step};\n{HOP}");
        let text = format!("add.s64 %rd4, %rd2, 0;\n{}", (0..hops).map(part).collect::<String>());
        account(&config, 1, &text).0
    };
    // Every hop reads a line of its own. It is lost from its issue to the issue of the add.
    for load in ["ld.global.u64", "ld.global.cg.u64"] {
        let [short, long] = [8, 16].map(|count| hops(load, 1024, count));
        let more = |reason| long.slots.of(reason) - short.slots.of(reason);
        let least = u64::from(config.l2.latency + config.dram.extra_latency);
        assert!(
            more(Reason::ScoreboardDram) > 8 * least,
            "{load}: {}",
            more(Reason::ScoreboardDram)
        );
        assert_eq!((more(Reason::ScoreboardL1), more(Reason::ScoreboardL2)), (0, 0), "{load}");
        assert_eq!(more(Reason::ScoreboardAlu), 8 * 2 * add(&config), "{load}");
    }
}

#[test]
fn a_load_that_joins_a_miss_is_lost_to_the_level_that_the_miss_went_to() {
    let config = machine(1);
    // The second load finds the line on its way. Only its register is waited for.
    let text = "ld.global.u32 %r20, [%rd2];\nld.global.u32 %r21, [%rd2];\nadd.s32 %r21, %r21, 1;\n";
    let (counts, _) = account(&config, 1, text);
    assert!(counts.slots.of(Reason::ScoreboardDram) > 200, "{:?}", slots(&counts));
    assert_eq!(counts.slots.of(Reason::ScoreboardL1), 0);
    // With the four sectors of the line in the L2, that is where the miss goes.
    let sector = |i| format!("ld.global.cg.u32 %r4, [%rd2+{}];\nadd.s32 %r4, %r4, 1;\n", 32 * i);
    let warm: String = (0..4).map(sector).collect();
    let [before, after] = [&warm, &format!("{warm}{text}")].map(|text| account(&config, 1, text).0);
    let more = |reason| after.slots.of(reason) - before.slots.of(reason);
    let l2 = u64::from(2 * config.interconnect.latency + config.l2.latency);
    assert!(more(Reason::ScoreboardL2) >= l2, "{:?}", slots(&after));
    assert_eq!((more(Reason::ScoreboardDram), more(Reason::ScoreboardL1)), (0, 0));
}

#[test]
fn a_chain_of_atomics_loses_its_slots_to_them() {
    let config = machine(1);
    let before = "add.s64 %rd4, %rd1, 0;\n";
    let part = |_| "atom.global.add.u32 %r20, [%rd4], %r20;\n".to_string();
    let (slots, cycles) = added(&config, 1, before, part, 16);
    assert_eq!(slots, [(Reason::Issued, 16), (Reason::ScoreboardAtomic, cycles - 16)]);
    let l2 = u64::from(2 * config.interconnect.latency + config.l2.latency);
    assert!(cycles > 16 * (l2 + 31), "lane after lane");
}

#[test]
fn a_warp_that_waits_for_its_atomics_loses_its_slots_to_them() {
    let config = with(machine(1), &[("smx.wait_for_atomics", "true")]);
    for (space, address) in [("shared", "%r8"), ("global", "%rd1")] {
        let part = |i| format!("atom.{space}.add.u32 %r{}, [{address}], %r9;\n", 20 + i);
        let (slots, _) = added(&config, 1, "", part, 16);
        let reasons: Vec<Reason> = slots.iter().map(|&(reason, _)| reason).collect();
        assert_eq!(reasons, [Reason::Issued, Reason::ScoreboardAtomic], "{space}");
    }
}

#[test]
fn an_access_without_lanes_only_passes_through_the_pipeline() {
    let config = machine(1);
    let before = "setp.eq.u32 %p1, %r9, 5000;\n";
    let part = |_| "@%p1 ld.shared.u32 %r20, [%r8];\nadd.s32 %r20, %r20, 0;\n".to_string();
    let (slots, _) = added(&config, 1, before, part, 16);
    let lost = 16 * (u64::from(config.latencies.pipeline) + add(&config));
    assert_eq!(slots, [(Reason::Issued, 32), (Reason::ScoreboardAlu, lost)]);
}

#[test]
fn what_is_lost_to_an_access_still_under_way_counts_as_lost_to_dram() {
    let mut bench = bench(&machine(1), "ld.global.u32 %r20, [%rd2];\nadd.s32 %r20, %r20, 1;\n");
    let start = start(&mut bench, 1);
    bench.smx.open_account(0, false);
    bench.launch(&start);
    while !bench.smx.is_empty() {
        bench.step().unwrap();
        bench.now += 1;
        // Read in each cycle, so also while the load is under way.
        let slots = bench.smx.account(bench.now).unwrap().sum().slots;
        assert_eq!(slots.of(Reason::ScoreboardAtomic), 0);
        assert_eq!(slots.of(Reason::ScoreboardL2), 0);
    }
    let slots = bench.smx.account(bench.now).unwrap().sum().slots;
    assert!(slots.of(Reason::ScoreboardDram) > 200, "{slots:?}");
}

#[test]
fn a_fence_and_the_end_of_a_warp_wait_for_its_stores() {
    let config = machine(1);
    let before = "add.s64 %rd4, %rd1, 0;\n";
    let part = |_| "st.global.u32 [%rd4], %r9;\nmembar.gl;\n".to_string();
    let (slots, cycles) = added(&config, 1, before, part, 16);
    assert_eq!(slots, [(Reason::Issued, 32), (Reason::Drain, cycles - 32)]);
    let (counts, _) = account(&config, 1, &format!("{before}st.global.u32 [%rd4], %r9;"));
    let store =
        u64::from(config.latencies.pipeline + 2 * config.interconnect.latency + config.l2.latency);
    assert!(counts.slots.of(Reason::Drain) >= store - 1, "the end of the warp");
}
