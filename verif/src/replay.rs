//! Replay of recorded pins: a failing script, kept as input words, driven into any backend again.

use crate::backends::{verilated, Backend};
use heddle_hw::kit::room::RoomVisitor;
use heddle_hw::kit::{Difference, Laws, Pins, Room, Rtl, Shadow, Trace, Unit};
use serde::{Deserialize, Serialize};

/// A recorded stimulus for one room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Recording {
    /// Name of the room.
    pub room: String,
    /// Preset its sizes came from.
    pub preset: String,
    /// Seed of the Verilated power-up state.
    pub seed: u32,
    /// Input words, one row a cycle.
    pub inputs: Vec<Vec<u32>>,
}

/// What a replay found.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The first difference between model and backend, if any.
    pub difference: Option<Difference>,
    /// Pins of the model, cycle by cycle.
    pub model: Trace,
    /// Pins of the backend, cycle by cycle.
    pub trace: Trace,
}

/// Replays a recording on a backend beside the model.
pub struct Replay<'a> {
    /// The stimulus.
    pub recording: &'a Recording,
    /// What it is driven into.
    pub backend: Backend,
}

impl RoomVisitor for Replay<'_> {
    type Output = Result<Replayed, String>;

    fn visit<R: Laws>(self) -> Self::Output {
        let params = self.recording.params::<R>()?;
        match self.backend {
            Backend::Model => self.recording.replay::<R, _>(R::model(&params)),
            Backend::Rtl => self.recording.replay::<R, _>(Rtl::new(R::circuit(&params))),
            Backend::Verilated => {
                let subject = verilated::<R>(&params, self.recording.seed)?;
                self.recording.replay::<R, _>(subject)
            }
        }
    }
}

impl Recording {
    /// The sizes of room `R` at the recording's preset.
    pub fn params<R: Room>(&self) -> Result<R::Params, String> {
        let preset = &self.preset;
        R::preset(preset).ok_or_else(|| format!("room {} has no preset `{preset}`", R::NAME))
    }

    /// Drives the recording into a unit of room `R` and into its model, both reset first.
    pub fn replay<R: Room, U: Unit<In = R::In, Out = R::Out>>(
        &self,
        mut subject: U,
    ) -> Result<Replayed, String> {
        let params = self.params::<R>()?;
        let width = R::In::PINS.len();
        if let Some(row) = self.inputs.iter().position(|row| row.len() != width) {
            return Err(format!("row {row} of the recording does not have {width} input words"));
        }
        let trace = run(&mut subject, &self.inputs);
        let model = run(&mut R::model(&params), &self.inputs);
        let mut shadow = Shadow::new(R::NAME, R::model(&params), subject);
        run(&mut shadow, &self.inputs);
        Ok(Replayed { difference: shadow.difference().cloned(), model, trace })
    }
}

/// Resets a unit and drives `inputs` into it; the outputs after the last edge are a row of their
/// own, without inputs.
fn run<U: Unit>(unit: &mut U, inputs: &[Vec<u32>]) -> Trace {
    let mut trace = Trace::default();
    unit.reset();
    for row in inputs {
        trace.outputs.push(unit.out().words());
        trace.inputs.push(row.clone());
        unit.step(&U::In::load(row));
    }
    trace.outputs.push(unit.out().words());
    trace
}
