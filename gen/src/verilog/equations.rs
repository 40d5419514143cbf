//! Splits a block's statements into independent processes.
//!
//! One big `always @(*)` would close loops that are not there: through a sub-block, from a
//! process's output back to its input. So statements share a process only when they must: when
//! they assign the same signal, or one reads what a later one still changes; in a loop, what any of
//! the loop changes, for the next turn comes later. The statements of a loop may so end up in several
//! processes, each with the loop around its own. A process that is a single assignment is printed
//! as `assign`, which is also right when it reads no signal at all.

use super::names::{Meaning, Names};
use std::collections::{BTreeMap, BTreeSet};

/// A loop around a statement.
#[derive(Clone)]
pub struct Repeat {
    /// The first statement in the loop, as an index into all of them.
    pub first: usize,
    /// The loop variable.
    pub index: String,
    pub header: String,
}

/// One printed statement, with rust-hdl's names of what it assigns and reads.
pub struct Piece {
    pub lines: Vec<String>,
    pub writes: BTreeSet<String>,
    pub reads: BTreeSet<String>,
    /// Variables of the loops within.
    pub integers: BTreeSet<String>,
    /// The loop around it.
    pub repeat: Option<Repeat>,
    /// Whether it is one plain assignment to a whole signal.
    pub plain: bool,
}

/// Printed processes, and the signals that are driven by `assign` and so are wires.
pub struct Equations {
    pub text: String,
    pub wires: BTreeSet<String>,
}

/// The representative of a piece's process.
fn find(parents: &[usize], mut piece: usize) -> usize {
    while parents[piece] != piece {
        piece = parents[piece];
    }
    piece
}

/// Puts two pieces into one process, named after the earlier.
fn unite(parents: &mut [usize], a: usize, b: usize) {
    let (a, b) = (find(parents, a), find(parents, b));
    parents[a.max(b)] = a.min(b);
}

/// Whether a whole signal's assignment has no effect, for another follows and nothing reads in
/// between; registers that always load are written so.
fn is_overwritten(names: &Names, pieces: &[Piece], i: usize) -> bool {
    let Some(key) = pieces[i].writes.first().filter(|_| pieces[i].plain) else { return false };
    let whole = names.get(key).is_some_and(|name| name.elements.is_none());
    let later = pieces.iter().skip(i + 1);
    let mut unread = later.take_while(|piece| !piece.reads.contains(key));
    whole && unread.any(|piece| piece.plain && piece.writes.contains(key))
}

fn processes<'a>(names: &Names, pieces: &'a [Piece]) -> Vec<Vec<&'a Piece>> {
    let mut last: BTreeMap<&str, usize> = BTreeMap::new();
    for (i, piece) in pieces.iter().enumerate() {
        last.extend(piece.writes.iter().map(|name| (name.as_str(), i)));
    }
    let mut parents: Vec<usize> = (0..pieces.len()).collect();
    for (i, piece) in pieces.iter().enumerate() {
        for name in &piece.writes {
            unite(&mut parents, i, last[name.as_str()]);
        }
        let from = piece.repeat.as_ref().map_or(i, |repeat| repeat.first);
        for name in &piece.reads {
            if let Some(&writer) = last.get(name.as_str()).filter(|writer| **writer >= from) {
                unite(&mut parents, i, writer);
            }
        }
    }
    let mut groups: BTreeMap<usize, Vec<&Piece>> = BTreeMap::new();
    for (i, piece) in pieces.iter().enumerate().filter(|(i, _)| !is_overwritten(names, pieces, *i))
    {
        groups.entry(find(&parents, i)).or_default().push(piece);
    }
    let mut groups: Vec<Vec<&Piece>> = groups.into_values().collect();
    // A process that reads nothing that changes never wakes: it joins another.
    let constants = constants(names, pieces);
    let sleeps = |group: &Vec<&Piece>| {
        !is_assign(group) && !group.iter().any(|piece| changes(names, &constants, piece))
    };
    let (mut asleep, mut awake): (Vec<_>, Vec<_>) = groups.drain(..).partition(sleeps);
    match awake.iter_mut().find(|group| !is_assign(group)) {
        Some(host) => host.splice(0..0, asleep.drain(..).flatten()).for_each(drop),
        None => awake.append(&mut asleep),
    }
    awake
}

/// Whether a statement reads a signal that may change.
fn changes(names: &Names, constants: &BTreeSet<&str>, piece: &Piece) -> bool {
    piece.reads.iter().any(|key| is_signal(names, key) && !constants.contains(key.as_str()))
}

/// Signals that are assigned once, from constants.
fn constants<'a>(names: &Names, pieces: &'a [Piece]) -> BTreeSet<&'a str> {
    let mut constants = BTreeSet::new();
    loop {
        let known = constants.len();
        for piece in pieces.iter().filter(|piece| piece.plain) {
            let writes = piece.writes.first().filter(|_| !changes(names, &constants, piece));
            let others = |key: &String| pieces.iter().filter(|p| p.writes.contains(key)).count();
            constants.extend(writes.filter(|key| others(key) == 1).map(String::as_str));
        }
        if constants.len() == known {
            return constants;
        }
    }
}

fn is_signal(names: &Names, key: &str) -> bool {
    names.get(key).is_some_and(|name| name.meaning == Meaning::Signal)
}

fn is_assign(group: &[&Piece]) -> bool {
    matches!(group, [piece] if piece.plain)
}

/// Prints the pieces as processes.
pub fn print(names: &Names, pieces: &[Piece]) -> Equations {
    let mut equations = Equations { text: String::new(), wires: BTreeSet::new() };
    let mut after_assign = false;
    for group in processes(names, pieces) {
        let assign = is_assign(&group);
        if !(assign && after_assign) {
            equations.text.push('\n');
        }
        after_assign = assign;
        if let (true, [piece]) = (assign, &group[..]) {
            equations.wires.extend(piece.writes.iter().cloned());
            for line in &piece.lines {
                let line = line.trim_start();
                let keyword = if line.starts_with("//") { "" } else { "assign " };
                equations.text += &format!("    {keyword}{line}\n");
            }
            continue;
        }
        process(&mut equations.text, names, &group);
    }
    equations
}

/// An `always` block; one with loops has a name, so that their variables are its own.
fn process(text: &mut String, names: &Names, group: &[&Piece]) {
    let mut integers: BTreeSet<&String> = group.iter().flat_map(|piece| &piece.integers).collect();
    integers.extend(group.iter().filter_map(|piece| piece.repeat.as_ref()).map(|r| &r.index));
    let target = group.iter().find_map(|piece| names.get(piece.writes.first()?));
    match target.filter(|_| !integers.is_empty()) {
        Some(target) => *text += &format!("    always @(*) begin : for_{}\n", target.verilog),
        None => *text += "    always @(*) begin\n",
    }
    for integer in integers {
        *text += &format!("        integer {integer};\n");
    }
    let loops =
        group.chunk_by(|a, b| first_of_loop(a).is_some() && first_of_loop(a) == first_of_loop(b));
    for pieces in loops {
        let repeat = pieces.first().and_then(|piece| piece.repeat.as_ref());
        if let Some(repeat) = repeat {
            *text += &format!("        {}\n", repeat.header);
        }
        for line in pieces.iter().flat_map(|piece| &piece.lines) {
            *text += &format!("{line}\n");
        }
        if repeat.is_some() {
            *text += "        end\n";
        }
    }
    *text += "    end\n";
}

fn first_of_loop(piece: &Piece) -> Option<usize> {
    piece.repeat.as_ref().map(|repeat| repeat.first)
}
