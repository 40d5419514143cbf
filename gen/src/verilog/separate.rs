//! Separates the equations of a block: register loads move to the edge of the clock, and a choice
//! among few values becomes one assignment.
//!
//! A signal can be removed from the order of the statements if nothing depends on that
//! order: its values are made of signals that are final by then, and no statement reads it before.

use super::design::{Design, Role};
use super::layout::output_of;
use super::names::Names;
use super::node::{Node, Target, Value};
use super::statement::Piece;
use super::text::Text;
use std::collections::{BTreeMap, BTreeSet};

/// Most choices of one assignment; more are easier to read as statements.
const CHOICES: usize = 3;

/// The equations of a block.
pub struct Separated {
    /// The loads of registers at the edge of the clock.
    pub at_edge: Vec<Piece>,
    /// Everything else.
    pub follows: Vec<Piece>,
    /// Signals that are removed: the inputs of the registers that load in `at_edge`, and signals
    /// that nothing reads.
    pub gone: BTreeSet<String>,
}

/// The positions at which the pieces of a block assign a signal.
struct Written {
    first: usize,
    last: usize,
}

struct Order<'a> {
    pieces: &'a [Piece],
    written: BTreeMap<String, Written>,
}

impl<'a> Order<'a> {
    fn of(pieces: &'a [Piece]) -> Self {
        let mut written: BTreeMap<String, Written> = BTreeMap::new();
        for (i, piece) in pieces.iter().enumerate() {
            for key in piece.node.writes() {
                written.entry(key).or_insert(Written { first: i, last: i }).last = i;
            }
        }
        Self { pieces, written }
    }

    /// Returns the first statement that is executed again after piece `i`: of its loop, or itself.
    fn from(&self, i: usize) -> usize {
        let Some(repeat) = &self.pieces[i].repeat else { return i };
        let same = |piece: &Piece| piece.repeat.as_ref().is_some_and(|r| r.first == repeat.first);
        self.pieces.iter().position(same).unwrap_or(i)
    }

    /// Returns whether nothing depends on the order of the statements that assign `key`.
    fn is_free(&self, key: &str, written: &Written) -> bool {
        self.pieces.iter().enumerate().all(|(i, piece)| {
            let from = self.from(i);
            let own = piece.node.slice(&|target: &Target, _: &Value| target.key == key);
            let is_final =
                |read: &String| self.written.get(read).is_none_or(|read| read.last < from);
            own.is_none_or(|own| own.reads().keys().all(is_final))
                && (written.last < from || !piece.node.reads().has(key))
        })
    }

    /// Returns whether the first assignment to the input of a register is unconditional and whole.
    fn always_loads(&self, names: &Names, key: &str, written: &Written) -> bool {
        let piece = &self.pieces[written.first];
        let Node::Assign(target, _) = &piece.node else { return false };
        match (names.get(key).and_then(|name| name.elements), &piece.repeat) {
            (None, None) => target.part.is_empty(),
            (Some(elements), Some(repeat)) => {
                repeat.turns == Some(elements) && target.is_element(names, &repeat.index)
            }
            _ => false,
        }
    }

    /// Returns whether the first assignment, by which a register keeps its value, can be left out.
    fn keeps(&self, names: &Names, key: &str, written: &Written) -> bool {
        let Node::Assign(first, value) = &self.pieces[written.first].node else { return false };
        let kept = names.get(&output_of(key)).map(|name| format!("{}{}", name.verilog, first.part));
        let mut elsewhere = false;
        for piece in self.pieces {
            piece.node.visit(&mut |node| {
                if let Node::Assign(target, _) = node {
                    elsewhere |= target.key == key && target.part != first.part;
                }
            });
        }
        kept.as_deref() == Some(value.text.text()) && (first.part.is_empty() || !elsewhere)
    }
}

impl Target {
    /// Returns whether it is the element of a bank at a loop's variable.
    fn is_element(&self, names: &Names, variable: &str) -> bool {
        let width = names.get(&self.key).map_or(1, |name| name.width);
        self.part == format!("[{variable}]")
            || self.part == format!("[{variable}*{width} +: {width}]")
    }
}

