//! `heddle area`: prints the storage, the cost and the clock of units.

mod cost;
mod print;
mod storage;

use super::args::AreaArgs;
use super::output;
use super::progress::Progress;
use super::sizes::{of_chip, of_unit};
use crate::parallel::each;
use anyhow::bail;
use cost::{Bench, Cost, Versions};
use heddle_gen::sizing::Sizing;
use heddle_gen::storage::Reconciled;
use heddle_gen::synth::library::Library;
use heddle_gen::units::UNITS;
use heddle_sim::config::GpuConfig;
use serde::Serialize;
use std::thread::available_parallelism;
use storage::{Machine, UnitStorage};

/// The preset that is measured if none is named.
const PAPER: &str = "paper";

/// What is measured.
pub enum Target {
    /// A unit.
    Unit(String, Sizing),
    /// All units of a machine in one piece; the machine, and what it is called.
    Chip(Box<GpuConfig>, String),
}

impl Target {
    fn name(&self) -> &str {
        match self {
            Self::Unit(name, _) => name,
            Self::Chip(..) => CHIP,
        }
    }
}

/// The name of the whole machine.
const CHIP: &str = "chip";

fn targets(args: &AreaArgs) -> anyhow::Result<Vec<Target>> {
    if args.unit.as_deref() == Some(CHIP) {
        if args.fpga.is_some() {
            bail!(
                "the chip of a machine has more pins than any FPGA here; name a unit with --fpga"
            );
        }
        let (config, name) = of_chip(&args.sizes)?;
        return Ok(vec![Target::Chip(Box::new(config), name)]);
    }
    let names = match &args.unit {
        Some(unit) => vec![unit.as_str()],
        None => UNITS.to_vec(),
    };
    let target =
        |name: &str| Ok(Target::Unit(name.to_string(), of_unit(&args.sizes, name, PAPER)?));
    names.into_iter().map(target).collect()
}

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
    let targets = targets(args)?;
    let whole = args.unit.is_none() && args.sizes.preset.as_deref().unwrap_or(PAPER) == PAPER;
    let storage = storage::count(&targets, whole)?;
    let mut report = Report {
        reconciled: storage.reconciled,
        machine: storage.machine,
        tools: Versions::default(),
        library: None,
        fo4_ns: None,
        skipped: Vec::new(),
        units: Vec::new(),
    };
    let mut costs: Vec<Cost> = targets.iter().map(|_| Cost::default()).collect();
    if !args.storage {
        let bench = Bench::new(args)?;
        let jobs = args.jobs.or_else(|| available_parallelism().ok()).map_or(1, |jobs| jobs.get());
        let progress = Progress::new("measuring");
        costs = each(&targets, jobs, |target| {
            progress.say(target.name());
            bench.measure(target)
        })?;
        report.tools = bench.versions();
        (report.library, report.fo4_ns) = (bench.library, bench.fo4_ns);
        report.skipped = bench.skipped;
    }
    let units = storage.units.into_iter().zip(costs);
    report.units = units.map(|(storage, cost)| Unit { storage, cost }).collect();
    if output::is_json() {
        return output::json(&report);
    }
    print::storage(&report, args.storage);
    if !args.storage {
        print::cost(&report);
    }
    Ok(())
}
