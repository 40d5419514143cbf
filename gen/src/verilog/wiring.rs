//! Finds the connections of the ports of blocks inside. A wire that only carries a value to a port,
//! or from a port to one name, is left out.

use super::design::{Child, Design, Role, Signal};
use super::names::{ones, plain, Meaning, Names};
use super::node::Value;
use super::place::port_bits;
use super::separate::Separated;
use super::statement::Piece;
use std::collections::{BTreeMap, BTreeSet};

/// Longest expression in a connection that is more than a name.
const EXPRESSION: usize = 40;

/// The connections that do not have a separate wire.
#[derive(Default)]
pub struct Wiring {
    /// Connections by port.
    pub connected: BTreeMap<String, String>,
    /// Signals that an instance drives.
    pub driven: BTreeSet<String>,
}

impl Wiring {
    /// Finds the wires that can be left out, and removes their equations.
    pub fn of(design: &Design, names: &Names, separated: &mut Separated) -> Self {
        let mut wiring = Self::default();
        let (follows, at_edge) = (&mut separated.follows, &separated.at_edge[..]);
        let blocks = design.children.iter().filter(|child| !child.bank && !child.is_register());
        let ports = blocks.flat_map(|child| child.part().signals.iter().map(move |s| (child, s)));
        for (child, port) in ports {
            let key = format!("{}${}", child.name, port.name);
            match port.role {
                Role::Input => wiring.input(names, &key, (child, port), follows, at_edge),
                Role::Output if port_bits(child, port).is_none() => {
                    wiring.output(design, names, &key, follows, at_edge);
                }
                _ => {}
            }
        }
        wiring
    }

    fn input(
        &mut self,
        names: &Names,
        key: &str,
        (child, port): (&Child, &Signal),
        follows: &mut Vec<Piece>,
        at_edge: &[Piece],
    ) {
        let Some(at) = only_equation(follows, key) else { return };
        if follows.iter().chain(at_edge).any(|piece| piece.node.reads().has(key)) {
            return;
        }
        let Some((_, value)) = follows[at].plain() else { return };
        let text = match port_bits(child, port) {
            None if value.text.is_simple() || value.text.text().len() <= EXPRESSION => {
                names.keep(&value.reads);
                value.text.text().to_string()
            }
            None => return,
            Some(bits) => {
                let Some(source) = whole_signal(names, value) else { return };
                names.keep_bits(&source, ones(bits));
                format!("{}[{}:0]", value.text.text(), bits - 1)
            }
        };
        follows.remove(at);
        self.connected.insert(key.to_string(), text);
    }

    fn output(
        &mut self,
        design: &Design,
        names: &Names,
        key: &str,
        follows: &mut Vec<Piece>,
        at_edge: &[Piece],
    ) {
        let mut readers = follows.iter().chain(at_edge).filter(|piece| piece.node.reads().has(key));
        let (Some(reader), None) = (readers.next(), readers.next()) else { return };
        let Some((target, value)) = reader.plain() else { return };
        let own = design.signal(target).filter(|s| matches!(s.role, Role::Output | Role::Local));
        if whole_signal(names, value).as_deref() != Some(key) || own.is_none() {
            return;
        }
        let Some(at) = only_equation(follows, target) else { return };
        let target = target.clone();
        self.connected.insert(key.to_string(), plain(&target));
        self.driven.insert(target);
        follows.remove(at);
    }
}

/// Returns the only statement that assigns `key`, if it always assigns the whole signal.
fn only_equation(pieces: &[Piece], key: &str) -> Option<usize> {
    let mut writers = pieces.iter().enumerate().filter(|(_, p)| p.node.writes().contains(key));
    let (Some((at, piece)), None) = (writers.next(), writers.next()) else { return None };
    piece.plain().map(|_| at)
}

/// Returns the signal whose bits a value is, if it is all bits of one signal.
fn whole_signal(names: &Names, value: &Value) -> Option<String> {
    let mut keys = value.reads.keys();
    let (Some(key), None) = (keys.next(), keys.next()) else { return None };
    let name = names.get(key)?;
    let whole = name.meaning == Meaning::Signal && name.elements.is_none();
    (whole && name.verilog == value.text.text()).then(|| key.clone())
}
