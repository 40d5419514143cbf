//! Splits a block's statements into independent processes.
//!
//! One big `always @(*)` would close loops that do not exist: through a sub-block, from a process's
//! output back to its input. So statements share a process only when they must: when they assign
//! the same signal, or when one reads a signal that a later one changes. In a loop every statement
//! counts as later, because of the next iteration. So the statements of a loop may be in several
//! processes, each with the loop around its own. A process that is a single assignment is printed
//! as `assign`, which is also right when it reads no signal.

use super::layout::{Layout, Style};
use super::names::{Meaning, Names};
use super::node::Value;
use super::statement::Piece;
use std::collections::{BTreeMap, BTreeSet};

/// A signal and its only expression.
pub struct Equation<'a> {
    pub key: &'a String,
    pub value: &'a Value,
}

/// Returns the representative of a piece's process.
fn find(parents: &[usize], mut piece: usize) -> usize {
    while parents[piece] != piece {
        piece = parents[piece];
    }
    piece
}

/// Merges the processes of two pieces; the earlier piece is the representative.
fn unite(parents: &mut [usize], a: usize, b: usize) {
    let (a, b) = (find(parents, a), find(parents, b));
    parents[a.max(b)] = a.min(b);
}

/// Sorts statements into processes.
pub fn processes<'a>(names: &Names, pieces: &'a [Piece]) -> Vec<Vec<&'a Piece>> {
    let mut last: BTreeMap<String, usize> = BTreeMap::new();
    for (i, piece) in pieces.iter().enumerate() {
        last.extend(piece.node.writes().into_iter().map(|name| (name, i)));
    }
    let mut parents: Vec<usize> = (0..pieces.len()).collect();
    for (i, piece) in pieces.iter().enumerate() {
        for name in piece.node.writes() {
            unite(&mut parents, i, last[&name]);
        }
        let turn = first_of_loop(piece);
        let from = match turn {
            Some(_) => pieces.iter().position(|other| first_of_loop(other) == turn).unwrap_or(i),
            None => i,
        };
        for name in piece.node.reads().keys() {
            if let Some(&writer) = last.get(name).filter(|writer| **writer >= from) {
                unite(&mut parents, i, writer);
            }
        }
    }
    let mut groups: BTreeMap<usize, Vec<&Piece>> = BTreeMap::new();
    for (i, piece) in pieces.iter().enumerate() {
        groups.entry(find(&parents, i)).or_default().push(piece);
    }
    let mut groups: Vec<Vec<&Piece>> = groups.into_values().collect();
    // A process that reads only constants never wakes: it joins another.
    let constants = constants(names, pieces);
    let sleeps = |group: &Vec<&Piece>| {
        equation(group).is_none() && !group.iter().any(|piece| changes(names, &constants, piece))
    };
    let (mut asleep, mut awake): (Vec<_>, Vec<_>) = groups.drain(..).partition(sleeps);
    match awake.iter_mut().find(|group| equation(group).is_none()) {
        Some(host) => host.splice(0..0, asleep.drain(..).flatten()).for_each(drop),
        None => awake.append(&mut asleep),
    }
    awake
}

/// Returns whether a statement reads a signal that may change.
fn changes(names: &Names, constants: &BTreeSet<&String>, piece: &Piece) -> bool {
    let reads = piece.node.reads();
    let mut signals = reads.keys().filter(|key| is_signal(names, key));
    signals.any(|key| !constants.contains(key))
}

/// Returns the signals that are assigned once, from constants.
fn constants<'a>(names: &Names, pieces: &'a [Piece]) -> BTreeSet<&'a String> {
    let mut constants = BTreeSet::new();
    loop {
        let known = constants.len();
        for piece in pieces {
            let Some((key, _)) = piece.plain().filter(|_| !changes(names, &constants, piece))
            else {
                continue;
            };
            if pieces.iter().filter(|piece| piece.node.writes().contains(key)).count() == 1 {
                constants.insert(key);
            }
        }
        if constants.len() == known {
            return constants;
        }
    }
}

fn is_signal(names: &Names, key: &str) -> bool {
    names.get(key).is_some_and(|name| name.meaning == Meaning::Signal)
}

/// Returns the process as an equation, if it is one.
pub fn equation<'a>(group: &[&'a Piece]) -> Option<Equation<'a>> {
    let [piece] = group else { return None };
    piece.plain().map(|(key, value)| Equation { key, value })
}

/// Prints an `always` block. A block with loops has a name, so that their variables are local to
/// it.
pub fn process(names: &Names, group: &[&Piece]) -> String {
    let target = group.iter().find_map(|piece| piece.node.writes().pop_first());
    let target = target.and_then(|key| names.get(&key)).map_or("", |name| &name.verilog);
    let mut text = format!("\n    always @(*) begin{}\n", scope(group, &format!("for_{target}")));
    text += &variables(group);
    text += &statements(&Layout { names, style: Style::Follows }, group, 2);
    text + "    end\n"
}

/// Returns the name behind the `begin` of a process that has its own variables.
pub fn scope(group: &[&Piece], name: &str) -> String {
    match loop_variables(group).is_empty() {
        true => String::new(),
        false => format!(" : {name}"),
    }
}

/// Prints the declarations of a process's loop variables.
pub fn variables(group: &[&Piece]) -> String {
    let variables = loop_variables(group);
    variables.iter().map(|variable| format!("        integer {variable};\n")).collect()
}

fn loop_variables(group: &[&Piece]) -> BTreeSet<String> {
    let inner = group.iter().flat_map(|piece| piece.node.loop_variables());
    let outer = group.iter().filter_map(|piece| piece.repeat.as_ref());
    inner.chain(outer.map(|repeat| repeat.index.clone())).collect()
}

/// Prints the statements of a process, those of one loop together.
pub fn statements(layout: &Layout, group: &[&Piece], depth: usize) -> String {
    let loops =
        group.chunk_by(|a, b| first_of_loop(a).is_some() && first_of_loop(a) == first_of_loop(b));
    let mut text = String::new();
    for pieces in loops {
        let nodes: Vec<_> = pieces.iter().map(|piece| piece.node.clone()).collect();
        let lines = match pieces.first().and_then(|piece| piece.repeat.as_ref()) {
            Some(repeat) => layout.repetition(&repeat.header, &nodes, depth),
            None => layout.lines(&nodes, depth),
        };
        lines.iter().for_each(|line| text += &format!("{line}\n"));
    }
    text
}

fn first_of_loop(piece: &Piece) -> Option<usize> {
    piece.repeat.as_ref().map(|repeat| repeat.first)
}
