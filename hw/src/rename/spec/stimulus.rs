//! Stimuli of the rename unit: what happens to versions, as far as it may, and who looks.

use super::super::pins::{Params, LOOKS};
use crate::kit::stall::{stall, StallPattern};
use proptest::prelude::*;

/// What is to happen to a TB. The environment does it if the rules let it.
#[derive(Clone, Copy, Debug)]
pub(super) enum Act {
    /// A TB starts, with these warps in its mask; one at least.
    Start,
    /// A leader makes a version.
    Alloc,
    /// A leader makes one in the place of another. If warps are still to come, one of them takes a version.
    Overwrite,
    /// Some of those that are to come for a version take it.
    Take,
    /// Some of those pass it.
    Pass,
    /// Warps write the register themselves.
    Write,
    /// Warps leave the mask.
    Leave,
    /// A warp that has left copies.
    Copy,
    /// Those that have copied all are in the mask again, if nobody is to come for anything.
    Join,
}

/// An act, the TB, the register by its number in the stimulus, and which warps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Move {
    pub(super) act: Act,
    pub(super) tb: u32,
    pub(super) register: usize,
    pub(super) warps: u32,
    pub(super) warp: usize,
}

/// A look: TB, warp, and registers by their numbers.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub(super) tb: u32,
    pub(super) warp: u32,
    pub(super) registers: [usize; LOOKS],
}

/// Acts and looks, and when they are.
#[derive(Clone, Debug)]
pub struct Stimulus {
    /// Named registers, and whether they are wide.
    pub(super) registers: Vec<(u32, bool)>,
    pub(super) moves: Vec<Move>,
    /// Played over and over as long as there are moves.
    pub(super) looks: Vec<Look>,
    pub(super) moving: StallPattern,
    pub(super) looking: StallPattern,
}

/// Acts; those who hoard make versions and seldom pass them.
fn act(hoards: bool) -> impl Strategy<Value = Act> {
    let (makes, takes) = if hoards { (30, 4) } else { (8, 14) };
    prop_oneof![
        makes => Just(Act::Alloc),
        4 => Just(Act::Overwrite),
        takes => Just(Act::Take),
        3 => Just(Act::Pass),
        3 => Just(Act::Write),
        2 => Just(Act::Leave),
        4 => Just(Act::Copy),
        1 => Just(Act::Start),
        1 => Just(Act::Join),
    ]
}

/// Stimuli for a unit of these sizes.
pub(super) fn strategy(params: &Params) -> impl Strategy<Value = Stimulus> {
    let Params { tbs, warps, registers: room } = params.clone();
    // Names that differ in a bit, so that one is not taken for another.
    let near = (0..256u32, 0..8u32).prop_map(|(name, bit)| [name, name ^ 1 << bit]);
    let registers = prop::collection::vec(near, 1..4).prop_flat_map(|names| {
        let mut names = names.concat();
        names.sort_unstable();
        names.dedup();
        let wide = prop::collection::vec(any::<bool>(), names.len());
        wide.prop_map(move |wide| names.iter().copied().zip(wide).collect::<Vec<_>>())
    });
    let slots = prop_oneof![2 => Just(1), 1 => Just(tbs)];
    let most = 60 + 3 * room as usize;
    let when = (stall(), stall());
    (registers, slots, any::<bool>(), 0..tbs, when).prop_flat_map(
        move |(registers, slots, hoards, first, (moving, looking))| {
            let tb = move || (0..slots).prop_map(move |tb| (first + tb) % tbs);
            let which = || prop_oneof![2 => Just(u32::MAX), 3 => any::<u32>()];
            let count = registers.len();
            let moves = (act(hoards), tb(), 0..count, which(), 0..warps as usize).prop_map(
                |(act, tb, register, warps, warp)| {
                    // Warps that leave copy, one or the other of them at once.
                    let copies = if matches!(act, Act::Leave) { warp % 4 } else { 0 };
                    let copy = Move { act: Act::Copy, tb, register, warps, warp };
                    let mut moves = vec![Move { act, ..copy }];
                    moves.resize(1 + copies, copy);
                    moves
                },
            );
            let looks = (tb(), 0..warps, prop::array::uniform4(0..count))
                .prop_map(|(tb, warp, registers)| Look { tb, warp, registers });
            let moves = prop::collection::vec(moves, 1..=most);
            (moves, prop::collection::vec(looks, 1..20)).prop_map(move |(moves, looks)| Stimulus {
                registers: registers.clone(),
                moves: moves.concat(),
                looks,
                moving: moving.clone(),
                looking: looking.clone(),
            })
        },
    )
}
