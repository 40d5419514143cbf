//! Words that the scheduler passes on, or compares, but never looks into.

use crate::kernel_distributor::pins::SPILLED;
use proptest::prelude::*;

/// Bits of an AGEI that tell where a record is.
const RECORD: u32 = 0x7FF_FFFF;

/// Words that use all their bits, one a tag and no two alike.
#[derive(Clone, Copy, Debug)]
pub struct Words {
    first: u32,
    /// Odd: multiplying by it keeps tags apart, in the lower bits alone too.
    step: u32,
}

impl Words {
    /// Any words; they shrink to their tags.
    pub(super) fn strategy() -> impl Strategy<Value = Self> {
        (any::<u32>(), any::<u32>()).prop_map(|(first, step)| Self { first, step: step | 1 })
    }

    fn of(self, tag: u32) -> u32 {
        self.first.wrapping_add(tag.wrapping_mul(self.step))
    }

    /// Entry PC, shape, parameter address of a kernel.
    pub(super) fn of_kernel(self, kdei: u32) -> [u32; 3] {
        [0, 1, 2].map(|field| self.of(kdei << 2 | field))
    }

    /// Parameter address of a group.
    pub(super) fn of_group(self, number: u32) -> u32 {
        self.of(1 << 8 | number)
    }

    /// ID of a node.
    pub(super) fn of_node(self, kdei: u32, number: u32) -> u32 {
        self.of(kdei << 24 | 1 << 16 | number)
    }

    /// AGEI of an entry of the AGT; how many entries that has does not matter to the scheduler.
    pub(super) fn entry(self, number: u32) -> u32 {
        self.of(number) & !SPILLED
    }

    /// AGEI of a record.
    pub(super) fn record(self, number: u32) -> u32 {
        SPILLED | (self.of(number) & RECORD)
    }
}
