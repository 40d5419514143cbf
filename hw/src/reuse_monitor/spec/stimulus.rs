//! Stimuli of the reuse monitor: straps, and who reads which line when.

use proptest::prelude::*;

/// The line of a read.
#[derive(Clone, Copy, Debug)]
pub(super) enum Line {
    /// One of those that are read again and again, by its number.
    Known(usize),
    /// Any other.
    New(u32),
}

/// What comes in one cycle: a read by a child, a parent, both or neither, and whether the filters are cleared.
#[derive(Clone, Copy, Debug)]
pub(super) struct Op {
    pub(super) read: Option<(Line, bool, bool)>,
    pub(super) clear: bool,
}

/// Straps, lines that are read again and again, and what comes in each cycle.
#[derive(Clone, Debug)]
pub struct Stimulus {
    pub(super) parents_count: bool,
    pub(super) own_parents: bool,
    pub(super) own_children: bool,
    pub(super) lines: Vec<u32>,
    pub(super) ops: Vec<Op>,
}

/// Reads of one kind: how often there is one, of which lines, and by whom. Reads of many lines fill the filters, so that
/// others hit by chance: only then a wrong hash, which is as good as any, is seen.
fn phase() -> impl Strategy<Value = Vec<Op>> {
    let percent = || prop_oneof![Just(100u32), Just(60), Just(15)];
    let who = prop_oneof![
        4 => Just((true, false)),
        4 => Just((false, true)),
        1 => Just((true, true)),
        1 => Just((false, false)),
    ];
    let only = prop_oneof![2 => who.clone().prop_map(Some), 1 => Just(None)];
    let known = prop_oneof![3 => (0..24usize, 1..8usize), 1 => Just((0, 24))];
    let lines = prop_oneof![2 => known.prop_map(Some), 1 => Just(None)];
    let clears = prop_oneof![4 => Just(0u32), 1 => Just(3), 1 => Just(30)];
    let dice = (0..100u32, 0..100u32, any::<u32>().no_shrink(), who);
    let dice = prop::collection::vec(dice, 0..48);
    (percent(), only, lines, clears, dice).prop_map(|(reads, only, lines, clears, dice)| {
        let op = |(read, clear, line, (child, parent))| {
            let (child, parent) = only.unwrap_or((child, parent));
            let line = match lines {
                Some((first, count)) => Line::Known(first + line as usize % count),
                None => Line::New(line),
            };
            Op { read: (read < reads).then_some((line, child, parent)), clear: clear < clears }
        };
        dice.into_iter().map(op).collect()
    })
}

/// Straps, lines and reads.
pub(crate) fn strategy() -> impl Strategy<Value = Stimulus> {
    let straps = prop_oneof![
        1 => any::<[bool; 3]>(),
        // Two of the three filters differ the most in what they hold and count.
        2 => Just([false, true, false]),
        // Two are equal.
        1 => Just([false, false, true]),
    ];
    let lines = prop::collection::vec(any::<u32>(), 32).no_shrink();
    let ops = prop::collection::vec(phase(), 0..8).prop_map(|phases| phases.concat());
    (straps, lines, ops).prop_map(|([parents_count, own_parents, own_children], lines, ops)| {
        Stimulus { parents_count, own_parents, own_children, lines, ops }
    })
}
