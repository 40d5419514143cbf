//! A machine with a unit per SMX, which steps with its SMX.

mod meter;

use heddle_hw::chip::{Count, Declaration, InstanceVisitor, ModelUnits, Sizes, Standard};
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{run_on, RunOptions, RunResult};
use heddle_workloads::{build, AppOptions};
use meter::Meter;
use std::num::NonZeroUsize;

/// The machine of the papers with a meter on every SMX.
struct Metered;

impl Declaration for Metered {
    fn instances<V: InstanceVisitor>(sizes: &Sizes, visitor: &mut V) -> Result<(), V::Error> {
        Standard::instances(sizes, visitor)?;
        visitor.instance::<Meter>("meter", Count::PerSmx, Some(meter::pins::Params {}))
    }

    fn links() -> String {
        Standard::links() + "level residency.room -> meter.room\n"
    }

    fn boundary() -> String {
        Standard::boundary() + "meters: meter.full_cycles\n"
    }
}

fn run<D: Declaration>(threads: usize) -> RunResult {
    let mut config = GpuConfig::preset("tiny").expect("a preset");
    config.set("smx.count", "7").expect("a key");
    let workload = build("vector_add", Some("20000"), &AppOptions::default(), &config);
    let threads = NonZeroUsize::new(threads);
    let options = RunOptions { threads, ..RunOptions::default() };
    let result = run_on::<D>(&config, workload.expect("an app").as_mut(), &ModelUnits, options);
    RunResult { wall_seconds: 0.0, ..result.expect("the run completes") }
}

#[test]
fn a_unit_per_smx_changes_nothing_of_the_machine_beside_it() {
    let _alone = meter::alone();
    let (plain, metered) = (run::<Standard>(1), run::<Metered>(1));
    assert_eq!((plain.cycles, plain.tbs), (metered.cycles, metered.tbs));
    for smx in 0..7 {
        let steps = metered.unit_steps[&format!("meter[{smx}]")];
        assert!(steps > 500, "meter {smx} made {steps} edges");
    }
}

#[test]
fn units_per_smx_step_on_the_threads_of_their_smxs_and_show_the_same() {
    let _alone = meter::alone();
    let alone = format!("{:?}", run::<Metered>(1));
    for threads in [2, 3] {
        let stepped_by = meter::threads_of(|| {
            assert_eq!(format!("{:?}", run::<Metered>(threads)), alone, "with {threads} threads");
        });
        assert!(stepped_by > 1, "only the machine's own thread stepped meters");
    }
}
