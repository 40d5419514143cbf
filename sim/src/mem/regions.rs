//! The table of allocations of device memory: their names and permissions, and the faults of accesses outside
//! them.

use super::global::MemoryFault;
use std::borrow::Cow;
use std::ops::Range;

/// Allocations begin at multiples of this many bytes, so that one table entry belongs to one allocation.
pub(super) const GRANULE: u64 = 32;
/// Accesses below this address are reported as null pointers.
const NULL_BYTES: u64 = 4096;
/// Least and most bytes left unused behind an allocation.
const GUARD_BYTES: (u64, u64) = (32, 4096);

/// Which accesses an allocation permits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Writable,
    ReadOnly,
    Freed,
}

#[derive(Clone, Debug)]
struct Region {
    start: u64,
    bytes: u64,
    name: Cow<'static, str>,
    state: State,
    /// Whether it is the machine's own: no pointer of the program leads there.
    internal: bool,
}

impl Region {
    fn end(&self) -> u64 {
        self.start + self.bytes
    }

    fn describe(&self) -> String {
        format!("{} ({:#x}, {} bytes)", self.name, self.start, self.bytes)
    }
}

/// The allocations of a device memory, by ascending address.
#[derive(Clone, Debug, Default)]
pub(super) struct Regions {
    regions: Vec<Region>,
    /// Index + 1 of the allocation that contains a granule, counted from address 0; 0 is none.
    owners: Vec<u32>,
    /// First address behind the last allocation and its guard.
    next: u64,
}

impl Regions {
    /// Creates an empty table; the first allocation may begin at `next`.
    pub(super) fn new(next: u64) -> Self {
        Self { next, ..Self::default() }
    }

    /// Returns where an allocation aligned to `align` would start.
    pub(super) fn start(&self, align: u64) -> Option<u64> {
        self.next.checked_next_multiple_of(align.max(GRANULE))
    }

    /// Adds an allocation at `start`, behind all others.
    pub(super) fn push(&mut self, start: u64, bytes: u64, name: Cow<'static, str>, internal: bool) {
        self.regions.push(Region { start, bytes, name, state: State::Writable, internal });
        let granules = (start + bytes.max(1)).div_ceil(GRANULE);
        self.owners.resize((start / GRANULE) as usize, 0);
        self.owners.resize(granules as usize, self.regions.len() as u32);
        // The guard is as long as the allocation itself, so that an index one row too high falls into it.
        self.next = start + bytes + bytes.clamp(GUARD_BYTES.0, GUARD_BYTES.1);
    }

    /// Returns the range of the allocation that contains `addr .. addr + bytes`.
    #[inline]
    pub(super) fn find(
        &self,
        addr: u64,
        bytes: u64,
        write: bool,
    ) -> Result<Range<u64>, MemoryFault> {
        match self.holding(addr, bytes, write) {
            Some(region) => Ok(region.start..region.end()),
            None => Err(self.fault(addr, bytes)),
        }
    }

    /// Returns the name of the allocation that contains `addr`.
    pub(super) fn name_of(&self, addr: u64) -> Option<&str> {
        self.holding(addr, 1, false).map(|region| &*region.name)
    }

    /// Returns whether `addr .. addr + bytes` lies in one allocation that permits the access.
    #[inline]
    pub(super) fn hold(&self, addr: u64, bytes: u64, write: bool) -> bool {
        self.holding(addr, bytes, write).is_some()
    }

    #[inline]
    fn holding(&self, addr: u64, bytes: u64, write: bool) -> Option<&Region> {
        // An address beyond the table, however large, belongs to no allocation.
        let owner = self.owners.get((addr / GRANULE) as usize).copied().unwrap_or(0);
        let region = self.regions.get((owner as usize).wrapping_sub(1))?;
        let allowed = match region.state {
            State::Writable => true,
            State::ReadOnly => !write,
            State::Freed => false,
        };
        let inside = bytes <= region.bytes && addr - region.start <= region.bytes - bytes;
        (allowed && inside).then_some(region)
    }

    fn at(&mut self, start: u64) -> Option<&mut Region> {
        let index = self.regions.binary_search_by_key(&start, |region| region.start).ok()?;
        self.regions.get_mut(index)
    }

    /// Makes the allocation at `start` read-only and renames it.
    pub(super) fn protect(&mut self, start: u64, name: Cow<'static, str>) {
        if let Some(region) = self.at(start) {
            (region.state, region.name) = (State::ReadOnly, name);
        }
    }

    /// Frees the allocation at `start`: every later access to it is a fault.
    pub(super) fn close(&mut self, start: u64) {
        if let Some(region) = self.at(start) {
            region.state = State::Freed;
        }
    }

    /// Reuses the freed allocation at `start`; it keeps its granules.
    pub(super) fn reopen(&mut self, start: u64, bytes: u64, name: Cow<'static, str>) {
        if let Some(region) = self.at(start) {
            let most = region.bytes.max(1).next_multiple_of(GRANULE);
            *region = Region { bytes: bytes.min(most), name, state: State::Writable, ..*region };
        }
    }

    /// Returns the fault of an access that [`Regions::find`] refuses.
    #[cold]
    fn fault(&self, addr: u64, bytes: u64) -> MemoryFault {
        if addr < NULL_BYTES {
            return MemoryFault::Null { addr, bytes };
        }
        let after = self.regions.partition_point(|region| region.start <= addr);
        let below = after.checked_sub(1).map(|index| &self.regions[index]);
        let above = self.regions.get(after);
        let is_users = |region: &&Region| !region.internal;
        let (lower, upper) = self.regions.split_at(after);
        let users = (lower.iter().rev().find(is_users), upper.iter().find(is_users));
        let any = users.0.or(users.1).is_some();
        // What the machine has freed, no program knows of.
        let known = |region: &&Region| !(any && region.internal && region.state == State::Freed);
        if let Some(region) = below.filter(|region| addr < region.end()).filter(known) {
            let over = addr.saturating_add(bytes) - region.end().min(addr.saturating_add(bytes));
            let near = region.describe();
            return match region.state {
                State::Freed => MemoryFault::Freed { addr, bytes, near },
                _ if over > 0 => {
                    let near = format!("it ends {over} bytes past the end of {near}");
                    MemoryFault::OutOfBounds { addr, bytes, near }
                }
                _ => MemoryFault::ReadOnly { addr, bytes, near },
            };
        }
        // A kernel may read a little beyond its parameters. Else an access that went wrong began at the program's own.
        let close = |region: &&Region| region.internal && addr - region.end() <= GUARD_BYTES.0;
        let (below, above) = match below.filter(known).filter(close) {
            Some(region) => (Some(region), None),
            None if any => users,
            None => (below, above),
        };
        let past = below.map(|region| (addr - region.end(), region));
        let before = above.map(|region| (region.start - addr, region));
        let near = match (past, before) {
            (Some((past, region)), before) if before.is_none_or(|(gap, _)| past <= gap) => {
                match past {
                    0 => format!("right at the end of {}", region.describe()),
                    _ => format!("{past} bytes past the end of {}", region.describe()),
                }
            }
            (_, Some((gap, region))) => format!("{gap} bytes before {}", region.describe()),
            (_, None) => "nothing is allocated".to_string(),
        };
        MemoryFault::OutOfBounds { addr, bytes, near }
    }
}
