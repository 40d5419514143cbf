//! Widths of the pins that a machine's sizes decide.
//!
//! rust-hdl's widths are constants of a type, so a circuit cannot be exactly as wide as its sizes ask. There are two
//! classes of machine instead, and a circuit is built for one of them. A narrow machine has no bit that only a wide
//! one needs, and its words are words of the host.

/// The class of a machine, and of all its units: they are linked, so they agree on every width.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Up to 32 SMXs, TB slots, KDEs and HWQs, and 4096 AGT entries.
    #[default]
    Narrow,
    /// Up to 144 SMXs, 64 TB slots, 128 KDEs and HWQs, and 65536 AGT entries.
    Wide,
}

impl Class {
    /// The least class in which every count fits its width.
    pub fn of(counts: &[(u32, Width)]) -> Self {
        match counts.iter().all(|(count, width)| *count <= width.narrow) {
            true => Self::Narrow,
            false => Self::Wide,
        }
    }
}

/// The width of a pin in bits, by class.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Width {
    /// In a narrow machine, at most 32.
    pub narrow: u32,
    /// In a wide machine.
    pub wide: u32,
}

impl Width {
    const fn new(narrow: u32, wide: u32) -> Self {
        Self { narrow, wide }
    }

    /// The width in a class.
    pub const fn of(self, class: Class) -> u32 {
        match class {
            Class::Narrow => self.narrow,
            Class::Wide => self.wide,
        }
    }
}

/// Bits that tell so many things apart: none if there is one.
pub const fn index_bits(count: u32) -> u32 {
    u32::BITS - count.saturating_sub(1).leading_zeros()
}

/// One bit per hardware work queue.
pub const HWQS: Width = Width::new(32, 128);
/// Number of a hardware work queue.
pub const HWQ: Width = Width::new(5, 7);
/// Tag of a kernel: the number of a queue, and above it whether the kernel came from one.
pub const TAG: Width = Width::new(6, 8);
/// One bit per entry of the Kernel Distributor.
pub const KDES: Width = Width::new(32, 128);
/// Number of an entry of the Kernel Distributor.
pub const KDEI: Width = Width::new(5, 7);
/// How many entries of the Kernel Distributor, from none to all.
pub const KDE_COUNT: Width = Width::new(6, 8);
/// One bit per SMX.
pub const SMXS: Width = Width::new(32, 144);
/// Number of an SMX.
pub const SMX: Width = Width::new(5, 8);
/// One bit per TB slot of an SMX.
pub const SLOTS: Width = Width::new(32, 64);
/// Number of a TB slot.
pub const SLOT: Width = Width::new(5, 6);
/// Number of TBs that hold a slot.
pub const RESIDENT: Width = Width::new(11, 14);
/// Number of occupied AGT entries.
pub const OCCUPIED: Width = Width::new(13, 17);
