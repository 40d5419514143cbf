//! Recordings of a unit's pins, as `heddle replay` takes them.

use heddle_gen::units::for_unit;
use heddle_verif::backends::Backend;
use heddle_verif::replay::{Recording, Replay};

/// A recording, driven into the model of its unit. Returns whether it was accepted.
pub fn recording(data: &[u8]) -> bool {
    let Ok(recording) = serde_json::from_slice::<Recording>(data) else { return false };
    let replay = Replay { recording: &recording, backend: Backend::Model };
    let Ok(Ok(replayed)) = for_unit(&recording.unit, replay) else { return false };
    assert_eq!(replayed.difference, None, "the model differs from itself");
    true
}
