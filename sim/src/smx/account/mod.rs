//! The account of an SMX: what became of each slot of each warp scheduler.
//!
//! A slot is one cycle of one scheduler. It is issued, or lost to exactly one reason. The reason of a lost slot is
//! that of the warp nearest to issue (`pipeline/nearest.rs`). It follows from the state of the SMX at the end of the
//! cycle, and that state changes only when the SMX is stepped or acted on. So slots are charged in bulk before
//! every change, and skipping idle cycles or stepping by several threads changes no count.

mod counts;
mod json;
mod ledger;
mod over_time;
mod places;
mod reason;

pub use counts::{Counts, Lanes, Slots};
pub(super) use ledger::{Hold, Ledger, Wait};
pub use over_time::IntervalSlots;
pub use places::Place;
pub use reason::Reason;

/// The account of one SMX up to some cycle.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SmxAccount {
    /// Counts by the kernel's index in `Program::functions`; a kernel beyond the end has none. The kernel of a lost
    /// slot is that of the warp nearest to issue.
    pub kernels: Vec<Counts>,
    /// Slots of schedulers without a resident warp.
    pub empty: Slots,
    /// The others by depth of the launch.
    pub depths: Vec<Slots>,
    /// The others by the instruction that the warp nearest to issue has come to.
    pub lines: Vec<(Place, Slots)>,
}

impl SmxAccount {
    /// Returns the sum over the kernels and the empty slots.
    pub fn sum(&self) -> Counts {
        let mut sum = Counts::default();
        self.kernels.iter().for_each(|kernel| sum.add(kernel));
        sum.slots.add_all(&self.empty);
        sum
    }
}
