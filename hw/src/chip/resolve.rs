//! From the text of a declaration to wires, with every check: each input pin of the chip is linked,
//! tied or on the boundary, once; the two ends of a link have the same fields, widths and directions;
//! and no name stands for nothing.

mod names;

use self::names::{Found, Names};
use super::layout::{Layout, PinRef};
use super::text::{self, Constant, End, Kind, Link, Statement};
use super::wire::{merged, Op, Wire};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A declaration that is no chip.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChipError(pub String);

impl fmt::Display for ChipError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for ChipError {}

impl From<String> for ChipError {
    fn from(text: String) -> Self {
        Self(text)
    }
}

/// Pins of the boundary with the same owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Who is outside.
    pub name: String,
    /// The prefixes that are left open, with the instance each belongs to.
    pub ends: Vec<End>,
    /// Inputs that the owner drives.
    pub inputs: Vec<PinRef>,
    /// Outputs that the owner reads.
    pub outputs: Vec<PinRef>,
}

/// A declaration with its names resolved.
#[derive(Clone, Debug, Default)]
pub struct Resolved {
    /// The links, as written.
    pub links: Vec<Link>,
    /// The wires they are made of.
    pub wires: Vec<Wire>,
    /// Inputs with a constant value.
    pub ties: Vec<(PinRef, u32)>,
    /// The boundary.
    pub boundary: Vec<Group>,
}

/// Resolves links and boundary among the instances of `present`. Links to instances of `absent`, which
/// the declaration knows and this machine does not have, leave the other side at zero.
pub fn resolve(
    present: &Layout,
    absent: &Layout,
    links: &str,
    boundary: &str,
) -> Result<Resolved, ChipError> {
    let statements = text::links(links)?;
    let groups = text::boundary(boundary)?;
    let names = Names::new(present, absent, &statements, &groups)?;
    let mut resolver = Resolver {
        present,
        names,
        drivers: BTreeMap::new(),
        unheard: BTreeSet::new(),
        out: Resolved::default(),
    };
    for statement in &statements {
        match statement {
            Statement::Link(link) => resolver.link(link)?,
            Statement::Tie(end, value) => resolver.tie(end, *value)?,
        }
    }
    for (name, ends) in groups {
        resolver.open(name, ends)?;
    }
    resolver.check_inputs()?;
    resolver.check_outputs()?;
    resolver.out.wires = merged(resolver.out.wires);
    Ok(resolver.out)
}

struct Resolver<'a> {
    present: &'a Layout,
    names: Names<'a>,
    /// What drives each input word so far, as it is written.
    drivers: BTreeMap<usize, String>,
    /// Ready inputs of streams to receivers that this machine does not have; another stream may drive them.
    unheard: BTreeSet<usize>,
    out: Resolved,
}

