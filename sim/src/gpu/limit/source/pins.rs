//! Pins of the queues of chains. Encodings as in `kernel_distributor::pins`; `shape` and `demand` without their
//! unused upper bits.
//!
//! 1. `enter` takes a kernel, always. It is looked at when those before it have been placed, and `kde_*` are its fields in
//!    the next cycle.
//! 2. Its TBs are *placed* in order of their index, one per cycle: `place` names the TB, and `home_smx` says in the same
//!    cycle in whose queue it waits.
//! 3. One SMX is offered a TB at a time, in rounds: each that has room gets one TB in a round. First those whose queue has
//!    any, the first of it; then the others, the last of the longest queue. A demand that is not the one asked last is asked
//!    in the cycle before.
//! 4. `want_smxs` names that SMX. A grant is answered by `tb` one cycle later. An SMX without room is offered nothing more
//!    before a TB has ended or another kernel is looked at.
//! 5. `spent` comes with the last TB of a kernel. It knows neither groups nor graphs.

use serde::{Deserialize, Serialize};

/// Sizes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Params {
    /// Entries of the Kernel Distributor.
    pub kdes: u32,
    /// SMXs.
    pub smxs: u32,
}

heddle_hw::pins! { ($) chain_queues_ports;
    in {
        "Kernel Distributor" => {
            /// A new kernel is offered (rule 1).
            enter_valid: bit,
            /// Entry of the new kernel.
            enter_kdei: [KDEI],
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
        "Profile" => {
            /// The SMX in whose queue the TB that is placed waits (rule 2).
            home_smx: [SMX],
        }
        "Residency" => {
            /// A TB has ended, so that some SMX may have room from the next cycle on.
            end_valid: bit,
        }
        "Grant" => {
            /// The SMX that gets the next TB, one-hot, or zero (rule 4).
            grant_smxs: {SMXS},
        }
    }
    out {
        "Kernel Distributor" => {
            /// The new kernel is taken; always high.
            enter_ready: bit,
            /// A kernel is looked at (rule 1).
            look_valid: bit,
            /// Entry looked at.
            look_kdei: [KDEI],
            /// The TBs of a kernel are all out (rule 5).
            spent_valid: bit,
            /// Entry of that kernel.
            spent_kdei: [KDEI],
        }
        "Profile" => {
            /// A TB is placed (rule 2).
            place_valid: bit,
            /// Parameter address of its kernel.
            place_param: [32],
            /// Index of the TB in its grid.
            place_item: [32],
        }
        "Residency" => {
            /// A demand is asked (rule 3).
            ask_valid: bit,
            /// SMXs it is asked of: all.
            ask_smxs: {SMXS},
            /// Resources of one TB.
            ask_demand: [30],
            /// The SMX that is offered a TB, one-hot, or zero (rule 4).
            want_smxs: {SMXS},
            /// A TB starts; all `tb_*` fields are zero while low.
            tb_valid: bit,
            /// Entry of its kernel.
            tb_kdei: [KDEI],
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
