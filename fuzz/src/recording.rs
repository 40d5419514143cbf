//! Recordings of a unit's pins, as `heddle replay` takes them.

use heddle_gen::units::for_unit;
use heddle_verif::backends::Backend;
use heddle_verif::replay::{Recording, Replay};

/// A recording, driven into the model of its unit.
pub fn recording(data: &[u8]) {
    let Ok(recording) = serde_json::from_slice::<Recording>(data) else { return };
    let replay = Replay { recording: &recording, backend: Backend::Model };
    if let Ok(Ok(replayed)) = for_unit(&recording.unit, replay) {
        assert_eq!(replayed.difference, None, "the model differs from itself");
    }
}
