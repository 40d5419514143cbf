//! Drives every stored counterexample into every backend again, and tests that none differs from
//! the model. `injected_bugs.rs` tests that those of injected bugs still show the bugs.

use heddle_gen::units::{for_unit, presets_of};
use heddle_gen::verilated::verilator_available;
use heddle_verif::backends::Backend;
use heddle_verif::regressions::{files, load};
use heddle_verif::replay::Replay;
use heddle_verif::tools::present;

#[test]
fn no_kept_counterexample_makes_a_backend_differ_from_its_model() {
    let files = files().expect("the folder is readable");
    assert!(!files.is_empty(), "there are counterexamples");
    let mut backends = vec![Backend::Model, Backend::Rtl];
    if present(verilator_available()) {
        backends.push(Backend::Verilated);
    }
    for file in files {
        let recording = load(&file).unwrap_or_else(|error| panic!("{error}"));
        let folder = file.parent().and_then(|dir| dir.file_name()).and_then(|name| name.to_str());
        assert_eq!(folder, Some(&*recording.unit), "{}: its folder is its unit", file.display());
        let presets = presets_of(&recording.unit).expect("the unit exists");
        assert!(presets.contains(&&*recording.preset), "{}: no such preset", file.display());
        for backend in backends.iter().copied() {
            let replay = Replay { recording: &recording, backend };
            let replayed = for_unit(&recording.unit, replay).expect("the unit exists");
            let replayed = replayed.unwrap_or_else(|error| panic!("{}: {error}", file.display()));
            if let Some(difference) = replayed.difference {
                panic!("{} as {backend}: {difference}", file.display());
            }
        }
    }
}
