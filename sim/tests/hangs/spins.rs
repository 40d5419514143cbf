//! Warps that go round a loop for ever.

use super::bench::{Case, SET, SPIN};
use heddle_sim::gpu::Cause;

#[test]
fn a_flag_that_nobody_sets_is_named_with_its_address_its_value_and_its_buffer() {
    let stop = Case::new(&[("k", SPIN)]).launch("k", 2, 64, 0).run();
    let words = [
        "warp 0 of TB (0, 0, 0) of `k` (SMX 0, k.ptx:",
        "goes round the loop of k.ptx:",
        "until this changes: 0 at 0x",
        "(the flags)",
        "warps in endless loops: 4",
    ];
    stop.is(Cause::Flag, &words).not_in_a_circle();
    assert!(stop.error.contains("the program loops forever"), "{}", stop.error);
}

#[test]
fn a_flag_in_shared_memory_is_named_as_such() {
    let body = ".shared .align 4 .b32 flag; mov.u32 %r2, 0; st.shared.u32 [flag], %r2;\n\
        LOOP: ld.volatile.shared.u32 %r1, [flag]; setp.eq.u32 %p1, %r1, 0; @%p1 bra LOOP;";
    let stop = Case::new(&[("k", body)]).launch("k", 1, 32, 0).run();
    stop.is(Cause::Flag, &["until this changes: 0 in shared memory at 0x0"]);
}

#[test]
fn a_lock_that_lanes_of_one_warp_try_to_take_from_each_other_names_both_sides() {
    let body = "LOOP: atom.global.cas.b32 %r1, [%d], 0, 1;\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 bra LOOP;\natom.global.exch.b32 %r1, [%d], 0;";
    let stop = Case::new(&[("k", body)]).launch("k", 1, 32, 0).run();
    let words = [
        "lanes 0xfffffffe are in the loop, lanes 0x00000001 behind it wait for them",
        "until this changes: 1 at 0x",
    ];
    stop.is(Cause::Lanes, &words);
}

#[test]
fn a_lock_whose_holder_has_ended_without_giving_it_back_is_a_flag_that_nobody_sets() {
    let body =
        "LOOP: atom.global.cas.b32 %r1, [%d], 0, 1;\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 bra LOOP;";
    let stop = Case::new(&[("k", body)]).launch("k", 2, 1, 0).run();
    stop.is(
        Cause::Flag,
        &["until this changes: 1 at 0x", "(the flags)", "warps in endless loops: 1"],
    );
}

#[test]
fn two_warps_that_hold_a_lock_each_and_want_the_others_show_both_loops() {
    // Locks are the words 0 and 1. Each takes its own, meets the other at a barrier, and wants the other's.
    let body = "setp.lt.u32 %p1, %t, 32; selp.u64 %rd1, 0, 4, %p1; selp.u64 %rd2, 4, 0, %p1; add.u64 %rd1, %rd1, %d; add.u64 %rd2, %rd2, %d;\n\
        mov.u32 %r1, %laneid; setp.ne.u32 %p2, %r1, 0; @%p2 bra MEET;\natom.global.exch.b32 %r2, [%rd1], 1;\nMEET: bar.sync 0;\n@%p2 bra END;\n\
        LOOP: atom.global.cas.b32 %r3, [%rd2], 0, 1;\nsetp.ne.u32 %p3, %r3, 0;\n@%p3 bra LOOP;\nEND:";
    let stop = Case::new(&[("k", body)]).launch("k", 1, 64, 0).run();
    stop.is(Cause::Flag, &["until this changes: 1 at 0x", "warps in endless loops: 2"]);
}

#[test]
fn a_loop_that_reads_nothing_is_named_as_a_loop_at_its_line() {
    let stop =
        Case::new(&[("k", "LOOP:\nadd.u32 %r1, %r1, 1;\nbra LOOP;")]).launch("k", 1, 32, 0).run();
    stop.is(Cause::Loop, &["goes round the loop of k.ptx:", ", which reads no memory"]);
}

#[test]
fn a_loop_that_sleeps_is_a_loop_too() {
    let stop =
        Case::new(&[("k", "LOOP:\nnanosleep.u32 100;\nbra LOOP;")]).launch("k", 1, 32, 0).run();
    stop.is(Cause::Loop, &["goes round the loop of k.ptx:", ", which reads no memory"]);
}

#[test]
fn a_grid_that_is_too_large_to_wait_for_its_last_tb_says_what_the_smxs_lack() {
    // Two SMXs of two TBs each: the fifth TB, which sets the flag, does not get in.
    let body = format!("setp.ne.u32 %p2, %b, 4; @%p2 bra LOOP;\n{SET}\nret;\n{SPIN}");
    let stop = Case::new(&[("k", &body)]).launch("k", 5, 32, 0).run();
    let words = ["1 TB of `k`, not started, waits for an SMX: no SMX has room for a TB of it: 2 SMXs have all 2 TB slots taken", "until this changes: 0 at 0x"];
    stop.is(Cause::Room, &words).in_a_circle();
}

#[test]
fn what_keeps_the_others_out_may_be_threads_or_shared_memory() {
    let waits = format!("setp.ne.u32 %p2, %b, 2; @%p2 bra LOOP;\n{SET}\nret;\n{SPIN}");
    let stop = Case::new(&[("k", &waits)]).launch("k", 3, 512, 0).run();
    stop.is(Cause::Room, &["2 SMXs have 512 threads, too few left for 512 more"]);
    let shared = format!(
        ".shared .align 4 .b8 much[32768]; mov.u32 %r5, much; st.shared.u32 [%r5], 0;\n{waits}"
    );
    let stop = Case::new(&[("k", &shared)]).launch("k", 3, 32, 0).run();
    stop.is(Cause::Room, &["bytes of shared memory, too few left for 32768 more"]);
}

#[test]
fn a_cycle_limit_that_comes_while_memory_changes_says_that_this_is_no_hang() {
    let body = "mov.u32 %r2, 0;\nLOOP: add.u32 %r2, %r2, 1; st.volatile.global.u32 [%d], %r2; setp.ne.u32 %p1, %r2, 0; @%p1 bra LOOP;";
    let stop = Case::new(&[("k", body)]).launch("k", 1, 32, 0).most_cycles(20_000).run();
    stop.is(
        Cause::Progress,
        &[
            "executes",
            "memory or a thread",
            "changed last",
            "this is no hang as far as can be told",
            "raise --max-cycles",
        ],
    );
    assert!(stop.error.contains("has not ended after 20000 cycles"), "{}", stop.error);
}

#[test]
fn a_cycle_limit_that_comes_before_the_watchdog_knows_a_loop_as_well() {
    for watchdog in ["0", "200000"] {
        let case =
            Case::new(&[("k", SPIN)]).launch("k", 1, 32, 0).set("smx.watchdog_cycles", watchdog);
        let stop = case.most_cycles(20_000).run();
        stop.is(Cause::Flag, &["goes round the loop of k.ptx:", "until this changes: 0 at 0x"]);
    }
}
