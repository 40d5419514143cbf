//! The account of warp-scheduler slots, of every application: it adds up, and neither skipped cycles nor threads
//! change it.

use crate::common::account::{check_account, check_intervals};
use crate::common::timeless;
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{self, Interval, ModelUnits, RunOptions, RunResult};
use heddle_sim::smx::{Reason, Slots};
use heddle_workloads::{build, AppOptions, WorkloadError, APPS};
use std::num::{NonZeroU64, NonZeroUsize};

const PAGE: &str = include_str!("../../docs/src/statistics.md");

/// Cycles of an interval: not a multiple of anything in a machine.
const INTERVAL: u64 = 997;

/// A machine with enough SMXs for several threads, though small otherwise.
fn machine(settings: &[(&str, &str)]) -> GpuConfig {
    let mut config = GpuConfig::preset("tiny").expect("a preset");
    for (key, value) in [("smx.count", "4")].iter().chain(settings) {
        config.set(key, value).expect(key);
    }
    config
}

fn run(app: &str, input: &str, config: &GpuConfig, no_skip: bool, threads: usize) -> RunResult {
    let mut workload = build(app, Some(input), &AppOptions::default(), config).expect("a workload");
    let threads = NonZeroUsize::new(threads);
    let interval = NonZeroU64::new(INTERVAL);
    let options = RunOptions { account: true, interval, no_skip, threads, ..RunOptions::default() };
    gpu::run(config, workload.as_mut(), &ModelUnits, options).expect("the run completes")
}

/// The result of BFS on a machine, with these options.
fn bfs(config: &GpuConfig, account: bool, interval: u64) -> RunResult {
    let mut bfs = build("bfs", Some(input("bfs")), &AppOptions::default(), config).expect("bfs");
    let interval = NonZeroU64::new(interval);
    let options = RunOptions { account, interval, ..RunOptions::default() };
    gpu::run(config, bfs.as_mut(), &ModelUnits, options).expect("the run completes")
}

/// Settings of a machine on which an application runs: TBs of 1024 threads need larger SMXs.
fn room(app: &str) -> &'static [(&'static str, &'static str)] {
    match app {
        "mm" | "pt" => &[("smx.warps", "32"), ("smx.threads", "1024")],
        _ => &[],
    }
}

/// A small input of an application.
fn input(app: &str) -> &'static str {
    match app {
        "vector_add" => "1500",
        "matmul" => "32",
        "bfs" => "graph500:6:8:1",
        "clr" | "sssp" => "citation:80:1",
        "pre" => "movielens:24:40:20:1",
        "join" => "gaussian:64:64:16:1",
        "amr" => "combustion:2:2:1",
        "bht" => "points:60:1",
        "regx" => "strings:8:8:1",
        "quicksort" | "radixsort" => "uniform-keys:200:1000:1",
        "mandel" => "32:2:1:16",
        "spmm" => "sparse:24:24:64:200:1",
        "sa" => "genome:600:140:40:30:1",
        "launches" => "40",
        "calls" => "32",
        "mm" | "cp" | "bin" | "fw" | "sr1" => "1",
        "bp" | "dct" => "4",
        "hs" | "fws" | "convtex" | "pt" => "20",
        "inlm" | "lib" => "3",
        _ => "9:33",
    }
}

#[test]
fn the_account_of_every_application_adds_up_and_is_the_same_skipped_or_not_with_1_to_3_threads() {
    for app in APPS {
        let mut runs = 0;
        for (launch, latency) in [("flat", "modelled"), ("cdp", "ideal"), ("dtbl", "modelled")] {
            let launching = [("kernel.launch", launch), ("kernel.latency", latency)];
            let config = machine(&[&launching, room(app.name)].concat());
            let built = build(app.name, Some(input(app.name)), &AppOptions::default(), &config);
            let of_another_mode = |error| {
                use WorkloadError::{NeedsDeviceLaunches, NoChildren, NoDeviceLaunches};
                matches!(
                    error,
                    NeedsDeviceLaunches { .. } | NoChildren { .. } | NoDeviceLaunches { .. }
                )
            };
            if built.err().is_some_and(of_another_mode) {
                continue;
            }
            runs += 1;
            let one = run(app.name, input(app.name), &config, false, 1);
            check_account(&one, &config);
            check_intervals(&one, &config, INTERVAL);
            for (no_skip, threads) in [(true, 1), (false, 2), (true, 2), (false, 3), (true, 3)] {
                let other = run(app.name, input(app.name), &config, no_skip, threads);
                let what = format!("{} {launch}, no_skip {no_skip}, {threads} threads", app.name);
                assert_eq!(timeless(&other), timeless(&one), "{what}");
            }
        }
        assert!(runs > 0, "{} runs in no mode", app.name);
    }
}

#[test]
fn the_book_defines_every_reason_in_the_words_of_its_declaration() {
    let rows: Vec<&str> = PAGE.lines().filter(|row| row.starts_with("| `account.")).collect();
    let row =
        |reason: &Reason| format!("| `account.{}` | {} |", reason.name(), reason.definition());
    assert_eq!(rows, Reason::ALL.iter().map(row).collect::<Vec<_>>());
}

