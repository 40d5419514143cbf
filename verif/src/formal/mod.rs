//! Proofs over the exported Verilog. `verif/formal/<unit>.v` holds the properties of a unit, and
//! yosys turns unit and properties into SMT. yosys-smtbmc and Bitwuzla prove the properties by
//! k-induction, and show that their situations are possible.
//!
//! The exported Verilog is not changed. The properties are put before the last `endmodule` of a
//! copy, so they see the unit's registers by name; `heddle_stream` is bound to every stream of its
//! pins. A reset may come in any cycle, and power-up is any state: nothing is claimed before the
//! first reset.

mod alone;
mod bench;
mod check;
mod chip;
mod chip_page;
mod equal;
mod guarantees;
mod kept;
mod page;
mod plan;
mod reach;
mod streams;
mod theorem;
mod tools;

pub use alone::Begin;
pub use bench::{properties_of, Properties};
pub use check::{bench_of, breaks, is_proved, lemmas, prove, refute, Change, Proved, Refuted};
pub use chip::{Machine, GRAPHS, GROUPS, KERNELS, MACHINES};
pub use chip_page::chip_page;
pub use equal::{compare, Equality};
pub use guarantees::{gaps, guarantees, promises, properties, Guarantee, Guarantees};
pub use page::{page, MEASURED};
pub use plan::{all_points, plan_of, plans_of, Plan};
pub use reach::{violate, Runs};
pub use theorem::{prove_chip, Theorem};
pub use tools::{available, solve, PREPARE};

use heddle_gen::sizing::SizingError;
use heddle_gen::synth::SynthError;
use std::path::PathBuf;
use std::time::Duration;

/// Why there is no proof.
#[derive(Debug, thiserror::Error)]
pub enum FormalError {
    /// A tool is not installed.
    #[error("{tool} is missing: run scripts/setup, or install the package {package}")]
    Missing {
        /// The command.
        tool: &'static str,
        /// The package it comes in.
        package: &'static str,
    },
    /// The first lines of a file of properties are not understood.
    #[error("{0}")]
    Plan(String),
    /// The unit does not come in the sizes of a point.
    #[error("verif/formal/{unit}.v, at a point: {source}")]
    Point {
        /// The unit.
        unit: &'static str,
        /// Which size, and what it may be.
        source: SizingError,
    },
    /// Yosys could not turn the unit into SMT.
    #[error(transparent)]
    Yosys(#[from] SynthError),
    /// A tool refused its input.
    #[error("{tool} failed on {unit}; its last words:\n{output}")]
    Tool {
        /// The command.
        tool: &'static str,
        /// The unit.
        unit: String,
        /// The end of its output.
        output: String,
    },
    /// The solver had no answer within this time.
    #[error("the solver has no answer within {} s", .0.as_secs())]
    NoAnswer(Duration),
    /// A file could not be read or written.
    #[error("proving a unit: {}: {source}", path.display())]
    File {
        /// Which.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A property does not hold.
    #[error("{0}")]
    Refuted(Box<Refuted>),
    /// A cover was not reached.
    #[error(
        "{plan}: not reached within {} cycles: {}; see whether the assumptions of \
         verif/formal/{}.v contradict each other",
        plan.cover_within, covers.join(", "), plan.unit
    )]
    Unreached {
        /// The unit, its sizes, and the cycles searched.
        plan: Box<Plan>,
        /// Names of the covers.
        covers: Vec<String>,
    },
}
