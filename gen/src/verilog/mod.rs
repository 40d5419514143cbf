//! Readable, lint-clean Verilog from a room's rust-hdl circuit.
//!
//! It prints from rust-hdl's syntax tree with every literal sized to its operand, so that the
//! Verilog wraps where the Rust wraps; what cannot be printed that way is an error that names the
//! statement. Nothing relies on `initial`.

mod design;
mod equations;
mod expr;
mod module;
mod names;
mod statement;

use design::Design;
use heddle_hw::kit::{Pin, Pins, Room};

/// A printed design.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verilog {
    /// Name of the top module, `heddle_<room>`.
    pub top: String,
    /// The top module and its sub-modules, without macros.
    pub text: String,
    /// The memory module the design instantiates; empty when it has no memory.
    pub macros: String,
}

impl Verilog {
    /// Everything in one text: what a simulator reads.
    pub fn complete(&self) -> String {
        format!("{}{}", self.text, self.macros)
    }
}

/// A circuit that has no faithful Verilog.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("printing room {room} as Verilog: module {module}, {place}: {what}")]
pub struct EmitError {
    /// The room's name.
    pub room: String,
    /// The module within it.
    pub module: String,
    /// The statement or declaration.
    pub place: String,
    /// What is wrong and what to do.
    pub what: String,
}

/// The module silicon replaces with a macro and synthesis infers a memory from.
pub const SRAM: &str = include_str!("heddle_sram_macro.v");

/// Prints room `R` at the given sizes. The text is a function of the circuit alone.
pub fn emit<R: Room>(params: &R::Params) -> Result<Verilog, EmitError> {
    let design = Design::read(&R::circuit(params));
    let top = format!("heddle_{}", R::NAME);
    let pins: Vec<&Pin> = R::In::PINS.iter().chain(R::Out::PINS).collect();
    let header = format!(
        "// {top}: {}.\n// Sizes: {params:?}.\n\
         // Rising edge of clock; reset is synchronous, active high; outputs depend on state only.\n",
        R::PURPOSE
    );
    let printed = module::print(R::NAME, &top, &pins, &design)?;
    let macros = if printed.uses_sram { SRAM.to_string() } else { String::new() };
    Ok(Verilog { top, text: header + &printed.text, macros })
}