#[test]
fn an_account_changes_nothing_else_and_is_absent_unless_it_is_kept() {
    let config = machine(&[("kernel.launch", "dtbl")]);
    let kept = bfs(&config, true, INTERVAL);
    let plain = bfs(&config, false, INTERVAL);
    let none = [plain.account.is_none(), plain.active_lanes.is_none(), plain.intervals.is_none()];
    assert_eq!(none, [true, true, true]);
    let whole = bfs(&config, true, 0);
    assert!(whole.intervals.is_none());
    let kept = RunResult { intervals: None, ..kept };
    assert_eq!(timeless(&kept), timeless(&whole), "intervals change the account");
    let (account_smxs, occupancy_smxs, account_kernels) = (None, None, None);
    let kept = RunResult { account: None, account_smxs, occupancy_smxs, ..kept };
    let (account_depths, account_lines) = (None, None);
    let kept = RunResult { account_kernels, account_depths, account_lines, ..kept };
    let kept = RunResult { active_lanes: None, ..kept };
    assert_eq!(timeless(&kept), timeless(&plain));
}

#[test]
fn intervals_of_any_length_add_up_to_the_whole() {
    let config = machine(&[("kernel.launch", "cdp"), ("kernel.latency", "ideal")]);
    let cycles = bfs(&config, true, 0).cycles;
    for length in [20, 64, 100, cycles - 1, cycles, cycles + 1, 10 * cycles, u64::MAX] {
        check_intervals(&bfs(&config, true, length), &config, length);
    }
}

#[test]
fn more_intervals_than_a_result_holds_become_half_as_many_of_twice_the_length() {
    let config = machine(&[("kernel.launch", "cdp")]);
    let result = bfs(&config, true, 1);
    assert!(result.cycles > 4096, "{} cycles", result.cycles);
    let length = result.intervals.as_ref().expect("intervals")[0].cycles;
    assert!(length.is_power_of_two() && length > 1, "{length}");
    check_intervals(&result, &config, length);
    let same = bfs(&config, true, length);
    assert_eq!(timeless(&same), timeless(&result), "they are not those of this length");
}

#[test]
fn an_account_that_misses_a_slot_or_has_one_in_a_wrong_interval_is_noticed() {
    let config = machine(&[("kernel.launch", "dtbl")]);
    let good = bfs(&config, true, INTERVAL);
    let notices = |change: &dyn Fn(&mut Vec<Interval>)| {
        let mut bad = good.clone();
        change(bad.intervals.as_mut().expect("intervals"));
        let check = || check_intervals(&bad, &config, INTERVAL);
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(check)).is_err()
    };
    assert!(!notices(&|_| ()));
    assert!(notices(&|intervals| intervals[1].account = Slots::default()));
    assert!(notices(&|intervals| intervals[1].account = intervals[2].account.clone()));
    assert!(notices(&|intervals| intervals.truncate(1)));
    assert!(notices(&|intervals| intervals[1].dram_bytes += 32));
}

#[test]
fn a_run_that_launches_from_the_device_waits_for_launches_calls_and_children() {
    let of = |launch| {
        let config = machine(&[("kernel.launch", launch)]);
        run("bfs", "graph500:7:16:1", &config, false, 1).account.expect("an account")
    };
    let (flat, cdp) = (of("flat"), of("cdp"));
    assert_eq!(flat.of(Reason::Call), 0);
    assert!(cdp.share(Reason::Call) > 0.01, "{cdp:?}");
    assert!(cdp.share(Reason::Launch) > flat.share(Reason::Launch), "{flat:?} {cdp:?}");
}

#[test]
fn a_parent_that_waits_for_its_children_loses_slots_to_them() {
    let config = machine(&[("kernel.launch", "cdp"), ("launch_latency.swap_patience", "100000")]);
    let result = run("sw", input("sw"), &config, false, 1);
    let account = result.account.expect("an account");
    assert!(account.of(Reason::Children) > 0, "{account:?}");
}

#[test]
fn each_line_has_its_own_account_with_its_text_and_each_depth_has_one() {
    let config = machine(&[("kernel.launch", "dtbl")]);
    let good = run("bfs", "graph500:7:16:1", &config, false, 1);
    let lines = good.account_lines.as_ref().expect("lines");
    let barrier = lines.iter().filter(|line| line.text.starts_with("bar"));
    let waits: u64 = barrier.map(|line| line.shares.of(Reason::Barrier)).sum();
    let all = good.account.as_ref().expect("an account").of(Reason::Barrier);
    assert!(
        2 * waits > all,
        "{waits} of {all} slots at barriers are lost in the lines of barriers"
    );
    let loads = lines.iter().filter(|line| line.shares.of(Reason::ScoreboardDram) > 0);
    assert!(loads.count() > 2, "lines that wait for DRAM");
    assert_eq!(good.account_depths.as_ref().map(Vec::len), Some(good.deepest_launch as usize + 1));
    let notices = |change: &dyn Fn(&mut RunResult)| {
        let mut bad = good.clone();
        change(&mut bad);
        let check = std::panic::AssertUnwindSafe(|| check_account(&bad, &config));
        std::panic::catch_unwind(check).is_err()
    };
    assert!(!notices(&|_| ()));
    assert!(notices(&|bad| bad.account_lines.as_mut().expect("lines").truncate(3)));
    assert!(
        notices(&|bad| bad.account_lines.as_mut().expect("lines")[0].shares = Slots::default())
    );
    assert!(notices(&|bad| bad.account_depths.as_mut().expect("depths").truncate(1)));
}

#[test]
fn each_kernel_has_its_own_account() {
    let config = machine(&[("kernel.launch", "dtbl")]);
    let result = run("bfs", "graph500:7:16:1", &config, false, 1);
    let kernels = result.account_kernels.expect("kernels");
    assert!(kernels.len() >= 2, "{:?}", kernels.keys());
    for (name, counts) in kernels {
        assert!(counts.slots.of(Reason::Issued) > 0, "{name}");
    }
}
