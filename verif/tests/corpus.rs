//! Drives every seed of the fuzz target for recordings, and every former finding, into its unit.

#[path = "../../fuzz/src/broken.rs"]
mod broken;
#[path = "../../fuzz/src/recording.rs"]
mod recording;

use heddle_gen::units::for_unit;
use heddle_verif::backends::Backend;
use heddle_verif::replay::{Recording, Replay};
use std::path::Path;

#[test]
fn every_recording_of_the_corpora_is_replayed_or_refused() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut replayed = 0;
    for dir in ["fuzz/corpus/recording", "sim/tests/corpus/recording"] {
        let Ok(entries) = root.join(dir).read_dir() else { continue };
        for entry in entries {
            let file = entry.expect("a readable directory").path();
            let bytes = std::fs::read(&file).expect("readable");
            let accepted = recording::recording(&bytes);
            // Seeds get through. What was a finding is answered today, whether it is replayed or refused.
            assert!(accepted || !dir.starts_with("fuzz"), "{}", file.display());
            replayed += 1;
            // Broken ones are answered too, in whatever way.
            for turn in 1..9 {
                let mut draw = broken::Draw::new(turn);
                recording::recording(&broken::broken(&bytes, &mut draw));
            }
        }
    }
    assert!(replayed > 0, "there are no recordings");
}

#[test]
fn a_memory_keeps_nothing_from_one_pass_of_a_replay_to_the_next() {
    let words = |row: [u32; 5]| row.to_vec();
    // Word 0 is read, then written: to a second pass over the same memory it would read 1.
    let recording = Recording {
        unit: "sram".into(),
        preset: "tiny".into(),
        seed: 1,
        inputs: vec![words([0, 0, 0, 1, 0]), words([1, 0, 1, 0, 0]), words([0; 5])],
    };
    let replay = Replay { recording: &recording, backend: Backend::Model };
    let replayed = for_unit("sram", replay).expect("a unit").expect("it fits the unit");
    assert_eq!(replayed.difference, None);
}

#[test]
fn a_recording_that_does_not_fit_or_breaks_the_protocol_is_refused_with_row_and_pin() {
    for (row, expected) in [
        (vec![0; 4], "row 1 of the recording has 4 words, the unit 5 input pins"),
        (vec![2, 0, 0, 0, 0], "row 1 of the recording: 2 is wider than the 1 bits of pin write_enable"),
        (vec![1, 255, 0, 0, 0], "the recording breaks the protocol of unit sram: index out of bounds: the len is 4 but the index is 255"),
    ] {
        let inputs = vec![vec![0; 5], row];
        let recording = Recording { unit: "sram".into(), preset: "tiny".into(), seed: 1, inputs };
        let replay = Replay { recording: &recording, backend: Backend::Model };
        let refused = for_unit("sram", replay).expect("a unit").err();
        assert_eq!(refused.as_deref(), Some(expected));
    }
}
