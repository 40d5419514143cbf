//! Slots lost to events: launches, barriers, calls of the device runtime, and children.

use super::*;
use crate::smx::WarpHandle;

#[test]
fn the_launch_of_a_tb_is_lost_as_long_as_its_warps_may_not_fetch() {
    let launch = |cycles: &str| {
        let (counts, _) = account(&with(machine(1), &[("smx.tb_launch_cycles", cycles)]), 1, "");
        counts.slots
    };
    let (short, long) = (launch("10"), launch("110"));
    assert_eq!(long.of(Reason::Launch) - short.of(Reason::Launch), 100);
    assert_eq!(long.total() - short.total(), 100);
}

#[test]
fn a_warp_that_waits_for_another_at_a_barrier_loses_its_slots_to_it() {
    let config = machine(2);
    // Warp 0 goes to the barrier; warp 1, of the other scheduler, computes first.
    let before = "setp.lt.u32 %p1, %r9, 32;\n@%p1 bra L;\n";
    let text =
        |adds: usize| format!("{before}{}L:\nbar.sync 0;\n", "add.s32 %r4, %r4, 1;\n".repeat(adds));
    let [(short, least), (long, most)] = [32, 64].map(|adds| account(&config, 2, &text(adds)));
    let more = |reason| long.slots.of(reason) - short.slots.of(reason);
    let add = u64::from(config.latencies.pipeline + config.latencies.int.latency);
    assert_eq!(most - least, 32 * add);
    assert_eq!(more(Reason::Barrier), 32 * add, "every slot of the scheduler of warp 0");
    assert_eq!((more(Reason::Issued), more(Reason::ScoreboardAlu)), (32, 32 * (add - 1)));
}

#[test]
fn empty_slots_wait_for_a_launch_as_long_as_one_has_not_started() {
    let mut bench = bench(&machine(1), "");
    bench.smx.open_account(0, false);
    bench.smx.set_launching(30, true);
    bench.smx.set_launching(100, false);
    let empty = bench.smx.account(110).unwrap().empty;
    assert_eq!((empty.of(Reason::NoWarp), empty.of(Reason::Launch)), (40, 70));
}

/// A bench whose one warp has called the device runtime in the present cycle.
fn calling() -> (Bench, WarpHandle) {
    calling_beside("", "", 1)
}

/// A bench of `warps` warps, one of which has called the device runtime in the present cycle, between the texts.
fn calling_beside(before: &str, behind: &str, warps: u32) -> (Bench, WarpHandle) {
    let call = "mov.u64 %rd3, 64;\n{ .param .b64 p0; .param .b64 p1; .param .b64 q;\n\
        st.param.b64 [p0], %rd3; st.param.b64 [p1], %rd3;\n\
        call.uni (q), cudaGetParameterBuffer, (p0, p1);\nld.param.b64 %rd5, [q]; }\n";
    let mut bench = bench(&machine(warps), &format!("{before}{call}{behind}"));
    let start = start(&mut bench, warps);
    bench.smx.open_account(0, false);
    bench.launch(&start);
    while bench.events.device_calls.is_empty() {
        bench.step().unwrap();
        bench.now += 1;
    }
    bench.now -= 1;
    let warp = bench.events.device_calls[0].warp;
    (bench, warp)
}

fn lost(bench: &mut Bench, reason: Reason) -> u64 {
    bench.smx.account(bench.now).unwrap().sum().slots.of(reason)
}

/// Steps until the TB is through.
fn finish(bench: &mut Bench) {
    while !bench.smx.is_empty() {
        bench.now = bench.next_event().expect("it goes on");
        bench.step().unwrap();
    }
    bench.now += 1;
}

#[test]
fn a_call_of_the_device_runtime_loses_its_latency() {
    let (mut bench, warp) = calling();
    bench.smx.resume(warp, bench.now + 1000, &bench.program);
    finish(&mut bench);
    assert_eq!(lost(&mut bench, Reason::Call), 999, "the slot of the call itself is issued");
}

#[test]
fn a_warp_that_waits_for_children_loses_its_slots_to_them_until_they_have_ended() {
    let (mut bench, warp) = calling();
    bench.smx.wait_for_children(warp);
    bench.now += 500;
    bench.smx.enter_cycle(bench.now);
    bench.smx.children_ended(0, bench.now + 1, &bench.program);
    finish(&mut bench);
    assert_eq!(lost(&mut bench, Reason::Children), 500);
    assert_eq!(lost(&mut bench, Reason::Call), 0);
}

#[test]
fn a_suspended_tb_leaves_empty_slots_and_its_way_back_is_a_launch() {
    let (mut bench, warp) = calling();
    bench.smx.wait_for_children(warp);
    bench.now += 100;
    let swapped = bench.smx.preempt(bench.now, 0).expect("a TB");
    bench.now += 1000;
    assert_eq!(lost(&mut bench, Reason::NoWarp), 1000);
    let before = lost(&mut bench, Reason::Launch);
    bench.smx.restore(bench.now, bench.now + 70, &bench.program, 1, swapped);
    finish(&mut bench);
    assert_eq!(lost(&mut bench, Reason::Launch) - before, 70);
    assert_eq!(lost(&mut bench, Reason::Children), 99, "the slot of the call itself is issued");
    assert_eq!(lost(&mut bench, Reason::NoWarp), 1000);
}

#[test]
fn a_warp_stopped_because_its_tb_waits_for_children_loses_its_slots_to_them() {
    let adds = "add.s32 %r4, %r4, 1;\n".repeat(64);
    let before = format!("setp.lt.u32 %p1, %r9, 32;\n@%p1 bra L;\n{adds}bra E;\nL:\n");
    let (mut bench, warp) = calling_beside(&before, "E:\n", 2);
    bench.smx.wait_for_children(warp);
    bench.now += 1;
    bench.smx.enter_cycle(bench.now);
    bench.smx.stop(0);
    bench.now += 500;
    bench.smx.enter_cycle(bench.now);
    bench.smx.children_ended(0, bench.now + 1, &bench.program);
    finish(&mut bench);
    let children = lost(&mut bench, Reason::Children);
    assert!((1000..=1002).contains(&children), "both schedulers: {children}");
}

#[test]
fn a_warp_that_waited_at_a_barrier_when_its_tb_was_suspended_does_so_again() {
    let before = "setp.ge.u32 %p1, %r9, 32;\n@%p1 bra L;\nmov.u32 %r4, 0;\n";
    let adds = "add.s32 %r4, %r4, 1;\n".repeat(64);
    let (mut bench, warp) = calling_beside(before, &format!("{adds}L:\nbar.sync 0;\n"), 2);
    bench.smx.wait_for_children(warp);
    while !bench.smx.is_stalled(0) {
        bench.now += 1;
        bench.step().unwrap();
    }
    let swapped = bench.smx.preempt(bench.now, 0).expect("a TB");
    let before = lost(&mut bench, Reason::Barrier);
    bench.now += 100;
    bench.smx.restore(bench.now, bench.now + 70, &bench.program, 1, swapped);
    finish(&mut bench);
    let add = u64::from(bench.config.latencies.pipeline + bench.config.latencies.int.latency);
    let after = lost(&mut bench, Reason::Barrier);
    assert!(after - before >= 64 * add, "{before} and {after}");
}
