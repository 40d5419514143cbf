//! Measures which lines of a unit's Verilog the recordings of its specification run, and which bits
//! they toggle, as Verilator counts.

use super::stimulus::PinStimulus;
use heddle_gen::verilated::names;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use verilator_sys::{Model, Source};

/// A share of counted items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// Number of items seen.
    pub seen: usize,
    /// Number of all items.
    pub of: usize,
}

impl Share {
    /// Returns the share in percent; 100 if there are no items.
    pub fn percent(self) -> f64 {
        match self.of {
            0 => 100.0,
            of => 100.0 * self.seen as f64 / of as f64,
        }
    }
}

/// Coverage of the recordings.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Coverage {
    /// Lines with statements.
    pub lines: Share,
    /// Bits of ports and signals that changed, in every instance.
    pub toggles: Share,
    /// The lines that are never run.
    pub unrun: Vec<String>,
}

/// Counts of a run.
#[derive(Default)]
struct Counts {
    /// Counts by first and last line of every block, all instances of a module together.
    blocks: BTreeMap<(usize, usize), u64>,
    /// Counts by name of the bit and instance.
    toggles: BTreeMap<String, u64>,
}

/// Replays the recordings into the unit's Verilog and counts.
pub fn measure(stimulus: &PinStimulus) -> Result<Coverage, String> {
    let source = Source {
        top: stimulus.top.clone(),
        verilog: stimulus.verilog.clone(),
        inputs: names(stimulus.inputs),
        outputs: names(stimulus.outputs),
        coverage: true,
    };
    let text = |error: verilator_sys::Error| error.to_string();
    let library = verilator_sys::find()
        .and_then(|tool| verilator_sys::build(&tool, &source))
        .map_err(text)?;
    let scratch = tempfile::tempdir().map_err(|error| error.to_string())?;
    let file = scratch.path().join("counts");
    let mut counts = Counts::default();
    for (trace, seed) in stimulus.traces.iter().zip(1..) {
        let mut model = library.model(seed, stimulus.inputs.len(), stimulus.outputs.len());
        let read = |model: &Model| -> Result<String, String> {
            model.write_coverage(&file).map_err(text)?;
            std::fs::read_to_string(&file).map_err(|error| error.to_string())
        };
        model.step(&stimulus.during_reset(trace), true);
        // A bit that only left its power-up state has not toggled.
        let powered_up = Counts::read(&read(&model)?)?;
        trace.inputs.iter().for_each(|row| model.step(row, false));
        counts.add(&Counts::read(&read(&model)?)?, &powered_up);
    }
    Ok(counts.summed(&stimulus.verilog))
}

impl Counts {
    /// Adds the counts of a run, with only those toggles that exceed `before`.
    fn add(&mut self, run: &Self, before: &Self) {
        for (block, count) in &run.blocks {
            *self.blocks.entry(*block).or_default() += count;
        }
        for (bit, count) in &run.toggles {
            let counted = before.toggles.get(bit).copied().unwrap_or_default();
            *self.toggles.entry(bit.clone()).or_default() += count - counted;
        }
    }

    /// Reads the file of a run: one line `C '..' count` per counter, with fields separated by
    /// control characters. The error is the first line of another form.
    fn read(written: &str) -> Result<Self, String> {
        let mut counts = Self::default();
        for line in written.lines().filter(|line| line.starts_with("C ")) {
            let counter = line.strip_prefix("C '").and_then(|line| line.rsplit_once("' "));
            let parsed = counter.and_then(|(fields, count)| counts.count(fields, count));
            parsed.ok_or_else(|| format!("not a counter of Verilator: {line}"))?;
        }
        Ok(counts)
    }

    fn count(&mut self, fields: &str, count: &str) -> Option<()> {
        let count: u64 = count.trim().parse().ok()?;
        let fields = fields.split('\u{1}').filter_map(|field| field.split_once('\u{2}'));
        let fields: BTreeMap<&str, &str> = fields.collect();
        if fields.get("page")?.starts_with("v_toggle") {
            let bit = format!("{} {}", fields.get("h")?, fields.get("o")?);
            *self.toggles.entry(bit).or_default() += count;
        }
        // An absent `else` has no lines.
        for range in fields.get("S").into_iter().flat_map(|ranges| ranges.split(',')) {
            let (first, last) = range.split_once('-').unwrap_or((range, range));
            let block = (first.parse().ok()?, last.parse().ok()?);
            *self.blocks.entry(block).or_default() += count;
        }
        Some(())
    }

    fn summed(&self, verilog: &str) -> Coverage {
        // The line of an `if` belongs to the block it is in and to the one it guards.
        let mut lines = BTreeMap::<usize, bool>::new();
        for (&(first, last), &count) in &self.blocks {
            for line in first..=last {
                *lines.entry(line).or_default() |= count > 0;
            }
        }
        let text: Vec<&str> = verilog.lines().collect();
        let unrun = lines.iter().filter(|(_, run)| !**run);
        let unrun: Vec<String> =
            unrun.filter_map(|(line, _)| Some(text.get(line - 1)?.trim().to_string())).collect();
        let changed = self.toggles.values().filter(|count| **count > 0).count();
        Coverage {
            lines: Share { seen: lines.len() - unrun.len(), of: lines.len() },
            toggles: Share { seen: changed, of: self.toggles.len() },
            unrun,
        }
    }
}
