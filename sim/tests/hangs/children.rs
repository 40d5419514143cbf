//! Parents and children that wait for each other.

use super::bench::{launch, launch_apart, Case, SET, SPIN};
use heddle_sim::gpu::Cause;

const SYNCHRONIZE: &str = "call synchronize, ();\n";

#[test]
fn a_parent_that_waits_for_a_child_that_waits_for_the_parent_is_a_circle_of_both() {
    let parent = format!("{}{SYNCHRONIZE}{SET}", launch("child"));
    let case = Case::new(&[("child", SPIN), ("k", &parent)]).set("kernel.launch", "cdp");
    let stop = case.launch("k", 1, 1, 0).run();
    let words = [
        "TB (0, 0, 0) of `k`, suspended, waits for its children, of which 1 has not ended",
        "child kernel `child` of TB (0, 0, 0) of `k` waits",
        "until this changes: 0 at 0x",
    ];
    stop.is(Cause::Children, &words).in_a_circle();
}

#[test]
fn a_launch_that_the_full_pool_refuses_is_noted_before_the_loop_that_waits_for_it() {
    // One launch may wait; the second, which sets the flag, does not exist.
    let parent = [launch("idle"), launch("setter"), SPIN.into()].concat();
    let case =
        Case::new(&[("idle", ""), ("setter", SET), ("k", &parent)]).set("kernel.launch", "cdp");
    let stop = case
        .set("kernel.pending_limit", "1")
        .set("kernel.latency", "ideal")
        .launch("k", 1, 1, 0)
        .run();
    let words = ["1 call of the device runtime failed, the first with cudaErrorLaunchPendingCountExceeded, raise kernel.pending_limit"];
    stop.is(Cause::Flag, &words).not_in_a_circle();
}

#[test]
fn a_wait_for_children_that_is_nested_too_deep_is_noted_before_the_loop_behind_it() {
    let deep = format!("{}{SYNCHRONIZE}LOOP: ld.volatile.global.u32 %r1, [%d+4];\nsetp.eq.u32 %p1, %r1, 0;\n@%p1 bra LOOP;", launch("idle"));
    let parent = format!("{}{SYNCHRONIZE}", launch("deep"));
    let case =
        Case::new(&[("idle", ""), ("deep", &deep), ("k", &parent)]).set("kernel.launch", "cdp");
    let stop = case.set("kernel.sync_depth", "1").launch("k", 1, 1, 0).run();
    let words = [
        "failed, the first with cudaErrorSyncDepthExceeded",
        "cudaDeviceSynchronize that fails does not wait",
        "child kernel `deep`",
    ];
    stop.is(Cause::Children, &words);
}

#[test]
fn entries_that_waiting_kernels_hold_keep_the_one_out_for_which_they_wait() {
    let parent = [launch_apart("spinner"), launch_apart("setter"), SPIN.into()].concat();
    let case = Case::new(&[("spinner", SPIN), ("setter", SET), ("k", &parent)])
        .set("kernel.launch", "cdp");
    let stop = case.set("units.kdes", "2").launch("k", 1, 1, 0).run();
    let words = ["child kernel `setter` of TB (0, 0, 0) of `k` waits in the KMU for an entry of the Kernel Distributor", "each of the 2 entries of the Kernel Distributor is held by a kernel that has not ended; launches that have started: 1 of `k`, 1 of `spinner`"];
    stop.is(Cause::Kdes, &words).in_a_circle();
}

#[test]
fn a_launch_behind_the_one_that_waits_for_it_in_its_stream_names_the_stream() {
    let parent = [launch("spinner"), launch("setter")].concat();
    let case = Case::new(&[("spinner", SPIN), ("setter", SET), ("k", &parent)])
        .set("kernel.launch", "cdp");
    let stop = case.launch("k", 1, 1, 0).run();
    let words = [
        "waits for 2 launches by its TBs",
        "child kernel `setter`",
        "waits in its stream behind child kernel `spinner`",
    ];
    stop.is(Cause::Stream, &words).in_a_circle();
}

#[test]
fn a_group_that_finds_no_room_behind_its_waiting_parents_says_so() {
    let parent = [launch("child"), SPIN.into()].concat();
    let case = Case::new(&[("child", SET), ("k", &parent)]).set("kernel.launch", "dtbl");
    let stop = case.launch("k", 4, 1, 0).run();
    let words = [
        "`child`",
        "no SMX has room for a TB of it: 2 SMXs have all 2 TB slots taken",
        "until this changes: 0 at 0x",
    ];
    stop.is(Cause::Room, &words).in_a_circle();
}
