//! Policies of the simulator's own, written anew through the interface.

use super::{machine, run_app, MakePolicy};
use crate::common::timeless;
use heddle_sim::gpu::{RunOptions, RunResult};
use heddle_sim::smx::{WarpPolicy, Warps};
use std::num::NonZeroUsize;

/// Greedy, then oldest.
struct Gto;

impl WarpPolicy for Gto {
    fn pick(&mut self, warps: &Warps<'_>) -> Option<usize> {
        let greedy = Some(warps.last()).filter(|&last| warps.ready().contains(last));
        greedy.or_else(|| warps.ready().min_by_key(|&w| warps.age(w)))
    }

    fn precedes(&self, warps: &Warps<'_>, w: usize, picked: usize) -> bool {
        let rank = |w: usize| (w != warps.last(), warps.age(w));
        rank(w) < rank(picked)
    }
}

/// Loose round robin, with its own memory of who was last.
struct Lrr {
    /// The slot that issued last, and the one before.
    last: [usize; 2],
}

impl WarpPolicy for Lrr {
    fn pick(&mut self, warps: &Warps<'_>) -> Option<usize> {
        let ready: Vec<usize> = warps.ready().collect();
        let [last, _] = self.last;
        let picked = ready.iter().find(|&&w| w > last).or(ready.first()).copied();
        self.last = [picked.unwrap_or(last), last];
        picked
    }

    fn precedes(&self, _: &Warps<'_>, w: usize, picked: usize) -> bool {
        // Behind the slot that issued before this cycle, and then from the lowest on.
        let turn = |w: usize| (w <= self.last[1], w);
        turn(w) < turn(picked)
    }
}

/// Runs of several applications, with children that are kernels or groups and without.
const RUNS: [(&str, &str, &str); 6] = [
    ("matmul", "24", "flat"),
    ("bfs", "citation:128", "flat"),
    ("bfs", "graph500:7:16:1", "cdp"),
    ("bfs", "graph500:7:16:1", "dtbl"),
    ("amr", "combustion:4:2:1", "dtbl"),
    ("quicksort", "uniform-keys:200:1000:1", "cdp"),
];

/// Compares a user's policy with the one of that name, account included.
fn same(name: &str, policy: MakePolicy) {
    for (app, input, launch) in RUNS {
        for per_warp in ["1", "2"] {
            let config = machine(&[
                ("warp.scheduler", name),
                ("kernel.launch", launch),
                ("smx.issue_per_warp", per_warp),
            ]);
            let run = |policy: Option<MakePolicy>| -> RunResult {
                let options = RunOptions { account: true, ..RunOptions::default() };
                run_app((app, input), &config, policy, options).expect("it runs")
            };
            let (known, own) = (run(None), run(Some(policy)));
            let what = format!("{name}, {app} {launch}, {per_warp} per warp");
            assert_eq!((own.cycles, &own.trace_hash), (known.cycles, &known.trace_hash), "{what}");
            assert_eq!(timeless(&own), timeless(&known), "{what}");
        }
    }
}

#[test]
fn gto_written_by_a_user_is_gto() {
    same("gto", &|_| Box::new(Gto));
}

#[test]
fn loose_round_robin_written_by_a_user_is_loose_round_robin() {
    same("lrr", &|of| Box::new(Lrr { last: [of.scheduler as usize; 2] }));
}

#[test]
fn whatever_the_configuration_names_is_of_no_account_with_a_policy_of_ones_own() {
    let run = |scheduler, policy: Option<MakePolicy>| {
        let config = machine(&[("warp.scheduler", scheduler), ("kernel.launch", "dtbl")]);
        let result = run_app(("bfs", "graph500:7:8:1"), &config, policy, RunOptions::default());
        timeless(&result.expect("it runs"))
    };
    let gto = run("gto", None);
    for scheduler in ["gto", "lrr", "two-level", "grouped", "owl"] {
        assert_eq!(run(scheduler, Some(&|_| Box::new(Gto))), gto, "{scheduler}");
    }
    assert_ne!(run("lrr", None), gto);
}

#[test]
fn a_policy_with_a_state_is_the_same_with_several_threads() {
    let run = |threads| {
        let config = machine(&[("smx.count", "5"), ("kernel.launch", "dtbl")]);
        let options = RunOptions { threads: NonZeroUsize::new(threads), ..RunOptions::default() };
        let lrr: MakePolicy = &|of| Box::new(Lrr { last: [of.scheduler as usize; 2] });
        let result = run_app(("bfs", "graph500:7:16:1"), &config, Some(lrr), options);
        timeless(&result.expect("it runs"))
    };
    let alone = run(1);
    for threads in [2, 3] {
        assert_eq!(run(threads), alone, "{threads} threads");
    }
}
