//! Policies that do wrong: the run ends, and says why.

use super::{machine, picks, run_app, MakePolicy};
use heddle_sim::gpu::{run, Cause, ModelUnits, RunError, RunOptions};
use heddle_sim::smx::WarpSlots;
use heddle_workloads::PtxFile;
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};

/// The error of a run of one TB of these statements with a policy.
fn error(body: &str, warps: u32, settings: &[(&str, &str)], warp_policy: MakePolicy) -> RunError {
    let text = format!(
        ".version 7.0\n.target sm_35\n.address_size 64\n.visible .entry k(.param .u64 a)\n{{\n\
         .reg .b32 %r<9>; .reg .b64 %d; .reg .pred %p<3>;\nld.param.u64 %d, [a]; mov.u32 %r0, %tid.x;\n{body}\nret;\n}}\n"
    );
    let mut kernel = PtxFile::new("k.ptx", text, "k".into());
    (kernel.grid, kernel.block) = ([1, 1, 1], [32 * warps, 1, 1]);
    kernel.push_argument("zero:256").expect("an argument");
    let config = machine(&[&[("smx.watchdog_cycles", "2000")], settings].concat());
    let max_cycles = Some(100_000);
    let options =
        RunOptions { warp_policy: Some(warp_policy), max_cycles, ..RunOptions::default() };
    run(&config, &mut kernel, &ModelUnits, options).expect_err("it does not end well")
}

#[test]
fn a_policy_that_never_picks_a_warp_ends_as_a_hang_that_is_explained() {
    let stopped = error("st.global.u32 [%d], %r0;", 2, &[], &|_| picks(|_| None));
    let text = stopped.to_string();
    assert!(
        text.contains("is stuck") && text.contains("a warp policy has picked no warp"),
        "{text}"
    );
    let explanation = stopped.explanation().expect("it is a hang");
    assert_eq!(explanation.cause, Cause::WarpPolicy);
    let last = explanation.chain.last().expect("a chain");
    assert!(last.who.contains("of TB (0, 0, 0) of `k`"), "{explanation}");
    assert!(
        last.waits.starts_with("could issue, but the policy of its warp scheduler"),
        "{explanation}"
    );
    assert_eq!(explanation.counts["warps passed over"], 2);
}

#[test]
fn a_policy_that_starves_the_warp_for_which_others_spin_is_to_blame() {
    // The first warp is to set the flag for which the second waits.
    let body = "setp.lt.u32 %p1, %r0, 32;\n@%p1 bra SET;\n\
        LOOP: ld.volatile.global.u32 %r1, [%d];\nsetp.eq.u32 %p2, %r1, 0;\n@%p2 bra LOOP;\nret;\n\
        SET: st.volatile.global.u32 [%d], 1;";
    let never_the_first = |_| picks(|warps| warps.ready().find(|&w| w != 0));
    for schedulers in ["1", "2"] {
        let stopped = error(body, 2, &[("smx.schedulers", schedulers)], &never_the_first);
        let explanation = stopped.explanation().expect("it is a hang");
        assert_eq!(explanation.cause, Cause::WarpPolicy, "{explanation}");
        let counts =
            ["warps passed over", "warps in endless loops"].map(|kind| explanation.counts[kind]);
        assert_eq!(counts, [1, 1], "{explanation}");
    }
}

#[test]
fn warps_that_a_policy_only_delays_are_no_hang_and_the_cycle_limit_says_that_they_run() {
    // The warps of one scheduler count for longer than the watchdog waits, in turn.
    let body = "LOOP: add.u32 %r1, %r1, 1;\nsetp.ne.u32 %p1, %r1, 0;\n@%p1 bra LOOP;";
    let in_turn: MakePolicy = &|_| picks(|warps| warps.ready().min_by_key(|&w| warps.turn(w)));
    let stopped = error(body, 8, &[("smx.schedulers", "1")], in_turn);
    let RunError::Hang { error, explanation } = &stopped else { panic!("{stopped}") };
    assert!(matches!(**error, RunError::CycleLimit { .. }), "{stopped}");
    assert_eq!(explanation.cause, Cause::Progress, "{explanation}");
    // A policy that waits for long, but less than the watchdog, ends well.
    let patient: MakePolicy =
        &|_| picks(|warps| warps.ready().find(|_| warps.cycle() % 1500 > 1400));
    let config = machine(&[("smx.watchdog_cycles", "2000")]);
    run_app(("matmul", "8"), &config, Some(patient), RunOptions::default()).expect("it ends");
}

#[test]
fn a_slot_whose_warp_cannot_issue_ends_the_run_with_its_name() {
    let config = machine(&[("smx.schedulers", "2"), ("smx.count", "4")]);
    let cases: [fn(WarpSlots) -> usize; 4] = [
        // A slot without a warp that can issue, one of the other scheduler, one that the SMX does not have, and one far off.
        |ready| {
            (0..64).step_by(2).find(|&w| !ready.contains(w) && !ready.contains(w + 1)).unwrap_or(62)
        },
        |ready| ready.mask().trailing_zeros() as usize ^ 1,
        |_| 63,
        |_| usize::MAX,
    ];
    for named in cases {
        let told = [1, 3].map(|threads| {
            let first = Arc::new(Mutex::new(None));
            let policy = |of| {
                let first = first.clone();
                picks(move |warps| {
                    if warps.cycle() < 3000 {
                        return warps.ready().next();
                    }
                    let w = named(warps.ready());
                    first.lock().expect("no panic").get_or_insert((of, warps.cycle(), w));
                    Some(w)
                })
            };
            let threads = NonZeroUsize::new(threads);
            let options = RunOptions { threads, ..RunOptions::default() };
            let error = run_app(("matmul", "40"), &config, Some(&policy), options);
            let error = error.expect_err("it is refused");
            let RunError::WarpPolicy(misnamed) = &error else { panic!("{error}") };
            let first = first.lock().expect("no panic").expect("it was asked");
            assert_eq!(misnamed.cycle, first.1);
            assert!(!misnamed.ready.is_empty());
            // Threads ask in any order.
            if threads == NonZeroUsize::new(1) {
                assert_eq!((misnamed.scheduler, misnamed.cycle, misnamed.warp), first);
            }
            error.to_string()
        });
        assert_eq!(told[0], told[1], "with several threads");
        assert!(told[0].contains("cannot issue there; let it name one of `ready`"), "{}", told[0]);
        assert!(!told[0].contains('\n'));
    }
}
