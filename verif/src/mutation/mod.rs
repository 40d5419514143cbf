//! Measures how many small changes of a unit's Verilog its specification notices.
//!
//! The specification's stimuli are played on the model, and the pins are recorded ([`stimulus`]).
//! Yosys picks mutants of the printed Verilog, evenly over its cells, wires and lines, and puts all
//! of them into one netlist behind a selecting input ([`mutant`], [`netlist`]). Verilator compiles
//! it, and the recordings are replayed into it with one mutant after another selected. The first
//! output that differs from the recorded one kills the mutant ([`replay`]). Survivors are
//! equivalent by proof ([`proof`]) or by reading ([`judgement`]), or the stimuli miss them; then the unit's proof may
//! notice them ([`refutation`]); they are asked about on all cores ([`fates`]), and an interrupted
//! measurement goes on ([`earlier`]).
//!
//! Beside the mutants the book shows which lines are run, of the Verilog ([`coverage`]) and of the
//! Rust code ([`rust`]).

pub mod bench;
pub mod coverage;
pub mod crates;
pub mod difference;
pub mod earlier;
pub mod fates;
pub mod judgement;
pub mod measure;
pub mod mutant;
pub mod netlist;
pub mod page;
pub mod proof;
pub mod refutation;
pub mod replay;
pub mod rust;
pub mod smt;
pub mod splice;
pub mod stimulus;

use std::time::Duration;

/// Time that the solver has for a question about a mutant, and for all questions whether one is equivalent. Most take
/// seconds; one of LaPerm had not come to an end after 38 minutes.
const PATIENCE: Duration = Duration::from_secs(600);

/// Mutants of a unit with blocks of its own, and of a cell of the kit.
const LARGE: usize = 200;
const SMALL: usize = 120;

/// Returns the number of mutants of a unit that are tried.
pub fn mutants_of(unit: &str) -> usize {
    match unit {
        "register" | "sram" | "arbiter" | "fifo" => SMALL,
        _ => LARGE,
    }
}
