//! Cells of the kit that are modules of their own, whichever unit uses them.

use super::design::Design;
use heddle_hw::kit::arbiter::rtl::RoundRobin;
use heddle_hw::kit::fifo::rtl::FifoRtl;
use heddle_hw::kit::fifo::{pins::Params, Fifo};
use heddle_hw::kit::unit::{Allowed, Unit};
use rust_hdl::prelude::Block;

/// A module that several units may share.
pub struct Cell {
    pub name: String,
    /// By which it is recognised: the probe does not tell a block's type.
    pub design: Design,
}

/// All of them.
pub fn cells() -> Vec<Cell> {
    let cell =
        |name: &str, circuit: &dyn Block| Cell { name: name.into(), design: Design::read(circuit) };
    let mut cells = vec![
        cell("heddle_round_robin", &RoundRobin::<32, 5>::default()),
        cell("heddle_round_robin_128", &RoundRobin::<128, 7>::default()),
    ];
    for (_, depths) in Fifo::LIMITS {
        let Allowed::PowersOfTwo(least, greatest) = depths else { continue };
        let depths = (least.ilog2()..=greatest.ilog2()).map(|bits| 1 << bits);
        cells.extend(
            depths.map(|depth| {
                cell(&format!("heddle_fifo_{depth}"), &FifoRtl::new(&Params { depth }))
            }),
        );
    }
    cells
}
