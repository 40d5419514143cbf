//! `heddle area`: prints the storage, the cost and the clock of units.

mod cost;
mod print;
mod storage;

use super::args::AreaArgs;
use super::output;
use super::progress::Progress;
use crate::parallel::each;
use cost::{Bench, Cost, Versions};
use heddle_gen::storage::Reconciled;
use heddle_gen::synth::library::Library;
use heddle_gen::units::UNITS;
use serde::Serialize;
use std::thread::available_parallelism;
use storage::{Machine, UnitStorage};

/// One unit of the report.
#[derive(Serialize)]
struct Unit {
    #[serde(flatten)]
    storage: UnitStorage,
    #[serde(flatten)]
    cost: Cost,
}

/// The whole report.
#[derive(Serialize)]
struct Report {
    reconciled: Vec<Reconciled>,
    machine: Machine,
    tools: Versions,
    library: Option<Library>,
    /// Delay in ns of the library's inverter that drives four.
    fo4_ns: Option<f64>,
    skipped: Vec<String>,
    units: Vec<Unit>,
}

/// Runs the command.
pub fn run(args: &AreaArgs) -> anyhow::Result<()> {
    let names = match &args.unit {
        Some(unit) => vec![unit.as_str()],
        None => UNITS.to_vec(),
    };
    let storage = storage::count(&names, &args.preset, args.unit.is_none())?;
    let mut report = Report {
        reconciled: storage.reconciled,
        machine: storage.machine,
        tools: Versions::default(),
        library: None,
        fo4_ns: None,
        skipped: Vec::new(),
        units: Vec::new(),
    };
    let mut costs: Vec<Cost> = names.iter().map(|_| Cost::default()).collect();
    if !args.storage {
        let bench = Bench::new(args)?;
        let jobs = args.jobs.or_else(|| available_parallelism().ok()).map_or(1, |jobs| jobs.get());
        let progress = Progress::new("measuring");
        costs = each(&names, jobs, |name| {
            progress.say(name);
            bench.measure(name, &args.preset)
        })?;
        report.tools = bench.versions();
        (report.library, report.fo4_ns) = (bench.library, bench.fo4_ns);
        report.skipped = bench.skipped;
    }
    let units = storage.units.into_iter().zip(costs);
    report.units = units.map(|(storage, cost)| Unit { storage, cost }).collect();
    if args.json {
        return output::json(&report);
    }
    print::storage(&report, args.storage);
    if !args.storage {
        print::cost(&report);
    }
    Ok(())
}
