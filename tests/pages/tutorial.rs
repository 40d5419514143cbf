//! The tutorial, from a CUDA file to the bench of a unit.

use super::{check, Place};
use std::fs;

/// What NVRTC makes of the tutorial's kernels, for tests without it.
const COMMITTED: &str = "docs/examples/tutorial/rows.nvrtc.ptx";

#[test]
fn the_tutorial_shows_what_its_commands_print() {
    let place = Place::new();
    let made = place.0.path().join("rows.nvrtc.ptx");
    fs::copy(COMMITTED, &made).expect("copied");
    check("tutorial.md", &place);
    let texts = [made.to_str().expect("text"), COMMITTED].map(fs::read_to_string);
    let [made, committed] = texts.map(|text| text.expect("readable"));
    assert!(made == committed, "{COMMITTED} is stale; scripts/nvrtc.py makes it of rows.cu");
}
