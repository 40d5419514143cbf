//! Prints readable, lint-clean Verilog from a unit's rust-hdl circuit.
//!
//! It prints rust-hdl's syntax tree with every literal sized to its operand, so that the Verilog
//! wraps where the Rust wraps. What cannot be printed in this way is an error that names the
//! statement. Nothing relies on `initial`.

mod blocks;
mod body;
mod declare;
mod design;
mod equations;
mod expr;
pub(crate) mod header;
mod kit;
mod layout;
mod module;
mod names;
mod node;
mod notes;
mod paths;
mod place;
#[cfg(test)]
mod random;
mod reserved;
mod select;
mod separate;
mod statement;
#[cfg(test)]
mod tests;
mod text;
mod wiring;
mod wrap;

use design::Design;
use heddle_hw::kit::pins::ports;
use heddle_hw::kit::{Class, Pin, Pins, Synthesizable};
use module::Modules;
use rust_hdl::prelude::Block;

/// One module, which becomes a file of the same name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Module {
    /// Name of the module.
    pub name: String,
    /// Verilog of the module.
    pub text: String,
}

impl Module {
    /// Returns the memory module that all units share, with a behavioural body.
    pub fn memory() -> Self {
        Self { name: SRAM_NAME.to_string(), text: SRAM.to_string() }
    }

    /// Returns the name of its file.
    pub fn file(&self) -> String {
        format!("{}.v", self.name)
    }
}

/// A printed design.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verilog {
    /// Name of the top module, `heddle_<unit>`.
    pub top: String,
    /// All modules, the top first.
    pub modules: Vec<Module>,
}

impl Verilog {
    /// Returns all modules as one text, as a simulator reads it.
    pub fn complete(&self) -> String {
        self.modules.iter().map(|module| module.text.as_str()).collect::<Vec<_>>().join("\n")
    }

    /// Returns whether it has memories.
    pub fn has_memories(&self) -> bool {
        self.modules.iter().any(|module| module.name == SRAM_NAME)
    }

    /// Removes the body of the memory module, so that a macro can replace it.
    pub fn empty_memories(&mut self) {
        for module in self.modules.iter_mut().filter(|module| module.name == SRAM_NAME) {
            let ports_end = SRAM.find(");\n").map_or(SRAM.len(), |end| end + ");\n".len());
            let ports = &SRAM[..ports_end];
            let ports = ports.replace("\nmodule", "\n(* blackbox *)\nmodule");
            module.text = ports.replace("output reg", "output wire") + "endmodule\n";
        }
    }
}

/// A circuit that has no faithful Verilog.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("printing unit {unit} as Verilog: module {module}, {place}: {what}")]
pub struct EmitError {
    /// The unit's name.
    pub unit: String,
    /// The module within it.
    pub module: String,
    /// The statement or declaration.
    pub place: String,
    /// What is wrong and what to do.
    pub what: String,
}

/// Values of signals and which of their bits are read; no port is wider than 256 bits.
type Word = ethnum::U256;

/// Name of the memory module that all units share.
pub const SRAM_NAME: &str = "heddle_sram_macro";

/// Text of the memory module, with a behavioural body.
const SRAM: &str = include_str!("heddle_sram_macro.v");

/// Prints unit `R` at the given sizes. The text is a function of the circuit alone. A circuit with
/// a combinational path from an input to an output is refused (contract 1).
pub fn emit<R: Synthesizable>(params: &R::Params) -> Result<Verilog, EmitError> {
    emit_in::<R>(params, R::class(params))
}

/// The same for the unit of a machine of some class.
pub fn emit_in<R: Synthesizable>(params: &R::Params, class: Class) -> Result<Verilog, EmitError> {
    let top = format!("heddle_{}", R::NAME);
    let ports = [R::In::pins(class), R::Out::pins(class)].map(ports).concat();
    let header = header::of::<R>(&top, params);
    let circuit = R::circuit_in(params, class);
    if let Some(path) = paths::through(&Design::read(&circuit)) {
        let path = path.iter().map(|signal| signal.replace('$', ".")).collect::<Vec<_>>();
        return Err(EmitError {
            unit: R::NAME.into(),
            module: top,
            place: format!("output {}", path.last().map_or("", String::as_str)),
            what: format!(
                "it depends on an input of the same cycle ({}): put a register in between",
                path.join(" -> ")
            ),
        });
    }
    print(R::NAME, top, &header, &ports.iter().collect::<Vec<_>>(), &circuit)
}

fn print(
    unit: &str,
    top: String,
    header: &str,
    pins: &[&Pin],
    circuit: &dyn Block,
) -> Result<Verilog, EmitError> {
    let mut modules = Modules { unit, kit: kit::cells(), printed: Vec::new() };
    modules.print(&top, header, pins, &Design::read(circuit))?;
    Ok(Verilog { top, modules: modules.printed })
}
