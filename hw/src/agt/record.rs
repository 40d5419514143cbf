//! The layout of a group's record in memory, which is that of an entry of the table (AGE) and is
//! explained in [`pins`](super::pins). All code that writes or reads a record takes the places of its words from here.

use super::agei::Agei;
use crate::kernel_distributor::pins::encode_grid;
pub use crate::kmu::descriptor::offset;

/// Word of AggDim x in TBs.
pub const GRID_X: usize = 0;
/// Word of AggDim y (low half) and z.
pub const GRID_YZ: usize = 1;
/// Word of the parameter address.
pub const PARAM: usize = 2;
/// Word of Next, the AGEI of the following group.
pub const NEXT: usize = 3;
/// Word of ExeBL. In memory the AGT does not use it.
pub const EXEBL: usize = 4;
/// Word in which LaPerm's queues keep the entry of the group's kernel while the group is in memory.
pub const KDEI: usize = EXEBL;
/// Words of a record.
pub const WORDS: usize = 5;
/// Words that are read of a spilled group: all but ExeBL.
pub const WORDS_READ: usize = NEXT + 1;
/// Bytes that a record occupies in memory, and the least alignment of its address. So a kernel descriptor may take
/// its place.
pub const BYTES: u32 = crate::kmu::descriptor::BYTES;

/// Bytes of a line, which memory gives at once.
pub const LINE_BYTES: u32 = 128;

/// A group as its record says it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// AggDim in TBs.
    pub grid: [u32; 3],
    /// Parameter address.
    pub param: u32,
    /// The following group.
    pub next: Agei,
}

impl Record {
    /// The words in memory.
    pub fn pack(&self) -> [u32; WORDS] {
        let mut words = [0; WORDS];
        [words[GRID_X], words[GRID_YZ]] = encode_grid(self.grid);
        words[PARAM] = self.param;
        words[NEXT] = self.next.word();
        words
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_is_five_words_in_the_order_of_an_entry() {
        let record = Record { grid: [9, 2, 3], param: 0x1_0040, next: Agei::NONE };
        assert_eq!(record.pack(), [9, 0x0003_0002, 0x1_0040, u32::MAX, 0]);
        assert_eq!((offset(NEXT), WORDS_READ), (12, 4));
    }
}
