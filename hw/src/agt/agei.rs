//! The Aggregated Group Entry Index (AGEI): which group, and where it is. This is the only definition of its
//! encoding.

use std::fmt;

/// The word of an AGEI that names no group.
pub const NO_GROUP: u32 = u32::MAX;
/// Bit of the word: the group's record is in memory. Bits 26..0 are then its address divided by 32.
pub const SPILLED: u32 = 1 << 31;
/// Bits of the word that hold the address of a record divided by 32.
const RECORD: u32 = (1 << 27) - 1;

/// An AGEI: an entry of the AGT, a record in memory, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Agei(u32);

impl Agei {
    /// No group.
    pub const NONE: Self = Self(NO_GROUP);

    /// The group in entry `index` of the table, below 2^31.
    pub const fn entry(index: u32) -> Self {
        debug_assert!(index & SPILLED == 0);
        Self(index)
    }

    /// The group whose record is at `address`, of which the lower five bits are left out.
    pub const fn spilled(address: u32) -> Self {
        Self(SPILLED | address >> 5)
    }

    /// The AGEI on a pin or in a Next field.
    pub const fn from_word(word: u32) -> Self {
        Self(word)
    }

    /// The AGEI as it stands on a pin and in a Next field.
    pub const fn word(self) -> u32 {
        self.0
    }

    /// Returns whether it names no group.
    pub const fn is_none(self) -> bool {
        self.0 == NO_GROUP
    }

    /// Returns whether the group is in the table.
    pub const fn is_in_table(self) -> bool {
        self.0 & SPILLED == 0
    }

    /// The address of the record of a group that is not in the table.
    pub const fn record(self) -> u32 {
        (self.0 & RECORD) << 5
    }
}

impl fmt::Display for Agei {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() {
            f.write_str("no group")
        } else if self.is_in_table() {
            write!(f, "AGT entry {}", self.0)
        } else {
            write!(f, "the group recorded at {:#x}", self.record())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_agei_is_an_entry_a_record_or_none() {
        let entry = Agei::entry(1023);
        assert_eq!((entry.word(), entry.is_in_table()), (1023, true));
        let record = Agei::spilled(0xFFFF_FFC0);
        assert_eq!((record.is_in_table(), record.record()), (false, 0xFFFF_FFC0));
        assert_eq!(Agei::from_word(record.word()), record);
        let none = Agei::NONE;
        assert_eq!((none.is_none(), none.is_in_table()), (true, false));
        let texts = [entry, record, none].map(|agei| agei.to_string());
        assert_eq!(texts, ["AGT entry 1023", "the group recorded at 0xffffffc0", "no group"]);
    }
}
