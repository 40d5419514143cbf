//! The lines of global memory that a TB has accessed, if anyone wants to know them.

use crate::bits::set_bits;
use crate::exec::MemAccess;
use crate::mem::LINE_BYTES;
use crate::ptx::Space;
use crate::runtime::DeviceRuntime;

/// Lines that are kept before they are put in order for the first time.
const ROOM: usize = 1024;

/// The lines that a TB has accessed so far.
#[derive(Clone, Debug, Default)]
pub(super) struct Lines {
    /// In any order, some of them several times.
    found: Vec<u32>,
    /// How many there were when they were last put in order, each once.
    distinct: usize,
}

impl Lines {
    /// Notes the lines of a load, store or atomic in global memory. Others are left out: shared memory, local memory,
    /// constants and parameters. So are the stores with which a thread passes parameters to what it launches.
    pub(super) fn note(&mut self, access: &MemAccess, runtime: &dyn DeviceRuntime) {
        let addr = |lane: usize| access.addr[lane];
        let mut lanes = set_bits(u64::from(access.mask)).peekable();
        let Some(&first) = lanes.peek() else { return };
        if access.space != Space::Global || runtime.holds_parameters(addr(first)) {
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
    use crate::exec::AccessKind;
    use crate::mem::GlobalMemory;
    use crate::ptx::CacheOp;
    use crate::runtime::params::ParameterHeap;

    fn access(space: Space, mask: u32, from: u64, step: u64) -> MemAccess {
        let addr = std::array::from_fn(|lane| from + step * lane as u64);
        let (kind, cache) = (AccessKind::Load, CacheOp::All);
        MemAccess { space, kind, cache, bytes: 4, mask, addr }
    }

    fn lines(accesses: &[MemAccess]) -> Vec<u32> {
        let mut lines = Lines::default();
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
    fn many_accesses_to_few_lines_take_little_room() {
        let mut lines = Lines::default();
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
        let mut lines = Lines::default();
        lines.note(&access(Space::Global, 1, buffer + 96, 0), &heap);
        assert_eq!(lines.clone().into_sorted(), [0; 0]);
        lines.note(&access(Space::Global, 1, buffer + 128, 0), &heap);
        assert_eq!(lines.into_sorted().len(), 1);
    }
}
