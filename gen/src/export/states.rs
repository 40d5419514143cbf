//! State machines of a unit: the registers that hold states, and the names of the states.

use rust_hdl::prelude::{Atom, Block, Probe, TypeKind};

/// A register whose values have names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateRegister {
    /// Instances from the top down to the module with the register, as Verilog names them.
    pub scope: Vec<String>,
    /// Name of the register in that module.
    pub name: String,
    /// Width in bits.
    pub width: u32,
    /// Names of the values, from zero up.
    pub states: Vec<String>,
}

impl StateRegister {
    /// Returns a name that is unique in the unit, for the file with the states.
    pub fn label(&self) -> String {
        let register = self.name.strip_suffix("_q").unwrap_or(&self.name);
        let blocks = self.scope.iter().map(|scope| scope.strip_prefix("u_").unwrap_or(scope));
        blocks.chain([register]).collect::<Vec<_>>().join("_")
    }

    /// Returns values and names, one line each, as GTKWave and Surfer read them. Values are in binary
    /// at full width.
    pub fn text(&self) -> String {
        let line = |(value, name): (usize, &String)| {
            format!("{value:0width$b} {name}\n", width = self.width as usize)
        };
        self.states.iter().enumerate().map(line).collect()
    }
}

/// Returns the state registers of a circuit, from the top down.
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
        // A register is a separate block here, and a signal of its parent in Verilog.
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
