//! Warps that wait at barriers that do not open.

use super::bench::Case;
use heddle_sim::gpu::Cause;

fn one_tb(body: &str, threads: u32) -> super::bench::Stop {
    Case::new(&[("k", body)]).launch("k", 1, threads, 0).run()
}

#[test]
fn a_counted_barrier_that_a_warp_never_reaches_as_it_has_exited_names_who_is_left() {
    // Without a count, threads that have exited are not waited for, and the barrier would open.
    let body = "setp.lt.u32 %p1, %t, 32; @%p1 bra END;\nbar.sync 0, 96;\nEND:";
    let stop = one_tb(body, 96);
    let words = [
        "waits at barrier 0 for 96 threads, of which 64 have arrived",
        "1 of the 3 warps of the TB has exited",
    ];
    stop.is(Cause::Barrier, &words).not_in_a_circle();
}

#[test]
fn a_barrier_for_more_threads_than_the_tb_has_says_how_many_it_has() {
    let stop = one_tb("bar.sync 3, 128;", 64);
    let words =
        ["waits at barrier 3 for 128 threads, of which 64 have arrived", "the TB has only 2 warps"];
    stop.is(Cause::Barrier, &words).not_in_a_circle();
}

#[test]
fn two_barriers_in_opposite_order_are_a_circle_of_warps() {
    let body = "setp.lt.u32 %p1, %t, 32; @%p1 bra ONE;\nbar.sync 1;\nbar.sync 2;\nbra END;\nONE:\nbar.sync 2;\nbar.sync 1;\nEND:";
    let stop = one_tb(body, 64);
    let words = [
        "warp 0 of TB (0, 0, 0) of `k`",
        "waits at barrier 2",
        "warp 1 is not there",
        "waits at barrier 1",
        "This is a circle: 2 waits for 1",
    ];
    stop.is(Cause::Barrier, &words).in_a_circle();
}

#[test]
fn a_barrier_that_a_warp_goes_by_in_a_loop_leads_to_the_loop() {
    let body = "setp.lt.u32 %p1, %t, 32; @%p1 bra MEET;\nLOOP: bra LOOP;\nMEET: bar.sync 0;";
    let stop = one_tb(body, 64);
    stop.is(
        Cause::Loop,
        &["warp 1 of TB (0, 0, 0) of `k`", "goes round a loop at", "which reads no memory"],
    );
}

#[test]
fn a_warp_that_spins_for_one_at_a_barrier_that_waits_for_it_is_a_circle() {
    let body = "setp.lt.u32 %p1, %t, 32; @%p1 bra MEET;\n\
        LOOP: ld.volatile.global.u32 %r1, [%d]; setp.eq.u32 %p2, %r1, 0; @%p2 bra LOOP;\nbra END;\n\
        MEET: bar.sync 0;\nst.volatile.global.u32 [%d], 1;\nEND:";
    let stop = one_tb(body, 64);
    let words = [
        "warp 0 of TB (0, 0, 0) of `k`",
        "waits at barrier 0 for 64 threads, of which 32 have arrived; warp 1 is not there",
        "until this changes: 0 at 0x",
        "(the flags)",
    ];
    stop.is(Cause::Barrier, &words).in_a_circle();
}
