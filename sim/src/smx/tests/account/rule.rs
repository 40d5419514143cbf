//! Which warp's reason a lost slot has, and that it has exactly one.

use super::*;

/// A TB whose warps 0 and 1 take different ways.
pub(super) fn two_ways(first: &str, second: &str) -> String {
    format!("setp.lt.u32 %p1, %r9, 32;\n@%p1 bra A;\n{second}bra B;\nA:\n{first}B:\n")
}

#[test]
fn a_slot_is_lost_to_the_warp_that_can_issue_first() {
    let config = machine(1);
    let add = u64::from(config.latencies.pipeline + config.latencies.int.latency);
    // Warp 1 waits for a division that outlasts the chain of warp 0.
    let div = "div.u32 %r4, %r9, %r9;\nadd.s32 %r4, %r4, 1;\n";
    let text = |adds: usize| two_ways(&"add.s32 %r5, %r5, 1;\n".repeat(adds), div);
    let [(short, _), (long, _)] = [8, 12].map(|adds| account(&config, 2, &text(adds)));
    let more = |reason| long.slots.of(reason) as i64 - short.slots.of(reason) as i64;
    let chain = 4 * (add as i64 - 1);
    assert_eq!(more(Reason::ScoreboardAlu), chain);
    assert_eq!(more(Reason::ScoreboardSfu), -chain - 4, "what is left of the division is shorter");
}

#[test]
fn a_warp_with_a_known_end_comes_before_one_that_waits_for_an_event() {
    let config = machine(1);
    let text = |adds: usize| two_ways("", &"add.s32 %r5, %r5, 1;\n".repeat(adds)) + "bar.sync 0;\n";
    let [(short, least), (long, most)] = [16, 32].map(|adds| account(&config, 2, &text(adds)));
    let more = |reason| long.slots.of(reason) - short.slots.of(reason);
    assert_eq!(more(Reason::Barrier), 0);
    assert_eq!(more(Reason::Issued) + more(Reason::ScoreboardAlu), most - least);
}

#[test]
fn of_two_warps_that_wait_for_events_the_older_decides() {
    let call = "mov.u64 %rd3, 64;\n{ .param .b64 p0; .param .b64 p1; .param .b64 q;\n\
        st.param.b64 [p0], %rd3; st.param.b64 [p1], %rd3;\n\
        call.uni (q), cudaGetParameterBuffer, (p0, p1);\nld.param.b64 %rd5, [q]; }\n";
    let lost = |first, second| {
        let mut bench = bench(&machine(1), &two_ways(first, second));
        let start = start(&mut bench, 2);
        bench.smx.open_account(0, false);
        bench.launch(&start);
        while let Some(next) = bench.next_event() {
            bench.now = next;
            bench.step().unwrap();
        }
        let [before, after] = [LATER, LATER + 100]
            .map(|later| bench.smx.account(bench.now + later).unwrap().sum().slots);
        [Reason::Call, Reason::Barrier].map(|reason| after.of(reason) - before.of(reason))
    };
    assert_eq!(lost(call, "bar.sync 0;\n"), [100, 0]);
    assert_eq!(lost("bar.sync 0;\n", call), [0, 100]);
}

#[test]
fn of_the_operands_the_one_that_comes_last_decides() {
    let config = machine(1);
    let part =
        |_| "div.u32 %r5, %r4, %r9;\nadd.s32 %r6, %r4, 1;\nadd.s32 %r4, %r5, %r6;\n".to_string();
    let (slots, cycles) = added(&config, 1, "", part, 8);
    let add = u64::from(config.latencies.pipeline + config.latencies.int.latency);
    let expected = [
        (Reason::Issued, 24),
        (Reason::ScoreboardAlu, 8 * (add - 1)),
        (Reason::ScoreboardSfu, cycles - 24 - 8 * (add - 1)),
    ];
    assert_eq!(slots, expected);
}

/// Kernels that wait for everything there is.
pub(super) const BUSY: &str = "shl.b32 %r10, %r9, 2;\nmul.wide.u32 %rd4, %r9, 136;\nadd.s64 %rd4, %rd4, %rd2;\n\
    mul.wide.u32 %rd5, %r9, 4;\nadd.s64 %rd5, %rd5, %rd1;\nand.b32 %r11, %r9, 7;\nmov.u32 %r12, 0;\n\
    L:\nld.global.u32 %r13, [%rd4];\nadd.s32 %r14, %r13, %r12;\nsin.approx.f32 %f4, %f4;\nsin.approx.f32 %f5, %f4;\n\
    fma.rn.f64 %d4, %d4, %d4, %d4;\nst.shared.u32 [%r10], %r14;\nbar.sync 0;\nld.shared.u32 %r15, [%r10];\n\
    atom.global.add.u32 %r16, [%rd5], %r15;\nst.global.u32 [%rd4+4], %r16;\nadd.s32 %r12, %r12, 1;\n\
    setp.lt.u32 %p1, %r12, %r11;\n@%p1 add.s64 %rd4, %rd4, 512;\nsetp.lt.u32 %p2, %r12, 5;\nmembar.gl;\n@%p2 bra L;\n";

#[test]
fn an_account_is_the_same_skipped_stepped_and_determined_anew_in_every_cycle() {
    for scheduler in ["gto", "lrr", "two-level", "grouped", "owl"] {
        for starved in [false, true] {
            let mut config = GpuConfig::preset("tiny").unwrap();
            config.set("warp.scheduler", scheduler).unwrap();
            config.set("warp.active", "2").unwrap();
            if starved {
                let settings = [
                    ("fetch.icache_sets", "1"),
                    ("fetch.icache_ways", "1"),
                    ("fetch.warps_per_cycle", "1"),
                    ("registers.ports", "1"),
                    ("registers.sfu_collectors", "1"),
                    ("l1.mshr_entries", "2"),
                    ("smx.tb_launch_cycles", "37"),
                ];
                config = with(config, &settings);
            }
            let [skipped, stepped, anew] = kept_and_anew(&config, 4, BUSY, |_| {});
            assert_eq!(skipped, stepped, "{scheduler}");
            assert_eq!(stepped, anew, "{scheduler}");
            let lost = slots(&skipped.sum()).len();
            assert!(lost > 14, "{lost} reasons: {:?}", slots(&skipped.sum()));
        }
    }
}

#[test]
fn every_slot_is_charged_once_and_every_instruction_has_its_lanes() {
    let mut bench = bench(&GpuConfig::preset("tiny").unwrap(), BUSY);
    let start = start(&mut bench, 3);
    let start = TbStart { block: [75, 1, 1], grid: [3, 1, 1], ..start };
    bench.smx.open_account(0, false);
    let end = bench.run_grid(&start, 2, true);
    let (stats, _) = bench.counts();
    let account = bench.smx.account(end).unwrap();
    let Counts { slots, lanes } = account.sum();
    assert_eq!(slots.total(), end * u64::from(bench.config.smx.schedulers));
    assert_eq!(lanes.iter().map(|(_, count)| count).sum::<u64>(), stats.warp_instructions);
    let active = lanes.iter().map(|(lanes, count)| lanes as u64 * count);
    assert_eq!(active.sum::<u64>(), stats.active_lanes);
    assert_eq!(lanes.of(32), 2 * lanes.of(11), "two whole warps, and one of eleven threads");
    assert!(slots.of(Reason::Issued) <= stats.warp_instructions);
}
