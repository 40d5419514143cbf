//! Where memory accesses are that have not been answered.

use super::key::Key;
use super::state::State;
use super::Link;
use crate::mem::{Unanswered, Whereabouts};

/// Cycles within which every access is answered while memory works.
const LONGEST: u64 = 1 << 17;

impl State<'_> {
    fn unanswered(&self, key: Key) -> Option<Unanswered> {
        let timing = &self.device.timing;
        match key {
            Key::Access(smx, token) => timing.unanswered(smx, token),
            Key::Code(smx, line) => timing.unanswered_code(smx, line),
            Key::Read(unit) => timing.unanswered_by_unit(self.read_of(unit)??),
            _ => None,
        }
    }

    /// Whether an access has not been answered in time.
    pub(super) fn is_late(&self, key: Key) -> bool {
        if !self.device.timing.is_busy() {
            return true;
        }
        let begun = self.unanswered(key).map_or(0, |access| access.begun);
        self.view.now.saturating_sub(begun) > LONGEST
    }

    pub(super) fn memory_link(&self, key: Key) -> Link {
        let who = match key {
            Key::Access(smx, _) => format!("a memory access of SMX {smx}"),
            Key::Code(smx, _) => format!("a fetch of instructions by SMX {smx}"),
            Key::Read(unit) => {
                let slots = &self.view.chip.layout().slots;
                let name = slots.get(unit).map_or("a unit", |slot| slot.name.as_str());
                format!("a read of unit {name}")
            }
            _ => "an access".into(),
        };
        let Some(Unanswered { begun, at }) = self.unanswered(key) else {
            return Link::new(who, "is not in the memory system: its answer was lost".into());
        };
        let at = match at {
            Whereabouts::LoadStore => {
                "in the load-store unit, whose lines neither the L1 nor the port takes".into()
            }
            Whereabouts::L1 => "in the pipeline of the L1".into(),
            Whereabouts::Port => "at the SMX's port to the network".into(),
            Whereabouts::SliceInput(slice) => format!("at the input of slice {slice} of the L2"),
            Whereabouts::Dram(slice) => format!("in slice {slice} of the L2, which waits for DRAM"),
            Whereabouts::SliceOutput(slice) => {
                format!("answered by slice {slice} of the L2, and waits for the network")
            }
            Whereabouts::Answers => "answered, and on its way back".into(),
            Whereabouts::Lost => "in no queue of the memory system: its answer was lost".into(),
        };
        Link::new(who, format!("begun in cycle {begun}, is {at}"))
    }
}
