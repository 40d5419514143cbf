//! Replay of recorded pins: a failing script, kept as input words, driven into any backend again.

use crate::backends::{verilated, Backend};
use heddle_hw::kit::room::RoomVisitor;
use heddle_hw::kit::{Laws, Pins, Room, Rtl, Shadow, Trace, Unit};
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
    pub difference: Option<String>,
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
        let Recording { preset, seed, inputs, .. } = self.recording;
        let params =
            R::preset(preset).ok_or_else(|| format!("room {} has no preset `{preset}`", R::NAME))?;
        let width = <R::In as Pins>::PINS.len();
        if let Some(row) = inputs.iter().position(|row| row.len() != width) {
            return Err(format!("row {row} of the recording does not have {width} input words"));
        }
        match self.backend {
            Backend::Model => run::<R, _>(R::model(&params), &params, inputs),
            Backend::Rtl => run::<R, _>(Rtl::new(R::circuit(&params)), &params, inputs),
            Backend::Verilated => {
                run::<R, _>(verilated::<R>(&params, *seed)?, &params, inputs)
            }
        }
    }
}

fn run<R: Room, U: Unit<In = R::In, Out = R::Out>>(
    mut subject: U,
    params: &R::Params,
    inputs: &[Vec<u32>],
) -> Result<Replayed, String> {
    let mut trace = Trace::default();
    subject.reset();
    for row in inputs {
        trace.outputs.push(subject.out().words());
        trace.inputs.push(row.clone());
        subject.step(&R::In::load(row));
    }
    trace.outputs.push(subject.out().words());
    let mut shadow = Shadow::new(R::NAME, R::model(params), subject);
    shadow.reset();
    for row in inputs {
        shadow.step(&R::In::load(row));
    }
    Ok(Replayed { difference: shadow.difference().map(ToString::to_string), trace })
}
