//! The lines of global memory that a TB has accessed, if anyone wants to know them.

use crate::bits::set_bits;
use crate::exec::{AccessKind, MemAccess};
use crate::mem::LINE_BYTES;
use crate::ptx::Space;
use crate::runtime::DeviceRuntime;

/// Lines that are kept before they are put in order for the first time.
const ROOM: usize = 1024;

/// Which accesses count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Accesses {
    /// Loads, stores and atomics.
    #[default]
    All,
    /// Loads: what an L1 may keep. Stores and atomics go past it to the L2.
    Loads,
}

/// The lines that a TB has accessed so far.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    of: Accesses,
    /// In any order, some of them several times.
    found: Vec<u32>,
    /// How many there were when they were last put in order, each once.
    distinct: usize,
}

impl Lines {
    /// None so far.
    pub(super) fn new(of: Accesses) -> Self {
        Self { of, found: Vec::new(), distinct: 0 }
    }

    /// Notes the lines of a load, store or atomic in global memory. Others are left out: shared memory, local memory,
    /// constants and parameters. So are the stores with which a thread passes parameters to what it launches.
    pub(super) fn note(&mut self, access: &MemAccess, runtime: &dyn DeviceRuntime) {
        let addr = |lane: usize| access.addr[lane];
        let mut lanes = set_bits(u64::from(access.mask)).peekable();
        let Some(&first) = lanes.peek() else { return };
        if access.space != Space::Global || runtime.holds_parameters(addr(first)) {
            return;
        }
        if self.of == Accesses::Loads && access.kind != AccessKind::Load {
            return;
        }
        for lane in lanes {
            // An access is aligned to its size, so it lies within one line. A load far outside of memory has none.
            let Ok(line) = u32::try_from(addr(lane) / LINE_BYTES) else { continue };
            if self.found.last() != Some(&line) {
                self.found.push(line);
            }
        }
        if self.found.len() > 2 * self.distinct.max(ROOM) {
            self.order();
        }
    }

    /// Returns the lines in ascending order, each once.
    pub(super) fn into_sorted(mut self) -> Vec<u32> {
        self.order();
        self.found.shrink_to_fit();
        self.found
    }

    fn order(&mut self) {
        self.found.sort_unstable();
        self.found.dedup();
        self.distinct = self.found.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mem::GlobalMemory;
    use crate::ptx::CacheOp;
    use crate::runtime::params::ParameterHeap;

    fn access(space: Space, mask: u32, from: u64, step: u64) -> MemAccess {
        let addr = std::array::from_fn(|lane| from + step * lane as u64);
        let (kind, cache) = (AccessKind::Load, CacheOp::All);
        MemAccess { space, kind, cache, bytes: 4, mask, addr }
    }

    fn lines(accesses: &[MemAccess]) -> Vec<u32> {
        let mut lines = Lines::new(Accesses::All);
        accesses.iter().for_each(|access| lines.note(access, &ParameterHeap::new()));
        lines.into_sorted()
    }

    #[test]
    fn lines_of_global_memory_count_once_and_those_of_other_memory_do_not_count() {
        let global = access(Space::Global, !0, 0x1040, 4);
        assert_eq!(lines(&[global.clone(), global]), [32, 33]);
        for space in [Space::Shared, Space::Local, Space::Const, Space::Param] {
            assert_eq!(lines(&[access(space, !0, 0x1040, 4)]), [0; 0], "{space:?}");
        }
    }

    #[test]
    fn lanes_that_do_not_take_part_and_addresses_outside_of_memory_have_no_line() {
        assert_eq!(lines(&[access(Space::Global, 0b101, 0x1000, 128)]), [32, 34]);
        assert_eq!(lines(&[access(Space::Global, 0, 0x1000, 128)]), [0; 0]);
        assert_eq!(lines(&[access(Space::Global, 0b11, 0x80, (1 << 39) - 0x80)]), [1]);
    }

    #[test]
    fn stores_and_atomics_may_be_left_out() {
        let of = |kind, line: u64| MemAccess { kind, ..access(Space::Global, 1, line * 128, 4) };
        let kinds = [AccessKind::Load, AccessKind::Store, AccessKind::Atomic];
        let found = [Accesses::All, Accesses::Loads].map(|which| {
            let mut lines = Lines::new(which);
            for (kind, line) in kinds.into_iter().zip(5..) {
                lines.note(&of(kind, line), &ParameterHeap::new());
            }
            lines.into_sorted()
        });
        assert_eq!(found, [vec![5, 6, 7], vec![5]]);
    }

    #[test]
    fn many_accesses_to_few_lines_take_little_room() {
        let mut lines = Lines::new(Accesses::All);
        for turn in 0..1000 {
            lines.note(&access(Space::Global, !0, turn % 3 * 4096, 128), &ParameterHeap::new());
            assert!(lines.found.len() <= 2 * ROOM + 32);
        }
        assert_eq!(lines.into_sorted(), (0..96).collect::<Vec<_>>());
    }

    #[test]
    fn stores_of_the_parameters_of_a_launch_do_not_count() {
        let (mut heap, mut memory) = (ParameterHeap::new(), GlobalMemory::new(1 << 20));
        let buffer = heap.parameter_buffer(&mut memory, 100).expect("memory");
        let mut lines = Lines::new(Accesses::All);
        lines.note(&access(Space::Global, 1, buffer + 96, 0), &heap);
        assert_eq!(lines.clone().into_sorted(), [0; 0]);
        lines.note(&access(Space::Global, 1, buffer + 128, 0), &heap);
        assert_eq!(lines.into_sorted().len(), 1);
    }
}
