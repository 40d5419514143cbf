//! TBs as parents: how many of a TB's children live, and where the TB is meanwhile.

use crate::gpu::boundary::StartingTb;
use crate::gpu::ids::{DeviceAddr, SmxId, TbNumber, TbSlot};
use crate::gpu::launches::HeldTb;
use crate::runtime::TbDemand;
use crate::smx::{SwappedTb, TbWait};
use std::collections::{BTreeMap, BTreeSet};

/// Number of no TB.
const NO_TB: TbNumber = TbNumber::new(u64::MAX);

/// What the Kernel Distributor has to know of a TB's kernel so that the TB can come back.
#[derive(Clone, Copy, Debug)]
pub struct Code {
    /// Entry PC.
    pub pc: u32,
    /// Dimensions in threads.
    pub block: [u32; 3],
    /// What the TB occupies.
    pub demand: TbDemand,
}

impl Code {
    /// Of a TB that starts.
    pub fn of(tb: &StartingTb, demand: TbDemand) -> Self {
        Self { pc: tb.pc, block: tb.block, demand }
    }
}

/// Where a TB is.
#[derive(Debug)]
enum Place {
    /// On an SMX.
    Resident(TbSlot),
    /// Still there, its state on the way to memory.
    Leaving(TbSlot),
    /// In memory, held by the KMU or on its way back through it.
    Away(HeldTb),
}

#[derive(Debug)]
struct Tb {
    code: Code,
    /// Works it launched that have not ended.
    children: u64,
    place: Place,
}

/// Where a TB is, for reports.
#[derive(Clone, Copy, Debug)]
pub enum ParentPlace {
    /// In this slot; it may be about to leave.
    Resident(TbSlot),
    /// In memory. The KMU holds this descriptor, or has it in its pool.
    Suspended(DeviceAddr, TbWait),
}

/// A TB that has started and not ended, for reports.
#[derive(Clone, Copy, Debug)]
pub struct Parent {
    /// Its number.
    pub number: TbNumber,
    /// Where it is.
    pub place: ParentPlace,
    /// What it occupies.
    pub demand: TbDemand,
    /// Launches by it that have not ended.
    pub children: u64,
}

/// What there is to do when a TB's last child has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wakes {
    /// Wake the warps that wait, if any, of the TB in this slot.
    Resident(TbSlot),
    /// Let the KMU resume this TB.
    Suspended(HeldTb),
}

/// All TBs that have started and not ended, by number.
#[derive(Debug, Default)]
pub struct Parents {
    started: u64,
    tbs: BTreeMap<TbNumber, Tb>,
    resident: BTreeMap<TbSlot, TbNumber>,
    /// By the address of the descriptor they come back with.
    away: BTreeMap<DeviceAddr, (TbNumber, SwappedTb)>,
    /// When the state of TBs that leave is in memory.
    leaving: BTreeSet<(u64, TbNumber)>,
    /// Slots with warps that wait, and since when.
    waiting: BTreeMap<TbSlot, u64>,
}

