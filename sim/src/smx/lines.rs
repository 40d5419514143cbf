//! The lines of global memory that a TB has accessed, if anyone wants to know them.

use crate::bits::set_bits;
use crate::exec::WARP_SIZE;
use crate::exec::{AccessKind, MemAccess};
use crate::mem::LINE_BYTES;
use crate::ptx::Space;
use crate::runtime::DeviceRuntime;
use crate::tally::Tally;

/// A line of global memory, its address divided by 128, and the number of the warp in its TB that accessed it.
pub type Touched = (u32, u32);

/// Which accesses count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Accesses {
    /// Loads, stores and atomics.
    #[default]
    All,
    /// Loads: what an L1 may keep. Stores and atomics go past it to the L2.
    Loads,
}

/// An access of a warp to a line of global memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineAccess {
    /// Number of the line: its address divided by 128.
    pub line: u32,
    /// The tag that the warp's TB was started with.
    pub tag: u64,
}

/// The lines that the warps of a TB have accessed so far.
#[derive(Clone, Debug)]
pub(super) struct Lines {
    of: Accesses,
    found: Tally<Touched>,
}

impl Lines {
    /// None so far.
    pub(super) fn new(of: Accesses) -> Self {
        Self { of, found: Tally::default() }
    }

    /// Notes the lines of a load, store or atomic of a warp in global memory, each once, and tells `each` of them. Others
    /// are left out: shared memory, local memory, constants and parameters. So are the stores with which a thread passes
    /// parameters to what it launches.
    pub(super) fn note(
        &mut self,
        warp: u32,
        access: &MemAccess,
        runtime: &dyn DeviceRuntime,
        mut each: impl FnMut(u32),
    ) {
        let addr = |lane: usize| access.addr[lane];
        let mut lanes = set_bits(u64::from(access.mask)).peekable();
        let Some(&first) = lanes.peek() else { return };
        if access.space != Space::Global || runtime.holds_parameters(addr(first)) {
            return;
        }
        if self.of == Accesses::Loads && access.kind != AccessKind::Load {
            return;
        }
        let mut lines = [0; WARP_SIZE];
        let mut count = 0;
        for lane in lanes {
            // An access is aligned to its size, so it lies within one line. A load far outside of memory has none.
            let Ok(line) = u32::try_from(addr(lane) / LINE_BYTES) else { continue };
            if !lines[..count].iter().rev().any(|&known| known == line) {
                lines[count] = line;
                count += 1;
                self.found.add((line, warp), 1);
                each(line);
            }
        }
    }

    /// Returns the lines in ascending order, and by warp, with how many accesses there were.
    pub(super) fn into_sorted(self) -> Vec<(Touched, u32)> {
        self.found.into_sorted()
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
        accesses.iter().for_each(|access| lines.note(0, access, &ParameterHeap::new(), |_| {}));
        numbers(lines)
    }

    fn numbers(lines: Lines) -> Vec<u32> {
        lines.into_sorted().into_iter().map(|((line, _), _)| line).collect()
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
                lines.note(0, &of(kind, line), &ParameterHeap::new(), |_| {});
            }
            numbers(lines)
        });
        assert_eq!(found, [vec![5, 6, 7], vec![5]]);
    }

    #[test]
    fn each_access_of_a_warp_counts_a_line_once_and_all_its_accesses_count() {
        let mut lines = Lines::new(Accesses::All);
        let two = access(Space::Global, 0b1111, 0x1000, 64);
        for warp in [3, 1, 3] {
            lines.note(warp, &two, &ParameterHeap::new(), |_| {});
        }
        assert_eq!(lines.into_sorted(), [((32, 1), 1), ((32, 3), 2), ((33, 1), 1), ((33, 3), 2)]);
        let mut lines = Lines::new(Accesses::All);
        // Lanes that go to and fro between two lines.
        let mut woven = access(Space::Global, 0b1111, 0x1000, 0);
        (woven.addr[1], woven.addr[3]) = (0x1080, 0x1080);
        lines.note(0, &woven, &ParameterHeap::new(), |_| {});
        assert_eq!(lines.into_sorted(), [((32, 0), 1), ((33, 0), 1)]);
    }

    #[test]
    fn stores_of_the_parameters_of_a_launch_do_not_count() {
        let (mut heap, mut memory) = (ParameterHeap::new(), GlobalMemory::new(1 << 20));
        let buffer = heap.parameter_buffer(&mut memory, 100).expect("memory");
        let mut lines = Lines::new(Accesses::All);
        lines.note(0, &access(Space::Global, 1, buffer + 96, 0), &heap, |_| {});
        assert_eq!(numbers(lines.clone()), [0; 0]);
        lines.note(0, &access(Space::Global, 1, buffer + 128, 0), &heap, |_| {});
        assert_eq!(numbers(lines).len(), 1);
    }
}
