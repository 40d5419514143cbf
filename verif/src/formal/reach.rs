//! Searches runs of the chip from power-up: yosys translates it, and ABC unrolls it. What reset does not set begins at zero.

use super::check::directory;
use super::chip::{bench, Machine, CHIP};
use super::tools::{design, FINISH};
use super::{Change, FormalError, Plan};
use heddle_gen::synth::yosys;
use std::path::Path;
use std::process::Command;

/// The runs that are searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// All.
    Any,
    /// Those of a narrow environment, which the machine's file says under `ifdef NARROW`: deeper searches end.
    Narrow,
}

/// Searches for a run of a chip with changed lines in which `property` does not hold. Returns its cycle after power-up, or
/// `None` if there is none within `cycles`.
pub fn violate(
    machine: &Machine,
    changes: &[Change<'_>],
    property: &str,
    cycles: u32,
    runs: Runs,
) -> Result<Option<u32>, FormalError> {
    let dir = directory(&machine.plan()?, &bench(machine, changes, false)?.text)?;
    search(&dir, property, cycles, runs)
}

/// Reaches every cover, each by a search of its own.
pub(super) fn covers(
    machine: &Machine,
    plan: &Plan,
    wanted: &[String],
) -> Result<Vec<(String, u32)>, FormalError> {
    let dir = directory(plan, &bench(machine, &[], true)?.text)?;
    let mut reached = Vec::new();
    for name in wanted {
        let cycle = search(&dir, name, plan.cover_within, Runs::Narrow)?;
        let missing =
            || FormalError::Unreached { plan: Box::new(plan.clone()), covers: vec![name.clone()] };
        reached.push((name.clone(), cycle.ok_or_else(missing)?));
    }
    Ok(reached)
}

/// Searches for a run in which one property, of all that are in `bench.v`, does not hold.
fn search(dir: &Path, property: &str, cycles: u32, runs: Runs) -> Result<Option<u32>, FormalError> {
    let define = if runs == Runs::Narrow { "-DNARROW" } else { "" };
    let design = design(CHIP, define);
    let script = format!(
        "{design}; {FINISH}; \
         select -assert-count 1 c:{property}; \
         chformal -remove -cover; chformal -assert -remove t:$assert c:{property} %d; delete -port o:*; opt_expr; opt_merge; \
         opt_clean -purge; opt; techmap; opt; dffunmap; dfflegalize -cell $_DFF_P_ 01; setundef -undriven -init -zero; \
         clean; aigmap; opt_clean; write_aiger -zinit reach.aig"
    );
    yosys()?.script(dir, &script, CHIP).map_err(|error| FormalError::Yosys(error.into()))?;
    let tool = "yosys-abc";
    let asked = format!("read_aiger reach.aig; fold; bmc3 -F {}", cycles + 1);
    let out = Command::new(tool).args(["-c", &asked]).current_dir(dir).output();
    let out = out.map_err(|_| FormalError::Missing { tool, package: "yosys" })?;
    let output = String::from_utf8_lossy(&out.stdout).into_owned();
    if let Some((_, rest)) = output.split_once("was asserted in frame ") {
        let cycle = rest.split('.').next().and_then(|cycle| cycle.parse().ok());
        return Ok(cycle);
    }
    match output.contains("No output asserted") {
        true => Ok(None),
        false => Err(FormalError::Tool { tool, unit: CHIP.to_string(), output }),
    }
}
