//! Measures the cost of units with the available tools.

use super::Target;
use crate::cli::args::{AreaArgs, FpgaFamily};
use heddle_gen::chip::{emit_chip, Outputs};
use heddle_gen::sizing::Sizing;
use heddle_gen::synth::fpga::{self, Family, Fpga};
use heddle_gen::synth::library::{Library, OSU018};
use heddle_gen::synth::logic::{self, Logic};
use heddle_gen::synth::process::Clock;
use heddle_gen::synth::sram::Built;
use heddle_gen::synth::timing::{self, Crossings, Timing};
use heddle_gen::synth::{nextpnr, opensta, yosys, SynthError, Tool};
use heddle_gen::units::for_unit;
use heddle_gen::verilog::{emit, Verilog};
use heddle_hw::chip::build::survey;
use heddle_hw::chip::Standard;
use heddle_hw::kit::pins::ports;
use heddle_hw::kit::unit::UnitVisitor;
use heddle_hw::kit::{Pin, Pins, Spec};
use heddle_sim::gpu::chip_sizes;
use serde::Serialize;
use std::path::Path;

/// The cost of one unit; a value that no tool could measure is absent.
#[derive(Default, Serialize)]
pub struct Cost {
    /// Logic of the unit.
    pub logic: Option<Logic>,
    /// Bits of the unit's memories.
    pub sram_bits: Option<u64>,
    /// The memories' area in two-input NANDs, by the model of [`heddle_gen::synth::sram`].
    pub sram_nand2: Option<f64>,
    /// The memories as they would be built: macros and register files.
    pub memories: Option<Built>,
    /// Timing of the unit in the library's process.
    pub timing: Option<Timing>,
    /// Clock of the unit with its memories, and in newer processes.
    pub clock: Option<Clock>,
    /// The longest paths from one unit of a chip to another.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub across: Option<Crossings>,
    /// Resources of an FPGA that the unit takes.
    pub fpga: Option<Fpga>,
    /// Clock of the unit on that FPGA in MHz.
    pub fpga_mhz: Option<f64>,
    /// Reasons for absent values.
    pub notes: Vec<String>,
}

/// Versions of the tools that were used.
#[derive(Default, Serialize)]
pub struct Versions {
    /// Yosys.
    pub yosys: Option<String>,
    /// OpenSTA.
    pub opensta: Option<String>,
    /// nextpnr.
    pub nextpnr: Option<String>,
}

/// The available tools, and what is missing.
pub struct Bench {
    yosys: Option<Tool>,
    sta: Option<Tool>,
    place: Option<(Family, Option<Tool>)>,
    /// The library.
    pub library: Option<Library>,
    /// Delay in ns of the library's inverter that drives four.
    pub fo4_ns: Option<f64>,
    /// Sentences about missing tools.
    pub skipped: Vec<String>,
}

impl Bench {
    /// Finds the tools that the arguments need. A liberty file that was named must be readable.
    pub fn new(args: &AreaArgs) -> anyhow::Result<Self> {
        let mut skipped = Vec::new();
        let yosys = kept("logic and FPGAs", yosys(), &mut skipped);
        let sta = kept("timing", opensta(), &mut skipped);
        let library = match (&yosys, &args.liberty) {
            (None, _) => None,
            (Some(yosys), Some(path)) => Some(Library::open(path, yosys)?),
            (Some(yosys), None) if Path::new(OSU018).exists() => {
                Some(Library::open(Path::new(OSU018), yosys)?)
            }
            (Some(_), None) => {
                let install = "`apt-get install qflow-tech-osu018` or run scripts/setup";
                skipped
                    .push(format!("logic: {OSU018} is missing: {install}, or use --liberty FILE"));
                None
            }
        };
        let fo4 = library.as_ref().zip(sta.as_ref()).map(|(l, sta)| timing::fo4_ns(l, sta));
        let place = args.fpga.map(|family| {
            let family = match family {
                FpgaFamily::Ice40 => Family::Ice40,
                FpgaFamily::Ecp5 => Family::Ecp5,
            };
            (family, kept("the clock on FPGAs", nextpnr(family), &mut skipped))
        });
        Ok(Self { yosys, sta, place, library, fo4_ns: fo4.transpose()?, skipped })
    }

