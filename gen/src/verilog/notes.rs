//! Reads the comments inside the equations from the sources: rust-hdl's syntax tree has lost them.
//!
//! A comment belongs to the signals that the statements behind it assign, up to an empty line or the next comment. It is
//! printed once, above the first of them that the Verilog assigns. A comment is text: nothing depends on it, and one whose
//! signals are all left out is left out with them.

use super::design::{Design, Role};
use heddle_hw::blocks::SOURCES;
use std::cell::Cell;

/// A comment, and the signals that it is about.
#[derive(Debug, PartialEq, Eq)]
pub struct Note {
    text: String,
    /// Signals in rust-hdl's spelling, without indices.
    signals: Vec<String>,
    is_printed: Cell<bool>,
}

/// The comments of one block.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Notes(Vec<Note>);

impl Notes {
    /// Finds the comments of a block, by the names that its equations use.
    pub fn of(design: &Design) -> Self {
        let own = design.signals.iter().filter(|signal| signal.role == Role::Local);
        let names = own.map(|signal| &signal.name).chain(design.children.iter().map(|c| &c.name));
        let names: Vec<String> = names.map(|name| format!("self.{name}")).collect();
        let uses = |body: &&str| {
            let has = |name: &String| {
                let mut ends = body.match_indices(name).map(|(at, _)| at + name.len());
                ends.any(|end| body[end..].starts_with(['.', '[']))
            };
            !names.is_empty() && names.iter().all(has)
        };
        let mut bodies = SOURCES.iter().flat_map(|source| equations(source)).filter(uses);
        match (bodies.next(), bodies.next()) {
            (Some(body), None) => Self(read(body)),
            _ => Self::default(),
        }
    }

    /// Returns the comment of signals that are assigned together, if there is one that is not printed yet.
    pub fn take<'a>(&self, signals: impl IntoIterator<Item = &'a String>) -> Option<&str> {
        let signals: Vec<&String> = signals.into_iter().collect();
        let concerns = |note: &&Note| {
            !note.is_printed.get() && note.signals.iter().any(|signal| signals.contains(&signal))
        };
        let note = self.0.iter().find(concerns)?;
        note.is_printed.set(true);
        Some(&note.text)
    }
}

/// Returns the equations of the blocks of a source.
fn equations(source: &'static str) -> impl Iterator<Item = &'static str> {
    let bodies = source.split("fn update(&mut self) {\n").skip(1);
    bodies.map(|body| body.split("\n    }\n").next().unwrap_or(body))
}

/// Reads the comments of some equations.
fn read(body: &str) -> Vec<Note> {
    let mut notes: Vec<Note> = Vec::new();
    let mut is_open = false;
    for line in body.lines().map(str::trim) {
        match (line.strip_prefix("// "), line.is_empty(), notes.last_mut()) {
            (Some(text), _, Some(note)) if is_open && note.signals.is_empty() => {
                note.text += &format!(" {text}");
            }
            (Some(text), ..) => {
                is_open = true;
                let (text, signals) = (text.to_string(), Vec::new());
                notes.push(Note { text, signals, is_printed: Cell::new(false) });
            }
            (None, true, _) => is_open = false,
            (None, false, Some(note)) if is_open => note.signals.extend(assigned(line)),
            _ => {}
        }
    }
    notes
}

/// Returns the signal that a line assigns, in rust-hdl's spelling.
fn assigned(line: &str) -> Option<String> {
    let (target, _) = line.strip_prefix("self.")?.split_once(".next =")?;
    let target = match target.split_once('[').zip(target.split_once(']')) {
        Some(((bank, _), (_, port))) => format!("{bank}{port}"),
        None => target.to_string(),
    };
    Some(target.replace('.', "$"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const BODY: &str = "        self.a.next = b;\n        // Why\n        // so.\n        if self.c.val() {\n            \
        self.bank[i].d.next = x;\n        }\n\n        self.d.next = y;\n        // Else.\n        self.e.q.next =\n            z;";

    #[test]
    fn a_comment_belongs_to_what_is_assigned_up_to_the_next_empty_line() {
        let notes = Notes(read(BODY));
        let found: Vec<_> = notes.0.iter().map(|note| (&*note.text, &note.signals[..])).collect();
        let [bank, e] = ["bank$d", "e$q"].map(String::from);
        assert_eq!(found, [("Why so.", &[bank.clone()][..]), ("Else.", &[e][..])]);
        assert_eq!(notes.take([&"a".to_string()]), None);
        assert_eq!(notes.take([&bank]), Some("Why so."));
        assert_eq!(notes.take([&bank]), None, "once");
    }
}
