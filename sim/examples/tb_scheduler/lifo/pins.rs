//! Pins of the LIFO TB source. Encodings as in the Kernel Distributor's `pins.rs`.
//!
//! 1. `enter` puts a kernel on top of the stack; it is always taken.
//! 2. While no kernel is in hand, the top one is looked at, and its demand asked of all SMXs two cycles later.
//! 3. From the next cycle on `want_smxs` is all ones until the last TB is granted. A kernel that enters meanwhile
//!    waits: what is in hand is finished first.
//! 4. A grant is answered by `tb` one cycle later. `spent` comes with the last TB.
//! 5. It knows neither groups nor graphs: it is for machines that have neither AGT nor DATS.

use serde::{Deserialize, Serialize};

/// Sizes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Params {
    /// SMXs, 1 to 32.
    pub smxs: u32,
}

heddle_hw::pins! { ($) lifo_ports;
    in {
        "Kernel Distributor" => {
            /// A new kernel is offered (rule 1).
            enter_valid: bit,
            /// Entry of the new kernel.
            enter_kdei: [5],
            /// Entry PC of the kernel looked at.
            kde_pc: [32] level,
            /// Parameter address of the kernel looked at.
            kde_param: [32] level,
            /// TB shape of the kernel looked at.
            kde_shape: [29] level,
            /// Resources of one TB of the kernel looked at.
            kde_demand: [30] level,
            /// Grid x in TBs of the kernel looked at.
            kde_grid_x: [32] level,
            /// Grid y (low half) and z of the kernel looked at.
            kde_grid_yz: [32] level,
        }
        "Grant" => {
            /// The SMX that gets the next TB, one-hot, or zero.
            grant_smxs: [32],
        }
    }
    out {
        "Kernel Distributor" => {
            /// The new kernel is taken; always high.
            enter_ready: bit,
            /// A kernel is looked at (rule 2).
            look_valid: bit,
            /// Entry looked at.
            look_kdei: [5],
            /// The TBs of a kernel are all out (rule 4).
            spent_valid: bit,
            /// Entry of that kernel.
            spent_kdei: [5],
        }
        "Residency" => {
            /// A demand is asked (rule 2).
            ask_valid: bit,
            /// SMXs it is asked of.
            ask_smxs: [32],
            /// Resources of one TB.
            ask_demand: [30],
            /// SMXs for which a TB waits (rule 3).
            want_smxs: [32],
        }
        "SMXs" => {
            /// A TB starts; all `tb_*` fields are zero while low.
            tb_valid: bit,
            /// Entry of its kernel.
            tb_kdei: [5],
            /// Index of the TB in its grid.
            tb_item: [32],
            /// Entry PC of the TB.
            tb_pc: [32],
            /// Parameter address of the TB.
            tb_param: [32],
            /// Shape of the TB.
            tb_shape: [29],
            /// Grid x in TBs.
            tb_grid_x: [32],
            /// Grid y (low half) and z.
            tb_grid_yz: [32],
            /// TB index x.
            tb_block_x: [32],
            /// TB index y (low half) and z.
            tb_block_yz: [32],
        }
        "Status" => {
            /// Nothing to do until an input comes.
            idle: bit,
        }
    }
}
