//! Random PTX programs for TBs of shapes for which the pass of DARSIE marks instructions, and where they begin alike.

use heddle_verif::oracle::generate::program_of_shape;
use heddle_verif::oracle::memory::{GLOBAL, RECORD};
use heddle_verif::oracle::print::print;
use heddle_verif::oracle::program::Program;
use std::ops::Range;

/// Shapes of TBs: most promote, and some have a warp that is not full.
const SHAPES: [[u32; 3]; 8] =
    [[8, 16, 1], [16, 8, 1], [32, 4, 1], [4, 4, 8], [1, 96, 1], [16, 5, 1], [64, 2, 1], [20, 5, 1]];

fn variable(name: &str) -> Option<u64> {
    let text = std::env::var(name).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{name} is a number, not `{text}`")))
}

/// The seeds of a run: that of `HEDDLE_SEED` alone, or as many as `HEDDLE_PROGRAMS` says, and otherwise `in_ci`.
pub fn seeds(in_ci: u64) -> Range<u64> {
    match variable("HEDDLE_SEED") {
        Some(seed) => seed..seed + 1,
        None => 0..variable("HEDDLE_PROGRAMS").unwrap_or(in_ci),
    }
}

/// Returns the program of a seed, and its text.
pub fn program(seed: u64) -> (Program, String) {
    let shape = SHAPES[(seed % SHAPES.len() as u64) as usize];
    let program = program_of_shape(seed, shape);
    let text = text(&program);
    (program, text)
}

/// Returns the text of a program in which a third of the registers begin with a value for the whole TB, a third with one
/// by `%tid.x`, and a third with one of the thread's own, as all do otherwise. The same holds for what is read later.
fn text(program: &Program) -> String {
    let records = program.record(0);
    let bases = format!(
        ".reg .b64 %alike, %row;\nadd.u64 %alike, %cells, {records};\nmov.u32 %t0, %tid.x;
mad.wide.u32 %row, %t0, {RECORD}, %alike;\n"
    );
    let mut text = String::new();
    let mut number = 0;
    for line in print(program).lines() {
        let offset = line.split_once("[%rec+").and_then(|(_, rest)| rest.split_once(']'));
        let offset = offset.and_then(|(offset, _)| offset.parse::<usize>().ok());
        // The mask of the warp's lanes stays that of the warp.
        let is_initial = offset.is_some_and(|offset| offset < GLOBAL) && !line.contains("%m0");
        if is_initial && line.contains("ld.global") {
            number += 1;
            let base = ["[%alike+", "[%row+", "[%rec+"][number % 3];
            text += &line.replace("[%rec+", base);
        } else {
            text += line;
        }
        text += "\n";
        if line.contains("ld.param.u64 %cells, [data];") {
            text += &bases;
        }
    }
    text
}