impl Parents {
    /// All TBs that have started and not ended.
    pub fn all(&self) -> impl Iterator<Item = Parent> + '_ {
        self.tbs.iter().filter_map(|(&number, tb)| {
            let place = match tb.place {
                Place::Resident(at) | Place::Leaving(at) => ParentPlace::Resident(at),
                Place::Away(HeldTb { desc, .. }) => {
                    ParentPlace::Suspended(desc, self.away.get(&desc)?.1.tb())
                }
            };
            Some(Parent { number, place, demand: tb.code.demand, children: tb.children })
        })
    }

    /// A TB starts; returns its number.
    pub fn start(&mut self, at: TbSlot, code: Code) -> TbNumber {
        let number = TbNumber::new(self.started);
        self.started += 1;
        self.tbs.insert(number, Tb { code, children: 0, place: Place::Resident(at) });
        self.resident.insert(at, number);
        number
    }

    /// A TB ends; returns its number.
    pub fn end(&mut self, at: TbSlot) -> Option<TbNumber> {
        let number = self.resident.remove(&at)?;
        self.tbs.remove(&number);
        Some(number)
    }

    /// A resident TB launches; returns its number.
    pub fn launches(&mut self, at: TbSlot, count: u64) -> TbNumber {
        let number = self.resident.get(&at).copied().unwrap_or(NO_TB);
        if let Some(tb) = self.tbs.get_mut(&number) {
            tb.children += count;
        }
        number
    }

    /// In cycle `now` a warp of a resident TB is to wait for its children; false if there are none to wait
    /// for.
    pub fn waits(&mut self, at: TbSlot, now: u64) -> bool {
        let tb = self.resident.get(&at).and_then(|number| self.tbs.get(number));
        let waits = tb.is_some_and(|tb| tb.children > 0);
        if waits {
            self.waiting.entry(at).or_insert(now);
        }
        waits
    }

    /// A child of TB `number` has ended; what is to be done if it was the last.
    pub fn child_ended(&mut self, number: TbNumber) -> Option<Wakes> {
        let tb = self.tbs.get_mut(&number)?;
        tb.children -= 1;
        if tb.children > 0 {
            return None;
        }
        match tb.place {
            Place::Resident(at) => {
                self.waiting.remove(&at);
                Some(Wakes::Resident(at))
            }
            Place::Leaving(..) => None,
            Place::Away(held) => Some(Wakes::Suspended(held)),
        }
    }

    /// Whether a resident TB has warps that wait.
    pub fn any_waits(&self) -> bool {
        !self.waiting.is_empty()
    }

    /// Slots of an SMX whose TBs have warps that wait, and since when.
    pub fn waiting(&self, smx: SmxId) -> impl Iterator<Item = (TbSlot, u64)> + '_ {
        self.waiting.range(TbSlot::of(smx)).map(|(&at, &since)| (at, since))
    }

    /// What a waiting TB occupies.
    pub fn demand(&self, at: TbSlot) -> Option<TbDemand> {
        let number = self.resident.get(&at)?;
        self.tbs.get(number).map(|tb| tb.code.demand)
    }

    /// A waiting TB begins to leave; its state will be in memory in cycle `when`.
    pub fn leaves(&mut self, at: TbSlot, when: u64) {
        let Some(&number) = self.resident.get(&at) else { return };
        self.waiting.remove(&at);
        self.leaving.insert((when, number));
        if let Some(tb) = self.tbs.get_mut(&number) {
            tb.place = Place::Leaving(at);
        }
    }

    /// The next TB whose state is in memory by cycle `now`: its slot and number.
    pub fn left(&mut self, now: u64) -> Option<(TbSlot, TbNumber)> {
        let &(when, number) = self.leaving.first()?;
        if when > now {
            return None;
        }
        self.leaving.pop_first();
        match self.tbs.get(&number)?.place {
            Place::Leaving(at) => Some((at, number)),
            _ => None,
        }
    }

    /// When the next TB will have left.
    pub fn next_event(&self) -> Option<u64> {
        self.leaving.first().map(|&(at, _)| at)
    }

    /// The code of a TB.
    pub fn code(&self, number: TbNumber) -> Option<Code> {
        self.tbs.get(&number).map(|tb| tb.code)
    }

    /// A TB has left and will come back with its descriptor; whether its children have all ended already.
    pub fn is_suspended(&mut self, number: TbNumber, held: HeldTb, swapped: SwappedTb) -> bool {
        let Some(tb) = self.tbs.get_mut(&number) else { return false };
        if let Place::Leaving(at) = tb.place {
            self.resident.remove(&at);
        }
        tb.place = Place::Away(held);
        self.away.insert(held.desc, (number, swapped));
        tb.children == 0
    }

    /// The TB that left with this descriptor comes back into a slot.
    pub fn resumed(&mut self, desc: DeviceAddr, at: TbSlot) -> Option<(SwappedTb, TbDemand)> {
        let (number, swapped) = self.away.remove(&desc)?;
        self.resident.insert(at, number);
        let tb = self.tbs.get_mut(&number)?;
        tb.place = Place::Resident(at);
        Some((swapped, tb.code.demand))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const AT: TbSlot = TbSlot::new(2, 3);

    fn since(parents: &Parents) -> Option<u64> {
        parents.waiting(AT.smx).next().map(|(_, since)| since)
    }

    #[test]
    fn a_tb_has_waited_since_the_first_of_its_warps_began_until_its_last_child_ended() {
        let demand = TbDemand { threads: 64, registers: 512, shared_bytes: 0 };
        let mut parents = Parents::default();
        parents.start(AT, Code { pc: 0, block: [64, 1, 1], demand });
        assert!(!parents.waits(AT, 5), "it has no children");
        assert_eq!(since(&parents), None);
        let number = parents.launches(AT, 2);
        for now in [10, 50, 90] {
            assert!(parents.waits(AT, now));
            assert_eq!(
                since(&parents),
                Some(10),
                "a warp that follows in cycle {now} changes nothing"
            );
        }
        assert_eq!(parents.child_ended(number), None);
        assert_eq!(since(&parents), Some(10), "a child is left");
        assert_eq!(parents.child_ended(number), Some(Wakes::Resident(AT)));
        assert!(!parents.any_waits());
        parents.launches(AT, 1);
        assert!(parents.waits(AT, 200));
        assert_eq!(since(&parents), Some(200), "it waits anew");
    }
}