    /// Returns the versions of the tools.
    pub fn versions(&self) -> Versions {
        let version = |tool: &Option<Tool>| tool.as_ref().map(|tool| tool.version.clone());
        Versions {
            yosys: version(&self.yosys),
            opensta: version(&self.sta),
            nextpnr: self.place.as_ref().and_then(|(_, place)| version(place)),
        }
    }

    /// Measures a unit, or a chip.
    pub fn measure(&self, target: &Target) -> anyhow::Result<Cost> {
        let mut cost = Cost::default();
        let Some(yosys) = &self.yosys else { return Ok(cost) };
        let design = match target {
            Target::Unit(unit, sizing) => for_unit(unit, Print(sizing))??,
            Target::Chip(config, _) => {
                emit_chip::<Standard>(&chip_sizes(config), Outputs::Boundary)?.verilog
            }
        };
        if let Some(library) = &self.library {
            let logic = logic::synthesize(&design, library, yosys)?;
            let bits = logic.memories.iter().map(|memory| memory.bits()).sum();
            cost.sram_bits = Some(bits);
            let built = Built::of(&logic.memories, library);
            cost.sram_nand2 = Some(built.nand2);
            cost.memories = Some(built);
            if let Some(sta) = &self.sta {
                let timing = timing::analyze(&logic, &design.top, library, sta)?;
                cost.clock = self.fo4_ns.map(|fo4| Clock::of(&timing, fo4));
                cost.timing = Some(timing);
                if let Target::Chip(config, _) = target {
                    let (layout, _) = survey::<Standard>(&chip_sizes(config))?;
                    let units = layout.slots.iter().map(|slot| format!("u_{}", slot.declared));
                    let mut units: Vec<String> = units.collect();
                    // Instances of one declaration lie side by side.
                    units.dedup();
                    cost.across = Some(timing::across(&logic, &design.top, &units, library, sta)?);
                }
            }
            cost.logic = Some(logic);
        }
        if let (Some((family, place)), Target::Unit(unit, sizing)) = (&self.place, target) {
            cost.fpga = Some(fpga::synthesize(&design, *family, yosys)?);
            if let Some(place) = place {
                // A unit that is too large for the part is a result, not an error.
                let (inputs, outputs) = for_unit(unit, Ports(sizing))??;
                match fpga::fmax(&design, (&inputs, &outputs), *family, yosys, place) {
                    Ok(mhz) => cost.fpga_mhz = Some(mhz),
                    Err(error) => cost.notes.push(first_error(unit, &error.to_string())),
                }
            }
        }
        Ok(cost)
    }
}

/// Returns the line of a tool's output that says why it failed.
fn first_error(unit: &str, words: &str) -> String {
    let line = words.lines().find(|line| line.starts_with("ERROR")).unwrap_or(words);
    format!("{unit}: no clock on the FPGA: {line}")
}

/// Returns a tool, or notes that it is missing.
fn kept(what: &str, found: Result<Tool, SynthError>, skipped: &mut Vec<String>) -> Option<Tool> {
    found.map_err(|missing| skipped.push(format!("{what}: {missing}"))).ok()
}

struct Print<'a>(&'a Sizing);

impl UnitVisitor for Print<'_> {
    type Output = anyhow::Result<Verilog>;

    fn visit<R: Spec>(self) -> Self::Output {
        Ok(emit::<R>(&self.0.params::<R>()?)?)
    }
}

/// The input and output ports of a unit, as wide as its sizes ask.
struct Ports<'a>(&'a Sizing);

impl UnitVisitor for Ports<'_> {
    type Output = anyhow::Result<(Vec<Pin>, Vec<Pin>)>;

    fn visit<R: Spec>(self) -> Self::Output {
        let class = R::class(&self.0.params::<R>()?);
        Ok((ports(R::In::pins(class)), ports(R::Out::pins(class))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ports_that_are_put_on_an_fpga_are_those_of_the_printed_unit() {
        for (entries, width) in [(4096, 13), (8192, 17)] {
            let sizing = Sizing::from("paper").with([format!("entries={entries}")]);
            let (_, outputs) = for_unit("agt", Ports(&sizing)).unwrap().unwrap();
            let occupied = outputs.iter().find(|port| port.name == "occupied").unwrap();
            let verilog = for_unit("agt", Print(&sizing)).unwrap().unwrap().complete();
            assert_eq!(occupied.width, width);
            assert!(verilog.contains(&format!("output wire [{}:0] occupied", width - 1)));
        }
    }
}
