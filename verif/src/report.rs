//! Reports a failure: writes a recording, a waveform, and a message that says what to do next.

use crate::replay::{Recording, Replayed};
use heddle_gen::verilated::target_dir;
use heddle_gen::wave::Wave;
use heddle_hw::kit::pins::named;
use heddle_hw::kit::trial::Counterexample;
use heddle_hw::kit::{Class, Clocked, Pins, Spec};
use itertools::Itertools;
use sha2::{Digest, Sha256};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Cycles in the message, ending with the one that failed.
const TOLD: usize = 6;

/// Returns the directory of failures: `heddle-failures` in Cargo's target directory.
pub fn failures_dir() -> PathBuf {
    target_dir().join("heddle-failures")
}

/// Returns eight hexadecimal digits that identify a failure.
pub fn fingerprint(text: &str) -> String {
    Sha256::digest(text).iter().take(4).map(|byte| format!("{byte:02x}")).collect()
}

/// A backend of a unit that failed a trial.
pub struct Failed<'a> {
    /// Preset of the unit's sizes.
    pub preset: &'a str,
    /// Backend, as `--backend` of `heddle replay` names it.
    pub backend: &'a str,
    /// Seed of the stimuli.
    pub stimulus_seed: u32,
    /// Seed of the power-up state.
    pub power_up_seed: u32,
    /// The counterexample of the trial.
    pub found: &'a Counterexample,
}

/// The artifacts of one failure.
#[derive(Clone, Debug)]
pub struct Artifacts {
    /// The recorded stimulus.
    pub recording: Recording,
    /// File of the recording.
    pub file: PathBuf,
    /// The waveform, in each format; it shows the model and the backend.
    pub waves: Vec<PathBuf>,
    /// Result of replaying the stimulus.
    pub replayed: Replayed,
    /// Everything a reader needs, in several lines.
    pub message: String,
}

impl Failed<'_> {
    /// Replays the counterexample on `subject`, another instance of the backend that failed, and
    /// writes `UNIT-PRESET-HASH/recording.json` and `wave.*` into `dir`, creating it if necessary.
    pub fn write<R: Spec, U: Clocked<In = R::In, Out = R::Out>>(
        &self,
        dir: &Path,
        subject: U,
    ) -> Result<Artifacts, String> {
        let recording = Recording {
            unit: R::NAME.into(),
            preset: self.preset.into(),
            seed: self.power_up_seed,
            inputs: self.found.failure.trace.inputs.clone(),
        };
        let text = serde_json::to_string(&recording).map_err(|error| error.to_string())?;
        let hash = fingerprint(&format!("{} {text}", self.backend));
        let dir = dir.join(format!("{}-{}-{hash}", R::NAME, self.preset));
        let file = dir.join("recording.json");
        std::fs::create_dir_all(&dir)
            .and_then(|()| heddle_files::write(&file, text))
            .map_err(|error| format!("writing {}: {error}", file.display()))?;
        let replayed = recording.replay::<R, U>(subject)?;
        let class = R::class(&recording.params::<R>()?);
        let waves = draw::<R>(&replayed, class, self.backend)
            .write_all(&dir, "wave")
            .map_err(|error| error.to_string())?;
        let message = self.message::<R>(&replayed, class, &file, &waves);
        Ok(Artifacts { recording, file, waves, replayed, message })
    }

    fn message<R: Spec>(
        &self,
        replayed: &Replayed,
        class: Class,
        file: &Path,
        waves: &[PathBuf],
    ) -> String {
        let (found, backend) = (self.found, self.backend);
        let mut lines = vec![format!("{} at {} as {backend} failed", R::NAME, self.preset)];
        if found.difference.is_none() {
            lines.push(format!(
                "  specification: cycle {}: {}",
                found.failure.cycle, found.failure.rule
            ));
        }
        lines.push(match found.difference.as_ref().or(replayed.difference.as_ref()) {
            Some(d) => format!(
                "  first difference: cycle {}: pin {}: expected {:#x} (model), actual {:#x} ({backend})",
                d.cycle, d.pin, d.expected, d.actual
            ),
            None => format!("  model and {backend} agree on these cycles: the model breaks the specification too"),
        });
        lines.push("  last cycles (pins not named are zero):".into());
        lines.extend(last_cycles::<R>(replayed, class));
        let (stimulus_seed, power_up) = (self.stimulus_seed, self.power_up_seed);
        lines.push(format!("  stimulus seed {stimulus_seed}, power-up seed {power_up}"));
        lines.push(format!("  stimulus, shrunk: {}", found.stimulus));
        lines.push(format!("  recording: {}", file.display()));
        lines.push(format!("  waveform: {}", waves.iter().map(|wave| wave.display()).join(" ")));
        lines.push(format!("  replay: heddle replay {} --backend {backend}", file.display()));
        lines.join("\n")
    }
}

/// Draws model and backend side by side. The inputs of the last row are not known yet and are shown
/// as zero.
fn draw<R: Spec>(replayed: &Replayed, class: Class, backend: &str) -> Wave {
    let (inputs, outputs) = (R::In::pins(class), R::Out::pins(class));
    let (model, subject) = (format!("{}_model", R::NAME), format!("{}_{backend}", R::NAME));
    let mut wave = Wave::new(&[(&model, inputs, outputs), (&subject, inputs, outputs)]);
    let none = vec![0; inputs.len()];
    for (unit, trace) in [&replayed.model, &replayed.trace].into_iter().enumerate() {
        for (cycle, outputs) in trace.outputs.iter().enumerate() {
            let inputs = trace.inputs.get(cycle).unwrap_or(&none);
            wave.sample(cycle as u64, unit, inputs, outputs);
        }
    }
    wave
}

fn last_cycles<R: Spec>(replayed: &Replayed, class: Class) -> Vec<String> {
    let (inputs, outputs) = (R::In::pins(class), R::Out::pins(class));
    let (model, subject) = (&replayed.model, &replayed.trace);
    let rows = subject.outputs.len();
    let told = rows.saturating_sub(TOLD)..rows;
    told.map(|cycle| {
        let expected = named(outputs, &model.outputs[cycle]);
        let actual = named(outputs, &subject.outputs[cycle]);
        let mut line = format!("    {cycle}: out {expected}");
        if expected != actual {
            write!(line, " | ACTUAL out {actual}").expect("writing to a string");
        }
        if let Some(words) = subject.inputs.get(cycle) {
            write!(line, " | in {}", named(inputs, words)).expect("writing to a string");
        }
        line
    })
    .collect()
}
