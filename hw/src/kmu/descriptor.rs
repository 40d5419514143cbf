//! The layout of a kernel descriptor in memory, which [`pins`](super::pins) explains. All code that writes or
//! reads one takes the places of its words from here.

use crate::kernel_distributor::pins::encode_grid;

/// Word of the entry PC.
pub const ENTRY_PC: usize = 0;
/// Word of grid x in TBs.
pub const GRID_X: usize = 1;
/// Word of grid y (low half) and z.
pub const GRID_YZ: usize = 2;
/// Word of the TB shape.
pub const SHAPE: usize = 3;
/// Word of the resource demand of one TB.
pub const DEMAND: usize = 4;
/// Word of the parameter address.
pub const PARAM: usize = 5;
/// Word of the tag, in the low bits, and above it of the cluster and the level.
pub const TAG: usize = 6;
/// First bit of the cluster in its word: it has eight bits, as the tag below it.
pub const CLUSTER_BIT: u32 = 8;
/// First bit of the level in its word: it has three bits.
pub const LEVEL_BIT: u32 = 16;
/// Word of the link: the next kernel of the pool, or [`SUSPENDED`](super::pins::SUSPENDED).
pub const NEXT: usize = 7;
/// Words of a descriptor.
pub const WORDS: usize = 8;
/// Bytes of a descriptor, and the least alignment of its address.
pub const BYTES: u32 = 4 * WORDS as u32;

/// Byte offset of a word in a descriptor or a record.
pub const fn offset(word: usize) -> u32 {
    4 * word as u32
}

/// Where what a TB has launched belongs: LaPerm's level and cluster.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Home {
    /// One above that of the launching TB, at most the highest; 0 for what the host launches.
    pub level: u32,
    /// Cluster of the SMX of the launching TB; 0 for what the host launches.
    pub cluster: u32,
}

/// A kernel as its descriptor says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Descriptor {
    /// Entry PC.
    pub pc: u32,
    /// Grid dimensions in TBs.
    pub grid: [u32; 3],
    /// TB shape, as on the pins.
    pub shape: u32,
    /// Resource demand of one TB, as on the pins.
    pub demand: u32,
    /// Parameter address.
    pub param: u32,
    /// Tag, which the Kernel Distributor returns when the kernel retires.
    pub tag: u32,
    /// Level and cluster; none for a kernel of the host.
    pub home: Home,
    /// Link; zero in a descriptor that software writes.
    pub next: u32,
}

impl Descriptor {
    /// The words in memory.
    pub fn pack(&self) -> [u32; WORDS] {
        let mut words = [0; WORDS];
        words[ENTRY_PC] = self.pc;
        [words[GRID_X], words[GRID_YZ]] = encode_grid(self.grid);
        (words[SHAPE], words[DEMAND]) = (self.shape, self.demand);
        (words[PARAM], words[NEXT]) = (self.param, self.next);
        let Home { level, cluster } = self.home;
        words[TAG] = self.tag | cluster << CLUSTER_BIT | level << LEVEL_BIT;
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_descriptor_is_eight_words_in_the_order_of_the_protocol() {
        let grid = [70_000, 0xFFFF, 2];
        let home = Home { level: 7, cluster: 0x8F };
        let descriptor =
            Descriptor { pc: 1, grid, shape: 3, demand: 4, param: 5, tag: 6, home, next: 7 };
        let words = [1, 70_000, 0x0002_FFFF, 3, 4, 5, 0x7_8F06, 7];
        assert_eq!(descriptor.pack(), words);
        assert_eq!((BYTES, offset(NEXT)), (32, 28));
    }
}
