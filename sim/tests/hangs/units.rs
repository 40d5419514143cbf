//! Hangs by a fault of a unit. Each is found by name.

use super::bench::{launch, Case, Stop, SET, SPIN};
use super::faulty::Deaf;
use heddle_sim::gpu::Cause;

/// Cycles after which a run is ended: a machine some of whose units are stepped in vain is given far more.
const MOST: u64 = 60_000;

fn children(mode: &str, unit: &'static str, prefixes: &'static [&'static str]) -> Stop {
    let parent = [launch("child"), "call synchronize, ();".into()].concat();
    let case = Case::new(&[("child", SET), ("k", &parent)]).set("kernel.launch", mode);
    case.launch("k", 1, 1, 0).most_cycles(MOST).run_with(&Deaf(unit, prefixes))
}

#[test]
fn a_kernel_distributor_that_takes_no_kernel_is_found_behind_the_kmu() {
    let case = Case::new(&[("k", SET)]).launch("k", 1, 32, 0).most_cycles(MOST);
    let stop = case.run_with(&Deaf("kernel_distributor", &["disp"]));
    let words = ["unit kernel_distributor does not take what it is offered at disp (disp_valid is high, disp_ready low)"];
    stop.is(Cause::Unit, &words).not_in_a_circle();
}

#[test]
fn an_agt_that_takes_no_group_is_found() {
    // The group joins its parent's kernel.
    let body = ["setp.ne.u32 %p1, %t, 0; @%p1 bra END;\natom.global.add.u32 %r1, [%d], 1;\nsetp.ne.u32 %p1, %r1, 0; @%p1 bra END;\n", &launch("k"), "END:"];
    let case =
        Case::new(&[("k", &body.concat())]).set("kernel.launch", "dtbl").launch("k", 1, 32, 0);
    let stop = case.most_cycles(MOST).run_with(&Deaf("agt", &["alloc"]));
    let words = [
        "child group of `k`",
        "unit agt does not take what it is offered at alloc (alloc_valid is high, alloc_ready low)",
    ];
    stop.is(Cause::Unit, &words);
}

#[test]
fn a_kmu_that_takes_no_device_command_is_found() {
    let stop = children("cdp", "kmu", &["cmd"]);
    stop.is(
        Cause::Unit,
        &[
            "is offered to the KMU, which does not take it",
            "unit kmu does not take what it is offered at cmd",
        ],
    );
}

#[test]
fn memory_that_never_answers_a_unit_is_found_with_the_unit() {
    let case = Case::new(&[("k", SET)]).launch("k", 1, 32, 0).most_cycles(MOST);
    let stop = case.run_with(&Deaf("kmu", &["mem_resp"]));
    stop.is(Cause::Unit, &["unit kmu"]);
}

#[test]
fn a_source_that_never_wants_an_smx_is_found_though_there_is_room() {
    let case = Case::new(&[("k", SET)]).launch("k", 1, 32, 0).most_cycles(MOST);
    let stop = case.run_with(&Deaf("fcfs", &["want", "grant"]));
    stop.is(Cause::Unit, &["an SMX has room for it, but no unit starts it", "unit fcfs"]);
}

#[test]
fn a_leader_that_never_writes_back_names_those_that_wait_for_it() {
    // All warps compute the same from their TB's index, so that one leads and the others skip.
    let body = "shl.b32 %r1, %b, 2;\nadd.u32 %r2, %r1, 7;\nmul.lo.u32 %r3, %r2, 5;\nst.global.u32 [%d], %r3;";
    let case = Case::new(&[("k", body)]).set("frontend", "darsie").launch("k", 1, 128, 0);
    let stop = case.most_cycles(MOST).run_with(&Deaf("skip_table[0]", &["wb"]));
    stop.is(Cause::Leader, &["skip_table[0]", "warps that wait for a leader"]);
}

#[test]
fn a_sound_machine_is_no_suspect_when_the_program_is_wrong() {
    let parent = [launch("child"), SPIN.into()].concat();
    let case = Case::new(&[("child", ""), ("k", &parent)]).set("kernel.launch", "dtbl");
    let stop = case.launch("k", 1, 1, 0).run();
    stop.is(Cause::Flag, &["until this changes"]).not_in_a_circle();
    assert!(!stop.text.contains("unit "), "{}", stop.text);
}

#[test]
#[ignore = "steps a unit in vain for millions of cycles"]
fn a_unit_that_is_stepped_in_vain_ends_the_run_without_a_cycle_limit() {
    let body = ["setp.ne.u32 %p1, %t, 0; @%p1 bra END;\natom.global.add.u32 %r1, [%d], 1;\nsetp.ne.u32 %p1, %r1, 0; @%p1 bra END;\n", &launch("k"), "END:"];
    let case =
        Case::new(&[("k", &body.concat())]).set("kernel.launch", "dtbl").launch("k", 1, 32, 0);
    let stop = case.most_cycles(u64::MAX).run_with(&Deaf("agt", &["alloc"]));
    assert!(stop.error.contains("the machine is stuck"), "{}", stop.error);
    stop.is(Cause::Unit, &["unit agt does not take what it is offered at alloc"]);
    let body = "shl.b32 %r1, %b, 2;\nadd.u32 %r2, %r1, 7;\nmul.lo.u32 %r3, %r2, 5;\nst.global.u32 [%d], %r3;";
    let case = Case::new(&[("k", body)]).set("frontend", "darsie").launch("k", 1, 128, 0);
    let stop = case.most_cycles(u64::MAX).run_with(&Deaf("skip_table[0]", &["wb"]));
    assert!(stop.error.contains("the machine is stuck"), "{}", stop.error);
    stop.is(Cause::Leader, &["skip_table[0]"]);
}
