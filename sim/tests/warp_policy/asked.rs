//! When a policy is asked, what it sees, and that it may let its warps wait.

use super::{machine, picks, run_app, MakePolicy};
use crate::common::account::check_account;
use crate::common::timeless;
use heddle_sim::gpu::RunOptions;
use heddle_sim::smx::{SchedulerId, WarpPolicy, WarpSlots, Warps};
use std::num::NonZeroUsize;
use std::sync::{Arc, Mutex};

/// What policies were asked, in any order of the schedulers.
type Asked = Arc<Mutex<Vec<(SchedulerId, u64, WarpSlots)>>>;

#[test]
fn a_policy_is_asked_once_in_each_cycle_in_which_a_warp_can_issue_and_in_no_other() {
    let config = machine(&[("kernel.launch", "dtbl"), ("smx.issue_per_warp", "1")]);
    let run = |no_skip| {
        let asked = Asked::default();
        let policy = |of| {
            let asked = asked.clone();
            picks(move |warps| {
                asked.lock().expect("no panic").push((of, warps.cycle(), warps.ready()));
                warps.ready().next()
            })
        };
        let options = RunOptions { no_skip, ..RunOptions::default() };
        let result = run_app(("bfs", "graph500:7:8:1"), &config, Some(&policy), options);
        let mut asked = std::mem::take(&mut *asked.lock().expect("no panic"));
        asked.sort_by_key(|&(of, cycle, _)| (of, cycle));
        (result.expect("it runs"), asked)
    };
    let [(result, asked), (stepped, other)] = [false, true].map(run);
    assert_eq!(timeless(&result), timeless(&stepped));
    assert_eq!(asked, other, "the same is asked with every cycle stepped");
    assert!(asked.iter().all(|(_, _, ready)| !ready.is_empty()), "nobody could issue");
    assert!(asked.windows(2).all(|pair| (pair[0].0, pair[0].1) < (pair[1].0, pair[1].1)), "twice");
    // It always picks one, and that issues one instruction.
    assert_eq!(asked.len() as u64, result.warp_instructions);
}

#[test]
fn a_policy_sees_its_own_warps_as_they_are() {
    let config = machine(&[("kernel.launch", "dtbl"), ("smx.schedulers", "2")]);
    let depths = Arc::new(Mutex::new(Vec::new()));
    let policy = |of: SchedulerId| {
        let depths = depths.clone();
        picks(move |warps| {
            let resident = warps.resident();
            for w in warps.ready() {
                assert!(resident.contains(w) && w % 2 == of.scheduler as usize);
                assert!(warps.is_ready(w) && warps.is_awake(w) && !warps.awaits_memory(w));
                assert!(!warps.is_ready(w ^ 1), "a slot of the other scheduler");
                depths.lock().expect("no panic").push(warps.depth(w));
            }
            let mut ages: Vec<u64> = resident.map(|w| warps.age(w)).collect();
            ages.sort_unstable();
            ages.dedup();
            assert_eq!(ages.len(), resident.count(), "two warps of one age");
            let (far, none) = (1000, (0, 0, 0, 0));
            assert_eq!((warps.age(far), warps.family(far), warps.depth(far), warps.tb(far)), none);
            let is = [warps.is_ready(far), warps.is_awake(far), warps.awaits_memory(far)];
            assert_eq!(is, [false; 3]);
            warps.ready().min_by_key(|&w| warps.turn(w))
        })
    };
    let ran = run_app(("bfs", "graph500:7:16:1"), &config, Some(&policy), RunOptions::default());
    ran.expect("it runs");
    let depths = depths.lock().expect("no panic");
    assert!(depths.contains(&0) && depths.contains(&1), "parents and their children");
}

/// Lets its warps wait in some cycles, and then takes the youngest.
struct Hesitates;

impl WarpPolicy for Hesitates {
    fn pick(&mut self, warps: &Warps<'_>) -> Option<usize> {
        let waits = warps.cycle().wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 62 == 0;
        warps.ready().filter(|_| !waits).max_by_key(|&w| warps.age(w))
    }
}

#[test]
fn a_policy_may_let_warps_wait_and_the_account_says_so() {
    let hesitates: MakePolicy = &|_| Box::new(Hesitates);
    for (app, input, launch) in [
        ("matmul", "24", "flat"),
        ("bfs", "graph500:7:16:1", "dtbl"),
        ("bfs", "graph500:7:16:1", "cdp"),
    ] {
        let config = machine(&[("kernel.launch", launch), ("smx.count", "3")]);
        let run = |no_skip, threads| {
            let threads = NonZeroUsize::new(threads);
            let options = RunOptions { no_skip, threads, account: true, ..RunOptions::default() };
            run_app((app, input), &config, Some(hesitates), options).expect("it runs")
        };
        let once = run(false, 1);
        check_account(&once, &config);
        let lost = once
            .account
            .as_ref()
            .map_or(0.0, |account| account.share(heddle_sim::smx::Reason::Policy));
        assert!(lost > 0.0, "{app}: no slot is lost to the policy");
        for (no_skip, threads) in [(true, 1), (false, 2), (true, 3)] {
            assert_eq!(
                timeless(&run(no_skip, threads)),
                timeless(&once),
                "{app}, {threads} threads"
            );
        }
    }
}
