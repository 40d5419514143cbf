//! Which pins a name such as `kmu.disp` stands for.

use super::super::layout::{Layout, Slot};
use super::super::text::{End, Statement};
use super::super::wire::{Op, Wire};
use super::ChipError;
use crate::kit::Pin;
use std::collections::{BTreeMap, BTreeSet};

/// A pin of an end: its index in the table of its direction, and what its name adds to the prefix.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Index in the pin table.
    pub pin: usize,
    /// `valid` of `disp_valid`; empty if the prefix is the whole name.
    pub field: &'static str,
    /// The lowest of its bits in the port.
    pub offset: u32,
}

/// The pins of an end, of all instances that are present.
#[derive(Clone, Debug)]
pub struct Found<'a> {
    /// As it is written.
    pub end: End,
    /// The instances, with their indices.
    pub slots: Vec<(usize, &'a Slot)>,
    /// Where the pin tables are found: an instance that the declaration knows, present or not.
    known: &'a Slot,
    /// Whether there is one per SMX.
    per_smx: bool,
    inputs: Vec<Field>,
    outputs: Vec<Field>,
}

/// What an input is made of: the field of each source, with the source.
type Output<'a, 'b> = (&'b Found<'a>, Field);

impl<'a> Found<'a> {
    /// Its inputs.
    pub fn inputs(&self) -> impl Iterator<Item = Field> + '_ {
        self.inputs.iter().copied()
    }

    /// Its outputs.
    pub fn outputs(&self) -> impl Iterator<Item = Field> + '_ {
        self.outputs.iter().copied()
    }

    /// The declaration of an input.
    pub fn input_pin(&self, field: &Field) -> &'static Pin {
        &self.known.inputs[field.pin]
    }

    /// Whether `field` of `source` is a mask of which each of these instances gets its bit.
    fn splits(&self, source: &Found, field: &Field, to: &Pin) -> bool {
        let from = &source.known.outputs[field.pin];
        self.per_smx && !source.per_smx && from.port_width != to.port_width
    }

    /// The wires of one input, with the word each drives; none where all sources of a term are absent. `terms` are
    /// ANDed, the outputs of each ORed.
    pub fn wires(
        &self,
        input: &Field,
        terms: &[Vec<Output>],
        smxs: u32,
    ) -> Result<Vec<(usize, Option<Wire>)>, String> {
        let to = self.input_pin(input);
        let several = terms.iter().map(Vec::len).sum::<usize>() > 1;
        for (source, field) in terms.iter().flatten() {
            let from = &source.known.outputs[field.pin];
            let fits = match (source.per_smx, self.per_smx) {
                (true, false) => from.width == 1 && to.port_width >= smxs,
                (false, true) => {
                    from.port_width == to.port_width || (to.width == 1 && from.port_width >= smxs)
                }
                _ => from.port_width == to.port_width,
            };
            if several && source.per_smx != self.per_smx {
                return Err(format!(
                    "{} and {}: between all SMXs and each, a link has one source",
                    source.end, self.end
                ));
            }
            if !fits {
                return Err(format!(
                    "{}.{} has {} bits and {}.{} has {}",
                    source.end.instance,
                    from.name,
                    from.port_width,
                    self.end.instance,
                    to.name,
                    to.port_width
                ));
            }
        }
        let wire = |(receiver, slot): &(usize, &Slot)| {
            let word = slot.input + input.pin;
            let smx = slot.smx.unwrap_or(0);
            let (mut sources, mut counts) = (Vec::new(), Vec::new());
            for term in terms {
                let before = sources.len();
                for (source, field) in term {
                    let same =
                        |from: &Slot| !(source.per_smx && self.per_smx) || from.smx == slot.smx;
                    // Of a gathered mask, this word is made of the SMXs whose bits lie in it.
                    let gathered =
                        |from: &Slot| self.per_smx || from.smx.is_none_or(|n| n & !31 == to.offset);
                    let slots = source.slots.iter().map(|(_, from)| *from);
                    let slots = slots.filter(|from| same(from) && gathered(from));
                    // Of a mask that gives each SMX its bit, the word in which this SMX has it.
                    let word = if self.splits(source, field, to) { smx as usize / 32 } else { 0 };
                    sources.extend(slots.map(|from| from.output + field.pin + word));
                }
                counts.push(sources.len() - before);
            }
            let (source, field) = &terms[0][0];
            let op = match (source.per_smx, self.per_smx) {
                (true, false) => Op::Gather,
                _ if self.splits(source, field, to) => Op::Bit(smx % 32),
                _ => Op::of_terms(&counts),
            };
            // An AND with a term that is not there is zero.
            let missing = counts.contains(&0);
            let wire = Wire { op, sources, terms: counts, to: word, len: 1, receiver: *receiver };
            (word, (!missing).then_some(wire))
        };
        Ok(self.slots.iter().map(wire).collect())
    }
}

