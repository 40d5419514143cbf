//! Every seed of the fuzz target for recordings, and every former finding, driven into its room.

#[path = "../../fuzz/src/recording.rs"]
mod recording;

use std::path::Path;

#[test]
fn every_recording_of_the_corpora_is_replayed_or_refused() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut replayed = 0;
    for dir in ["fuzz/corpus/recording", "sim/tests/corpus/recording"] {
        let Ok(entries) = root.join(dir).read_dir() else { continue };
        for entry in entries {
            let file = entry.expect("a readable directory").path();
            recording::recording(&std::fs::read(&file).expect("readable"));
            replayed += 1;
        }
    }
    assert!(replayed > 0, "there are no recordings");
}
