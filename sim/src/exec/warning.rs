//! Warnings: what a program does that ends no run, but whose result is seldom what its author expects.

use super::Warp;
use serde::Serialize;

/// The kinds of warning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum WarningKind {
    /// A thread read by `shfl` from a lane that takes no part, and got 0.
    ShflInactiveLane,
    /// A warp executed a vote, match or reduction whose member mask names lanes without a running thread.
    MaskNamesExitedLanes,
    /// A thread loaded from outside every buffer, and got 0.
    OutsideRead,
}

/// All kinds, in the order in which they are listed.
const KINDS: [WarningKind; 3] =
    [WarningKind::ShflInactiveLane, WarningKind::MaskNamesExitedLanes, WarningKind::OutsideRead];

impl WarningKind {
    /// Says what happened, to be read behind the number of times.
    pub fn text(self) -> &'static str {
        match self {
            Self::ShflInactiveLane => "threads read by shfl from a lane that takes no part and got 0",
            Self::MaskNamesExitedLanes => {
                "votes, matches or reductions of a warp had a member mask that names lanes without a running thread"
            }
            Self::OutsideRead => "loads outside every buffer returned zeros",
        }
    }
}

/// How many warnings of each kind one warp instruction gave rise to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Raised([u32; KINDS.len()]);

impl Raised {
    /// Adds `count` warnings of a kind.
    fn add(&mut self, kind: WarningKind, count: u32) {
        let of_kind = &mut self.0[kind as usize];
        // Only a timed machine takes them.
        *of_kind = of_kind.saturating_add(count);
    }
}

impl Warp {
    /// Notes that the present instruction gives rise to `count` warnings of a kind.
    pub(super) fn warn(&mut self, kind: WarningKind, count: u32) {
        if count > 0 {
            self.raised.get_or_insert_default().add(kind, count);
        }
    }
}

/// Warnings of one kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Tally {
    count: u64,
    /// Cycle, turn in the cycle and PTX line of the first.
    first: Option<(u64, u32, u32)>,
}

/// The warnings of one SMX, or of all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Warnings([Tally; KINDS.len()]);

impl Warnings {
    /// Counts what the instruction in PTX line `line` gave rise to in cycle `now`, in which the SMX's turn is `turn`.
    pub fn count(&mut self, raised: &Raised, now: u64, turn: u32, line: u32) {
        for (tally, &count) in self.0.iter_mut().zip(&raised.0) {
            if count > 0 {
                tally.count += u64::from(count);
                tally.first.get_or_insert((now, turn, line));
            }
        }
    }

    /// Adds the warnings of another SMX.
    pub fn add(&mut self, other: &Self) {
        for (tally, other) in self.0.iter_mut().zip(&other.0) {
            tally.count += other.count;
            let is_earlier = |&(now, turn, _): &(u64, u32, u32)| {
                tally.first.is_none_or(|known| (now, turn) < (known.0, known.1))
            };
            tally.first = other.first.filter(is_earlier).or(tally.first);
        }
    }

    /// Lists the kinds that occurred. `file` is the PTX file.
    pub fn list(&self, file: &str) -> Vec<Warning> {
        let tallies = KINDS.into_iter().zip(&self.0);
        tallies
            .filter_map(|(kind, &Tally { count, first })| {
                Some(Warning { kind, count, place: format!("{file}:{}", first?.2) })
            })
            .collect()
    }
}

/// The warnings of one kind in a run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Warning {
    /// The kind.
    pub kind: WarningKind,
    /// How many: warp instructions if a mask names lanes without a thread, otherwise threads.
    pub count: u64,
    /// PTX file and line of the first.
    #[serde(rename = "where")]
    pub place: String,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_two_smxs_is_that_of_the_earlier_cycle_and_then_of_the_earlier_turn() {
        let one = |now, turn, line| {
            let (mut raised, mut warnings) = (Raised::default(), Warnings::default());
            raised.add(WarningKind::OutsideRead, 2);
            warnings.count(&raised, now, turn, line);
            warnings
        };
        for (second, line) in
            [(one(4, 3, 9), 9), (one(5, 0, 9), 9), (one(5, 2, 9), 7), (one(6, 0, 9), 7)]
        {
            let mut all = one(5, 1, 7);
            all.add(&second);
            let place = format!("k.ptx:{line}");
            assert_eq!(
                all.list("k.ptx"),
                [Warning { kind: WarningKind::OutsideRead, count: 4, place }]
            );
        }
    }
}
