//! Cells of the kit that are modules of their own, whichever unit uses them.

use super::design::Design;
use heddle_hw::kit::arbiter::rtl::RoundRobin;

/// A module that several units may share.
pub struct Cell {
    pub name: &'static str,
    /// By which it is recognised: the probe does not tell a block's type.
    pub design: Design,
}

/// All of them.
pub fn cells() -> Vec<Cell> {
    vec![
        Cell { name: "heddle_round_robin", design: Design::read(&RoundRobin::<32, 5>::default()) },
        Cell {
            name: "heddle_round_robin_128",
            design: Design::read(&RoundRobin::<128, 7>::default()),
        },
    ]
}
