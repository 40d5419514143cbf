//! Runs of the limit study: they compute what the run does that they know, and the same whoever steps the SMXs.

use crate::common::timeless;
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{
    run, run_limit, run_on, ChainMachine, LimitCounts, LimitLevel, LimitStudy, ModelUnits,
    ReuseProfile, RunOptions, RunResult,
};
use heddle_sim::host::Workload;
use heddle_workloads::AppOptions;
use std::num::NonZeroUsize;
use std::sync::Arc;

const LEVELS: [LimitLevel; 3] = [LimitLevel::Kernel, LimitLevel::Tb, LimitLevel::Warp];
const APPS: [(&str, &str); 3] = [
    ("bfs", "graph500:8:16:1"),
    ("amr", "combustion:4:2:1"),
    ("quicksort", "uniform-keys:512:4096:1"),
];

fn config(settings: &[(&str, &str)]) -> GpuConfig {
    let mut config = GpuConfig::preset("laser13").expect("a preset");
    for (key, value) in [("kernel.launch", "cdp")].iter().chain(settings) {
        config.set(key, value).expect("a setting");
    }
    config
}

fn workload((app, input): (&str, &str), config: &GpuConfig) -> Box<dyn Workload> {
    heddle_workloads::build(app, Some(input), &AppOptions::default(), config).expect("it builds")
}

fn profile(app: (&str, &str), config: &GpuConfig) -> (RunResult, Arc<ReuseProfile>) {
    let mut profile = ReuseProfile::default();
    let options = RunOptions { profile: Some(&mut profile), ..RunOptions::default() };
    let result = run(config, workload(app, config).as_mut(), &ModelUnits, options);
    (result.expect("the run completes"), Arc::new(profile))
}

fn limit(
    app: (&str, &str),
    config: &GpuConfig,
    (level, profile): (LimitLevel, &Arc<ReuseProfile>),
    (threads, no_skip): (usize, bool),
) -> (RunResult, LimitCounts) {
    let options =
        RunOptions { threads: NonZeroUsize::new(threads), no_skip, ..RunOptions::default() };
    let counts = LimitCounts::default();
    let mut study = LimitStudy { level, profile: profile.clone(), counts };
    let result = run_limit(config, workload(app, config).as_mut(), &mut study, options);
    (result.expect("the run completes"), study.counts)
}

#[test]
fn a_run_that_is_recorded_for_the_study_is_as_it_was() {
    let config = config(&[]);
    let plain =
        run(&config, workload(APPS[0], &config).as_mut(), &ModelUnits, RunOptions::default());
    let (recorded, _) = profile(APPS[0], &config);
    assert_eq!(timeless(&recorded), timeless(&plain.expect("the run completes")));
}

#[test]
fn every_level_computes_what_the_baseline_does_and_does_more_by_the_profile_than_those_before() {
    let config = config(&[]);
    for app in APPS {
        let (baseline, profile) = profile(app, &config);
        for level in LEVELS {
            let (result, counts) = limit(app, &config, (level, &profile), (1, false));
            assert_eq!(result.verified, Some(true), "{app:?} {level:?}");
            assert_eq!(counts.launches, result.launches, "{app:?} {level:?}");
            assert_eq!(counts.placed, if level == LimitLevel::Kernel { 0 } else { result.tbs });
            assert!(counts.chained <= counts.placed, "{app:?}");
            assert_ne!(result.trace_hash, baseline.trace_hash, "{app:?} {level:?}");
        }
    }
}

#[test]
fn runs_of_the_study_are_the_same_on_more_threads_and_through_every_cycle() {
    let config = config(&[("smx.count", "4"), ("units.kdes", "4")]);
    for app in APPS {
        let (_, profile) = profile(app, &config);
        for level in LEVELS {
            let run = |threads, no_skip| {
                let (result, counts) = limit(app, &config, (level, &profile), (threads, no_skip));
                (timeless(&result), counts)
            };
            let once = run(1, false);
            for (threads, no_skip) in [(1, false), (3, false), (1, true)] {
                assert_eq!(run(threads, no_skip), once, "{app:?} {level:?} {threads} {no_skip}");
            }
        }
    }
}

#[test]
fn children_go_to_the_smx_of_whom_they_share_lines_with() {
    let config = config(&[]);
    let app = ("bfs", "graph500:10:16:1");
    let (baseline, profile) = profile(app, &config);
    let (result, counts) = limit(app, &config, (LimitLevel::Tb, &profile), (1, false));
    assert!(counts.chained > counts.placed / 10, "{counts:?}");
    let at_home = |result: &RunResult| result.children_on_parent_smx.expect("there are children");
    assert!(at_home(&result) > at_home(&baseline), "{counts:?}");
}

#[test]
fn machines_without_kernels_of_tbs_and_other_sources_are_refused_in_one_line() {
    let refused = |settings: &[(&str, &str)]| {
        let config = config(settings);
        let (level, counts) = (LimitLevel::Tb, LimitCounts::default());
        let mut study = LimitStudy { level, profile: Arc::default(), counts };
        let mut workload = workload(APPS[0], &config);
        let result = run_limit(&config, workload.as_mut(), &mut study, RunOptions::default());
        result.expect_err("it is refused").to_string()
    };
    assert_eq!(
        refused(&[("kernel.launch", "flat")]),
        "the limit study orders kernels that TBs launch, and with kernel.launch=flat there are none; add --set kernel.launch=cdp"
    );
    assert!(refused(&[("kernel.launch", "dtbl")]).contains("kernel.launch=dtbl"));
    assert_eq!(
        refused(&[("tb.source", "laser")]),
        "the limit study has schedulers of its own; leave tb.source=fcfs and laser.always_monitor=false"
    );
}

#[test]
fn the_machine_of_the_study_does_not_run_without_what_it_has_to_know() {
    let config = config(&[]);
    let mut workload = workload(APPS[0], &config);
    let options = RunOptions::default();
    let error = run_on::<ChainMachine>(&config, workload.as_mut(), &ModelUnits, options);
    let error = error.expect_err("nobody places its TBs").to_string();
    assert_eq!(error, "the queues of chains place TBs by a limit study; run them with `run_limit`");
}
