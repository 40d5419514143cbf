//! `heddle replay`: drives a recorded stimulus into a unit beside its model.

use super::args::ReplayArgs;
use super::wave;
use anyhow::{anyhow, Context};
use heddle_gen::units::for_unit;
use heddle_hw::kit::unit::UnitVisitor;
use heddle_hw::kit::Spec;
use heddle_verif::backends::Backend;
use heddle_verif::replay::{Recording, Replay};
use std::process::ExitCode;

struct ReplayAndDraw<'a> {
    recording: &'a Recording,
    backend: Backend,
    args: &'a ReplayArgs,
}

impl UnitVisitor for ReplayAndDraw<'_> {
    type Output = anyhow::Result<Option<String>>;

    fn visit<R: Spec>(self) -> Self::Output {
        let replay = Replay { recording: self.recording, backend: self.backend };
        let replayed = replay.visit::<R>().map_err(|e| anyhow!(e))?;
        let class = R::class(&self.recording.params::<R>().map_err(|e| anyhow!(e))?);
        wave::write::<R>(&replayed.trace, class, &self.args.out)?;
        Ok(replayed.difference.map(|difference| difference.to_string()))
    }
}

/// Runs the command; exit code 1 when model and backend differ.
pub fn run(args: &ReplayArgs) -> anyhow::Result<ExitCode> {
    let path = args.file.display();
    let text =
        heddle_files::read_to_string(&args.file).with_context(|| format!("cannot read {path}"))?;
    let recording: Recording =
        serde_json::from_str(&text).with_context(|| format!("{path} is not a recording"))?;
    // A panic of a unit because of a wrong recording is reported as an error, in one line.
    std::panic::set_hook(Box::new(|_| {}));
    let backend: Backend = args.backend.parse().map_err(|e: String| anyhow!(e))?;
    let visitor = ReplayAndDraw { recording: &recording, backend, args };
    match for_unit(&recording.unit, visitor)?? {
        Some(difference) => {
            super::output::emit!("{difference}");
            Ok(ExitCode::from(1))
        }
        None => {
            let cycles = recording.inputs.len();
            super::output::emit!(
                "{}: model and {backend} agree on all {cycles} cycles",
                recording.unit
            );
            Ok(ExitCode::SUCCESS)
        }
    }
}
