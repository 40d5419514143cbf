//! Recordings of a room's pins, as `heddle replay` takes them.

use heddle_gen::rooms::for_room;
use heddle_verif::backends::Backend;
use heddle_verif::replay::{Recording, Replay};

/// A recording, driven into the model of its room.
pub fn recording(data: &[u8]) {
    let Ok(recording) = serde_json::from_slice::<Recording>(data) else { return };
    let replay = Replay { recording: &recording, backend: Backend::Model };
    if let Ok(Ok(replayed)) = for_room(&recording.room, replay) {
        assert_eq!(replayed.difference, None, "the model differs from itself");
    }
}
