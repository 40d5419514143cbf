//! The chip of a machine as a package: its Verilog, and a workload recorded at its boundary.

use super::args::ExportArgs;
use super::output;
use super::progress::Progress;
use super::sizes::of_chip;
use super::workload::application;
use heddle_gen::chip::{emit_chip, ChipVerilog, Outputs};
use heddle_gen::export::{export_chip, Machine, Memory};
use heddle_hw::chip::{Layout, ModelUnits, Standard};
use heddle_hw::kit::Trace;
use heddle_sim::config::{GpuConfig, LaunchMode, TbSource};
use heddle_sim::gpu::{self, chip_sizes, Observer, RunOptions};

/// Cycles that the test bench replays at most.
const MAX_CYCLES: usize = 2048;

/// Records the words of the boundary, a row per cycle in which a unit can change.
struct Boundary<'a> {
    chip: &'a ChipVerilog,
    layout: Layout,
    words: Vec<u32>,
    trace: Trace,
}

impl Observer for Boundary<'_> {
    fn begin(&mut self, layout: &Layout) {
        self.layout = layout.clone();
        self.words = vec![0; layout.words];
    }

    fn pins(&mut self, _cycle: u64, unit: usize, inputs: &[u32], outputs: &[u32]) {
        let slot = &self.layout.slots[unit];
        self.words[slot.input_words()].copy_from_slice(inputs);
        self.words[slot.output_words()].copy_from_slice(outputs);
        let is_last = unit + 1 == self.layout.slots.len();
        if is_last && self.trace.inputs.len() < MAX_CYCLES {
            self.trace.inputs.push(self.chip.input_words(&self.words));
            self.trace.outputs.push(self.chip.output_words(&self.layout, &self.words));
        }
    }
}

/// The application and input that move the units of a machine.
fn workload(config: &GpuConfig) -> (&'static str, &'static str) {
    match (config.tb.source, config.kernel.launch) {
        (TbSource::Dats, LaunchMode::Flat) => ("sw", "256:16"),
        _ => ("bfs", "graph500:7:8:1"),
    }
}

/// Writes the package of a machine's chip.
pub fn export_machine(args: &ExportArgs, memory: Memory) -> anyhow::Result<()> {
    let (config, name) = of_chip(&args.sizes)?;
    let _progress = Progress::new("exporting the chip");
    let chip = emit_chip::<Standard>(&chip_sizes(&config), Outputs::Boundary)?;
    let (app, input) = workload(&config);
    let mut boundary = Boundary {
        chip: &chip,
        layout: Layout::default(),
        words: Vec::new(),
        trace: Trace::default(),
    };
    let options = RunOptions { observer: Some(&mut boundary), ..RunOptions::default() };
    gpu::run(&config, application(app, Some(input), &[], &config)?.as_mut(), &ModelUnits, options)?;
    let slots = boundary.layout.slots.iter();
    let units = slots.map(|slot| (slot.name.clone(), slot.purpose)).collect();
    let workload = format!("heddle run {app} --input {input}");
    let machine = Machine { config: &name, workload: &workload, units };
    let dir = args.out.join("chip");
    export_chip(&chip, &machine, &boundary.trace, memory, &dir)?;
    output::emit!("{}", dir.display());
    Ok(())
}
