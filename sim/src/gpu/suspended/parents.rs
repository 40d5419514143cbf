//! TBs as parents: how many of a TB's children live, and where the TB is meanwhile.

use crate::gpu::boundary::StartingTb;
use crate::runtime::TbDemand;
use crate::smx::SwappedTb;
use std::collections::{BTreeMap, BTreeSet};

/// What the Kernel Distributor has to know of a TB's kernel so that the TB can come back.
#[derive(Clone, Copy, Debug)]
pub struct Code {
    /// Entry PC.
    pub pc: u32,
    /// TB shape, as on the pins.
    pub shape: u32,
    /// What the TB occupies.
    pub demand: TbDemand,
}

impl Code {
    /// Of a TB that starts.
    pub fn of(tb: &StartingTb, demand: TbDemand) -> Self {
        Self { pc: tb.pc, shape: tb.shape, demand }
    }
}

/// Where a TB is.
#[derive(Debug)]
enum Place {
    /// On an SMX, in a slot.
    Resident(u32, u32),
    /// Still there, its state on the way to memory.
    Leaving(u32, u32),
    /// In memory, held by the KMU or on its way back through it.
    Away { desc: u32 },
}

#[derive(Debug)]
struct Tb {
    code: Code,
    /// Works it launched that have not ended.
    children: u64,
    place: Place,
}

/// What there is to do when a TB's last child has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wakes {
    /// Wake the warps that wait, if any, of this SMX and slot.
    Resident(u32, u32),
    /// Let the KMU resume this descriptor.
    Suspended(u32),
}

/// All TBs that have started and not ended, by number.
#[derive(Debug, Default)]
pub struct Parents {
    started: u64,
    tbs: BTreeMap<u64, Tb>,
    /// By SMX and slot.
    resident: BTreeMap<(u32, u32), u64>,
    /// By the address of the descriptor they come back with.
    away: BTreeMap<u32, (u64, SwappedTb)>,
    /// When the state of TBs that leave is in memory.
    leaving: BTreeSet<(u64, u64)>,
    /// SMXs and slots with warps that wait, and since when.
    waiting: BTreeMap<(u32, u32), u64>,
}

impl Parents {
    /// A TB starts.
    pub fn start(&mut self, smx: u32, slot: u32, code: Code) {
        let number = self.started;
        self.started += 1;
        self.tbs.insert(number, Tb { code, children: 0, place: Place::Resident(smx, slot) });
        self.resident.insert((smx, slot), number);
    }

    /// A TB ends.
    pub fn end(&mut self, smx: u32, slot: u32) {
        if let Some(number) = self.resident.remove(&(smx, slot)) {
            self.tbs.remove(&number);
        }
    }

    /// A resident TB launches; returns its number.
    pub fn launches(&mut self, smx: u32, slot: u32, count: u64) -> u64 {
        let number = self.resident.get(&(smx, slot)).copied().unwrap_or(u64::MAX);
        if let Some(tb) = self.tbs.get_mut(&number) {
            tb.children += count;
        }
        number
    }

    /// In cycle `now` a warp of a resident TB is to wait for its children; false if there are none to wait
    /// for.
    pub fn waits(&mut self, smx: u32, slot: u32, now: u64) -> bool {
        let tb = self.resident.get(&(smx, slot)).and_then(|number| self.tbs.get(number));
        let waits = tb.is_some_and(|tb| tb.children > 0);
        if waits {
            self.waiting.entry((smx, slot)).or_insert(now);
        }
        waits
    }

    /// A child of TB `number` has ended; what is to be done if it was the last.
    pub fn child_ended(&mut self, number: u64) -> Option<Wakes> {
        let tb = self.tbs.get_mut(&number)?;
        tb.children -= 1;
        if tb.children > 0 {
            return None;
        }
        match tb.place {
            Place::Resident(smx, slot) => {
                self.waiting.remove(&(smx, slot));
                Some(Wakes::Resident(smx, slot))
            }
            Place::Leaving(..) => None,
            Place::Away { desc } => Some(Wakes::Suspended(desc)),
        }
    }

    /// Slots of an SMX whose TBs have warps that wait, and since when.
    pub fn waiting(&self, smx: u32) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.waiting.range((smx, 0)..=(smx, u32::MAX)).map(|(&(_, slot), &since)| (slot, since))
    }

    /// What a waiting TB occupies.
    pub fn demand(&self, smx: u32, slot: u32) -> Option<TbDemand> {
        let number = self.resident.get(&(smx, slot))?;
        self.tbs.get(number).map(|tb| tb.code.demand)
    }

    /// A waiting TB begins to leave; its state will be in memory at cycle `at`.
    pub fn leaves(&mut self, smx: u32, slot: u32, at: u64) {
        let Some(&number) = self.resident.get(&(smx, slot)) else { return };
        self.waiting.remove(&(smx, slot));
        self.leaving.insert((at, number));
        if let Some(tb) = self.tbs.get_mut(&number) {
            tb.place = Place::Leaving(smx, slot);
        }
    }

    /// The next TB whose state is in memory by cycle `now`: its SMX, slot and number.
    pub fn left(&mut self, now: u64) -> Option<(u32, u32, u64)> {
        let &(at, number) = self.leaving.first()?;
        if at > now {
            return None;
        }
        self.leaving.pop_first();
        match self.tbs.get(&number)?.place {
            Place::Leaving(smx, slot) => Some((smx, slot, number)),
            _ => None,
        }
    }

    /// When the next TB will have left.
    pub fn next_event(&self) -> Option<u64> {
        self.leaving.first().map(|&(at, _)| at)
    }

    /// The code of a TB.
    pub fn code(&self, number: u64) -> Option<Code> {
        self.tbs.get(&number).map(|tb| tb.code)
    }

    /// A TB has left and will come back with this descriptor; whether its children have all ended already.
    pub fn is_suspended(&mut self, number: u64, desc: u32, swapped: SwappedTb) -> bool {
        let Some(tb) = self.tbs.get_mut(&number) else { return false };
        if let Place::Leaving(smx, slot) = tb.place {
            self.resident.remove(&(smx, slot));
        }
        tb.place = Place::Away { desc };
        self.away.insert(desc, (number, swapped));
        tb.children == 0
    }

    /// The TB that left with this descriptor comes back into a slot.
    pub fn resumed(&mut self, desc: u32, smx: u32, slot: u32) -> Option<(SwappedTb, TbDemand)> {
        let (number, swapped) = self.away.remove(&desc)?;
        self.resident.insert((smx, slot), number);
        let tb = self.tbs.get_mut(&number)?;
        tb.place = Place::Resident(smx, slot);
        Some((swapped, tb.code.demand))
    }
}
