//! State machines of a unit: which registers hold states, and what the states are called.

use rust_hdl::prelude::{Atom, Block, Probe, TypeKind};

/// A register whose values have names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateRegister {
    /// Instances from the top down to the module with the register, as Verilog names them.
    pub scope: Vec<String>,
    /// Its name in that module.
    pub name: String,
    /// Width in bits.
    pub width: u32,
    /// Names of the values, from zero up.
    pub states: Vec<String>,
}

impl StateRegister {
    /// A name of its own in the unit, for the file with its states.
    pub fn label(&self) -> String {
        let register = self.name.strip_suffix("_q").unwrap_or(&self.name);
        let blocks = self.scope.iter().map(|scope| scope.strip_prefix("u_").unwrap_or(scope));
        blocks.chain([register]).collect::<Vec<_>>().join("_")
    }

    /// Values and names, a line each: what GTKWave and Surfer read. Values are in binary and full width.
    pub fn text(&self) -> String {
        let line = |(value, name): (usize, &String)| {
            format!("{value:0width$b} {name}\n", width = self.width as usize)
        };
        self.states.iter().enumerate().map(line).collect()
    }
}

/// The state registers of a circuit, from the top down.
pub fn registers(circuit: &dyn Block) -> Vec<StateRegister> {
    let mut reader = Reader { scopes: Vec::new(), found: Vec::new() };
    circuit.accept("top", &mut reader);
    reader.found
}

struct Reader {
    scopes: Vec<String>,
    found: Vec<StateRegister>,
}

impl Probe for Reader {
    fn visit_start_scope(&mut self, name: &str, _: &dyn Block) {
        self.scopes.push(name.to_string());
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
        let TypeKind::Enum(states) = signal.descriptor().kind else { return };
        // A register is a block of its own here, and a signal of its parent in Verilog.
        let ([_, scope @ .., register], "q") = (&self.scopes[..], name) else { return };
        let last = |path: String| path.rsplit("::").next().unwrap_or(&path).to_string();
        self.found.push(StateRegister {
            scope: scope.iter().map(|name| format!("u_{name}")).collect(),
            name: format!("{register}_q"),
            width: signal.bits() as u32,
            states: states.into_iter().map(last).collect(),
        });
    }

    fn visit_end_scope(&mut self, _: &str, _: &dyn Block) {
        self.scopes.pop();
    }
}
