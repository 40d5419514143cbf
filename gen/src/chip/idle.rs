//! When the chip has nothing to do: every unit is idle, and nothing passes between two of them.
//!
//! A unit is idle while it waits for another one, also in the cycle in which that one answers. So the units alone do not
//! tell that a chip is idle: a kernel that moves from one idle unit to the next would be in none of them.

use heddle_hw::chip::resolve::Resolved;
use heddle_hw::chip::text::{End, Kind, Link};
use heddle_hw::chip::{Layout, Slot};
use itertools::Itertools;

/// Something that passes between units: it does where each term has a bit in common with all others. A term is the OR of
/// the words that its sources begin with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Move {
    /// First word of each source, by term.
    pub terms: Vec<Vec<usize>>,
    /// Words of each source.
    len: usize,
}

impl Move {
    /// Whether it happens, by the words of the chip.
    pub fn happens(&self, words: &[u32]) -> bool {
        let any =
            |term: &Vec<usize>, offset| term.iter().fold(0, |any, at| any | words[at + offset]);
        (0..self.len).any(|offset| {
            self.terms.iter().fold(u32::MAX, |all, term| all & any(term, offset)) != 0
        })
    }
}

/// What may pass between the units of a chip.
pub fn moves(layout: &Layout, resolved: &Resolved) -> Vec<Move> {
    let moves = resolved.links.iter().flat_map(|link| match link.kind {
        Kind::Level => Vec::new(),
        Kind::Stream | Kind::Pulse => offers(layout, link),
        Kind::Meet => meeting(layout, resolved, link).into_iter().collect(),
    });
    moves.unique_by(|found| found.terms.clone()).collect()
}

/// The output of `slot` that says that something is there at `end`: its valid, or the pin of that name.
fn said(slot: &Slot, end: &End) -> Option<usize> {
    let pin =
        slot.output_pin(&format!("{}_valid", end.prefix)).or_else(|| slot.output_pin(&end.prefix));
    pin.map(|pin| pin.index())
}

/// A transfer of a stream, or a pulse. Where there is a unit per SMX, its offer alone counts.
fn offers(layout: &Layout, link: &Link) -> Vec<Move> {
    let receivers = link
        .receivers
        .iter()
        .flat_map(|end| layout.declared(&end.instance).map(move |(_, slot)| (end, slot)));
    let receivers = receivers.collect_vec();
    if receivers.is_empty() {
        return Vec::new();
    }
    let sources = link
        .sources()
        .flat_map(|end| layout.declared(&end.instance).map(move |(_, slot)| (end, slot)));
    sources
        .filter_map(|(end, slot)| {
            let mut terms = vec![vec![said(slot, end)?]];
            if let (Kind::Stream, [(to, receiver)], None) = (link.kind, &receivers[..], slot.smx) {
                let ready = receiver.output_pin(&format!("{}_ready", to.prefix));
                terms.extend(
                    ready.filter(|_| receiver.smx.is_none()).map(|ready| vec![ready.index()]),
                );
            }
            Some(Move { terms, len: 1 })
        })
        .collect()
}

/// A meeting of levels. A term that follows another one by a level, a cycle later, is left out: the meeting is due.
fn meeting(layout: &Layout, resolved: &Resolved, link: &Link) -> Option<Move> {
    let follows = |term: &Vec<End>| {
        let others = || link.terms.iter().filter(|other| *other != term).flatten();
        resolved.links.iter().any(|level| {
            level.kind == Kind::Level
                && level
                    .receivers
                    .iter()
                    .any(|to| term.iter().any(|end| end.instance == to.instance))
                && level.sources().any(|from| others().any(|other| other == from))
        })
    };
    let mut len = 1;
    let terms = link.terms.iter().filter(|term| !follows(term)).map(|term| {
        let pins = term.iter().flat_map(|end| {
            layout.declared(&end.instance).flat_map(move |(_, slot)| {
                let of =
                    |pin: &&heddle_hw::kit::Pin| pin.name.starts_with(&format!("{}_", end.prefix));
                let first = slot.outputs.iter().find(of)?;
                Some((slot.output_pin(first.name)?.index(), first.port_width.div_ceil(32) as usize))
            })
        });
        let pins = pins.collect_vec();
        len = pins.iter().map(|(_, words)| *words).max().unwrap_or(len);
        pins.into_iter().map(|(pin, _)| pin).collect_vec()
    });
    // A pin without a driver is zero, and so is the meeting.
    let terms = terms.collect_vec();
    terms.iter().all(|term| !term.is_empty()).then_some(Move { terms, len })
}