/// The outputs of a term that the input `like` of a receiver is made of. One source at least has it.
pub fn outputs<'a, 'b>(term: &'b [Found<'a>], like: &Field) -> Result<Vec<Output<'a, 'b>>, String> {
    let same = |source: &'b Found<'a>| {
        let mut words = source.outputs().filter(|output| output.field == like.field);
        let first = words.next();
        let field =
            first.into_iter().chain(words).find(|word| word.offset == like.offset).or(first);
        field.map(|field| (source, field))
    };
    let found: Vec<_> = term.iter().filter_map(same).collect();
    if !found.is_empty() {
        return Ok(found);
    }
    let said = |source: &Found| match like.field {
        "" => format!("{} is no output", source.end),
        field => format!("{} has no output {}_{field}", source.end, source.end.prefix),
    };
    Err(term.iter().map(said).collect::<Vec<_>>().join("; "))
}

/// The names of a declaration.
pub struct Names<'a> {
    present: &'a Layout,
    absent: &'a Layout,
    /// By instance, every prefix that a statement names.
    prefixes: BTreeMap<String, BTreeSet<String>>,
}

impl<'a> Names<'a> {
    /// The names that `statements` and `groups` use. No instance may be declared twice.
    pub fn new(
        present: &'a Layout,
        absent: &'a Layout,
        statements: &[Statement],
        groups: &[(String, Vec<End>)],
    ) -> Result<Self, ChipError> {
        let mut seen = BTreeSet::new();
        for slot in present.slots.iter().chain(&absent.slots) {
            if !seen.insert(slot.name.as_str()) {
                return Err(ChipError(format!("two instances are called {}", slot.name)));
            }
        }
        let mut prefixes: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        let mut add = |end: &End| {
            prefixes.entry(end.instance.clone()).or_default().insert(end.prefix.clone());
        };
        for statement in statements {
            match statement {
                Statement::Link(link) => {
                    link.sources().chain(&link.receivers).for_each(&mut add);
                }
                Statement::Tie(end, _) => add(end),
            }
        }
        groups.iter().flat_map(|(_, ends)| ends).for_each(&mut add);
        Ok(Self { present, absent, prefixes })
    }

    /// Number of SMXs that have instances of their own; 0 if none have.
    pub fn smxs(&self) -> u32 {
        self.present.slots.iter().filter_map(|slot| slot.smx).max().map_or(0, |last| last + 1)
    }

    /// The pins of `end`.
    pub fn find(&self, end: &End) -> Result<Found<'a>, String> {
        let slots: Vec<(usize, &Slot)> = {
            let all = self.present.slots.iter().enumerate();
            all.filter(|(_, slot)| slot.declared == end.instance).collect()
        };
        let gone = || self.absent.slots.iter().find(|slot| slot.declared == end.instance);
        let known = slots.first().map(|(_, slot)| *slot).or_else(gone);
        let known = known.ok_or_else(|| format!("there is no instance {}", end.instance))?;
        let (inputs, outputs) = (self.fields(end, known.inputs), self.fields(end, known.outputs));
        if inputs.is_empty() && outputs.is_empty() {
            return Err(format!("{} stands for no pin", end));
        }
        let per_smx = known.smx.is_some();
        Ok(Found { end: end.clone(), slots, known, per_smx, inputs, outputs })
    }

    /// Whether a statement names `pin`, by a prefix or in full.
    pub fn has(&self, slot: &Slot, pin: &Pin) -> bool {
        let prefixes = self.prefixes.get(slot.declared);
        prefixes.is_some_and(|p| p.iter().any(|prefix| rest(pin.name, prefix).is_some()))
    }

    /// Pins of which `end` is the longest prefix that is named.
    fn fields(&self, end: &End, pins: &'static [Pin]) -> Vec<Field> {
        let Some(prefixes) = self.prefixes.get(&end.instance) else { return Vec::new() };
        let longest = |name: &'static str| {
            let fitting = prefixes.iter().filter(|prefix| rest(name, prefix).is_some());
            fitting.max_by_key(|prefix| prefix.len())
        };
        let of_end = |(pin, p): (usize, &'static Pin)| {
            let field = rest(p.name, &end.prefix)?;
            let own = longest(p.name) == Some(&end.prefix);
            own.then_some(Field { pin, field, offset: p.offset })
        };
        pins.iter().enumerate().filter_map(of_end).collect()
    }

    /// An input word as `instance.pin`.
    pub fn describe(&self, word: usize) -> String {
        let pin = self.present.pin_of(word);
        pin.map_or_else(|| format!("word {word}"), |(slot, pin, _)| format!("{}.{pin}", slot.name))
    }
}

/// What a name adds to a prefix.
fn rest(name: &'static str, prefix: &str) -> Option<&'static str> {
    let rest = name.strip_prefix(prefix)?;
    if rest.is_empty() {
        Some(rest)
    } else {
        rest.strip_prefix('_')
    }
}