/// Separates the equations of a block.
pub fn separate(design: &Design, names: &Names, pieces: Vec<Piece>) -> Separated {
    let registers = design.children.iter().filter(|child| child.is_register());
    let registers: BTreeSet<String> = registers.map(|child| format!("{}$d", child.name)).collect();
    let pieces = without_overwritten(names, pieces);
    let order = Order::of(&pieces);
    let read: BTreeSet<String> = pieces
        .iter()
        .flat_map(|piece| piece.node.reads().keys().cloned().collect::<Vec<_>>())
        .collect();
    let (mut loaded, mut kept, mut chosen) = (BTreeSet::new(), BTreeMap::new(), BTreeMap::new());
    for (key, written) in order.written.iter().filter(|(key, w)| order.is_free(key, w)) {
        if registers.contains(key) && !read.contains(key) && order.always_loads(names, key, written)
        {
            loaded.insert(key.clone());
            if order.keeps(names, key, written) {
                kept.insert(key.clone(), written.first);
            }
            continue;
        }
        let plain = written.first == written.last && pieces[written.first].plain().is_some();
        if let Some(value) = order.choice(names, key).filter(|_| !plain) {
            chosen.insert(key.clone(), (written.last, value));
        }
    }
    let (mut at_edge, mut follows) = (Vec::new(), Vec::new());
    for (i, piece) in pieces.iter().enumerate() {
        let put = |to: &mut Vec<Piece>, wanted: &dyn Fn(&str) -> bool| {
            let node = piece.node.slice(&|target: &Target, _: &Value| wanted(&target.key));
            to.extend(node.map(|node| Piece { node, repeat: piece.repeat.clone() }));
        };
        put(&mut at_edge, &|key| loaded.contains(key) && kept.get(key) != Some(&i));
        put(&mut follows, &|key| !loaded.contains(key) && !chosen.contains_key(key));
        for (key, (_, value)) in chosen.iter().filter(|(_, (last, _))| *last == i) {
            let target = Target { key: key.clone(), part: String::new() };
            follows.push(Piece { node: Node::Assign(target, value.clone()), repeat: None });
        }
    }
    let mut separated = Separated { at_edge, follows, gone: loaded };
    while leave_out_unread(design, &mut separated) {}
    separated
}

/// Removes the equation of a local signal that nothing reads, if there is one.
fn leave_out_unread(design: &Design, separated: &mut Separated) -> bool {
    let pieces = || separated.follows.iter().chain(&separated.at_edge);
    let local = |key: &str| design.signal(key).is_some_and(|s| s.role == Role::Local);
    let unread = separated.follows.iter().position(|piece| {
        piece.plain().is_some_and(|(key, _)| {
            let mut others = pieces().filter(|other| other.node.writes().contains(key));
            local(key)
                && others.nth(1).is_none()
                && !pieces().any(|other| other.node.reads().has(key))
        })
    });
    let Some(at) = unread else { return false };
    separated.gone.extend(separated.follows.remove(at).node.writes());
    true
}

/// Removes assignments to whole signals without effect: another follows and nothing reads in
/// between. Registers that always load have such assignments.
fn without_overwritten(names: &Names, pieces: Vec<Piece>) -> Vec<Piece> {
    let overwritten = |i: usize| {
        let Some((key, _)) = pieces[i].plain() else { return false };
        let whole = names.get(key).is_some_and(|name| name.elements.is_none());
        let mut unread = pieces[i + 1..].iter().take_while(|piece| !piece.node.reads().has(key));
        whole && unread.any(|piece| piece.plain().is_some_and(|(other, _)| other == key))
    };
    let kept: Vec<bool> = (0..pieces.len()).map(|i| !overwritten(i)).collect();
    pieces.into_iter().zip(kept).filter_map(|(piece, kept)| kept.then_some(piece)).collect()
}

impl Order<'_> {
    /// Returns the value of a whole signal as one expression of few choices.
    fn choice(&self, names: &Names, key: &str) -> Option<Value> {
        names.get(key).filter(|name| name.elements.is_none())?;
        let mut value = None;
        for piece in self.pieces {
            let Some(own) = piece.node.slice(&|target: &Target, _: &Value| target.key == key)
            else {
                continue;
            };
            if piece.repeat.is_some() {
                return None;
            }
            value = Some(evaluate(&own, value)?);
        }
        let value: Chosen = value?;
        (value.choices <= CHOICES).then_some(value.value)
    }
}

/// A value made of choices.
struct Chosen {
    value: Value,
    choices: usize,
}

/// Returns the value after a statement that assigns nothing else, if it was `before`.
fn evaluate(node: &Node, before: Option<Chosen>) -> Option<Chosen> {
    match node {
        Node::Assign(target, value) => {
            target.part.is_empty().then(|| Chosen { value: value.clone(), choices: 0 })
        }
        Node::If { test, then, otherwise } => {
            let [Node::Assign(target, then)] = &then[..] else { return None };
            let otherwise = match &otherwise[..] {
                [] => before?,
                [node] => evaluate(node, before)?,
                _ => return None,
            };
            let mut reads = test.reads.clone();
            reads.add(&then.reads);
            reads.add(&otherwise.value.reads);
            let text = [test, then, &otherwise.value].map(|value| value.text.clone());
            let [test, then, other] = text;
            let value = Value { text: Text::choice(test, then, other), reads };
            target.part.is_empty().then_some(Chosen { value, choices: otherwise.choices + 1 })
        }
        Node::Case { .. } | Node::For { .. } | Node::Note(_) => None,
    }
}