impl Resolver<'_> {
    fn drive(&mut self, word: usize, by: &dyn fmt::Display) -> Result<(), ChipError> {
        match self.drivers.insert(word, by.to_string()) {
            None => Ok(()),
            Some(other) => {
                let pin = self.names.describe(word);
                Err(ChipError(format!("input {pin} is driven twice: by {other} and by {by}")))
            }
        }
    }

    fn link(&mut self, link: &Link) -> Result<(), ChipError> {
        let said = link.to_string();
        let fail = |error: String| ChipError(format!("link `{said}`: {error}"));
        self.out.links.push(link.clone());
        let find =
            |term: &Vec<End>| term.iter().map(|end| self.names.find(end)).collect::<Result<_, _>>();
        let terms: Result<Vec<Vec<Found>>, String> = link.terms.iter().map(find).collect();
        let terms = terms.map_err(fail)?;
        for end in &link.receivers {
            let receiver = self.names.find(end).map_err(fail)?;
            let forward: Vec<_> = receiver.inputs().filter(|f| f.field != "ready").collect();
            if forward.is_empty() {
                return Err(fail(format!("{end} has no inputs")));
            }
            for input in forward {
                let outputs: Result<Vec<_>, String> =
                    terms.iter().map(|term| names::outputs(term, &input)).collect();
                let outputs = outputs.map_err(fail)?;
                let smxs = self.names.smxs();
                for (word, wire) in receiver.wires(&input, &outputs, smxs).map_err(fail)? {
                    self.drive(word, &format!("`{said}`"))?;
                    self.out.wires.extend(wire);
                }
            }
            if link.kind == Kind::Stream {
                self.ready(&terms[0][0], &receiver, &said)?;
            }
        }
        Ok(())
    }

    /// The way back of a stream. Ready passes only with valid, which changes no transfer and leaves the
    /// inputs of an idle unit at zero.
    fn ready(&mut self, source: &Found, receiver: &Found, said: &str) -> Result<(), ChipError> {
        let fail = |error: String| ChipError(format!("link `{said}`: {error}"));
        let Some(input) = source.inputs().find(|field| field.field == "ready") else {
            return match receiver.outputs().find(|field| field.field == "ready") {
                Some(_) => Err(fail(format!("{} does not wait for {}", source.end, receiver.end))),
                None => Ok(()),
            };
        };
        let ready = receiver.outputs().find(|field| field.field == "ready");
        let ready = ready.ok_or_else(|| fail(format!("{} has no ready", receiver.end)))?;
        let valid = source.outputs().find(|field| field.field == "valid");
        let valid = valid.ok_or_else(|| fail(format!("{} has no valid", source.end)))?;
        for (n, slot) in source.slots.iter().enumerate() {
            let to = slot.1.input + input.pin;
            if receiver.slots.is_empty() {
                self.unheard.insert(to);
                continue;
            }
            self.drive(to, &format!("`{said}`"))?;
            let others = (source.slots.len(), receiver.slots.len());
            let other = match others {
                (a, b) if a == b => &receiver.slots[n],
                _ => return Err(fail("a stream joins one instance and one instance".into())),
            };
            let sources = vec![slot.1.output + valid.pin, other.1.output + ready.pin];
            self.out.wires.push(Wire {
                op: Op::And,
                sources,
                terms: vec![1, 1],
                to,
                len: 1,
                receiver: slot.0,
            });
        }
        Ok(())
    }

    fn tie(&mut self, end: &End, value: Constant) -> Result<(), ChipError> {
        let found = self.names.find(end)?;
        for field in found.inputs() {
            let width = found.input_pin(&field).width;
            let value = match value {
                Constant::Ones => u32::MAX >> (32 - width),
                Constant::Number(number) if found.input_pin(&field).begins_port() => number,
                Constant::Number(_) => 0,
            };
            if width < 32 && value >> width != 0 {
                return Err(ChipError(format!("tie {end} = {value:#x}: the pin has {width} bits")));
            }
            if value != 0 && !found.input_pin(&field).stands() {
                return Err(ChipError(format!(
                    "tie {end} = {value:#x}: only a level stands at another value than zero"
                )));
            }
            for (_, slot) in &found.slots {
                let word = slot.input + field.pin;
                self.drive(word, &format!("`tie {end}`"))?;
                self.out.ties.push((PinRef(word), value));
            }
        }
        Ok(())
    }

    fn open(&mut self, name: String, ends: Vec<End>) -> Result<(), ChipError> {
        let (mut inputs, mut outputs) = (Vec::new(), Vec::new());
        for end in &ends {
            let found =
                self.names.find(end).map_err(|e| ChipError(format!("boundary {name}: {e}")))?;
            let by = format!("boundary {name}");
            for (_, slot) in &found.slots {
                for field in found.inputs() {
                    self.drive(slot.input + field.pin, &by)?;
                    inputs.push(PinRef(slot.input + field.pin));
                }
                outputs.extend(found.outputs().map(|field| PinRef(slot.output + field.pin)));
            }
        }
        self.out.boundary.push(Group { name, ends, inputs, outputs });
        Ok(())
    }

    /// Every output but `idle` goes somewhere, or could on a machine that has all units.
    fn check_outputs(&self) -> Result<(), ChipError> {
        for slot in &self.present.slots {
            let lost =
                slot.outputs.iter().find(|pin| pin.name != "idle" && !self.names.has(slot, pin));
            if let Some(pin) = lost {
                let name = format!("{}.{}", slot.name, pin.name);
                return Err(ChipError(format!(
                    "output {name} goes nowhere: link it or put it on the boundary"
                )));
            }
        }
        Ok(())
    }

    fn check_inputs(&self) -> Result<(), ChipError> {
        let words = self.present.slots.iter().flat_map(|slot| slot.input..slot.output);
        match words
            .into_iter()
            .find(|word| !self.drivers.contains_key(word) && !self.unheard.contains(word))
        {
            None => Ok(()),
            Some(word) => {
                let pin = self.names.describe(word);
                Err(ChipError(format!("input {pin} is not linked, tied or on the boundary")))
            }
        }
    }
}
