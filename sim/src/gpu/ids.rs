//! Numbers of one kind, which the compiler tells from those of another. On pins they are plain words: only
//! [`boundary`](super::boundary) turns one into the other.

use std::fmt;
use std::ops::RangeInclusive;

/// Declares a number that is written as `$text` and the number itself.
macro_rules! numbers {
    ($($(#[$doc:meta])* $name:ident, $text:literal;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub struct $name(u32);

            impl $name {
                /// The one with this number.
                pub const fn new(number: u32) -> Self {
                    Self(number)
                }

                /// Its number.
                pub const fn number(self) -> u32 {
                    self.0
                }
            }

            impl fmt::Display for $name {
                fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                    write!(f, concat!($text, " {}"), self.0)
                }
            }
        )*
    };
}

numbers! {
    /// An SMX, counted from 0.
    SmxId, "SMX";
    /// A TB slot of one SMX, counted from 0.
    SlotId, "TB slot";
    /// Index of an entry of the Kernel Distributor (KDEI).
    Kdei, "KDE";
    /// A hardware work queue, counted from 0.
    Hwq, "HWQ";
}

impl SmxId {
    /// Its place in a list of SMXs.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl Hwq {
    /// Its place in a list of queues.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A TB that has started, counted from 0 in the order of starts. It keeps its number while it is suspended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TbNumber(u64);

impl TbNumber {
    /// The TB with this number.
    pub const fn new(number: u64) -> Self {
        Self(number)
    }
}

/// A TB slot of the machine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TbSlot {
    /// The SMX.
    pub smx: SmxId,
    /// The slot on it.
    pub slot: SlotId,
}

impl TbSlot {
    /// Slot `slot` of SMX `smx`, by their numbers.
    pub const fn new(smx: u32, slot: u32) -> Self {
        Self { smx: SmxId(smx), slot: SlotId(slot) }
    }

    /// All slots of an SMX, however many it has.
    pub const fn of(smx: SmxId) -> RangeInclusive<Self> {
        Self { smx, slot: SlotId(0) }..=Self { smx, slot: SlotId(u32::MAX) }
    }
}

impl fmt::Display for TbSlot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {}", self.slot, self.smx)
    }
}

/// A byte address in device memory, which ends below 4 GB.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct DeviceAddr(u32);

impl DeviceAddr {
    /// The address `address`.
    ///
    /// # Panics
    ///
    /// Panics if it has more than 32 bits: no buffer of device memory lies there.
    pub fn new(address: u64) -> Self {
        let word = u32::try_from(address);
        Self(word.unwrap_or_else(|_| panic!("{address:#x} is not an address of device memory")))
    }

    /// The address as units see it.
    pub const fn word(self) -> u32 {
        self.0
    }

    /// The address as memory sees it.
    pub const fn bytes(self) -> u64 {
        self.0 as u64
    }
}

impl fmt::Display for DeviceAddr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#x}", self.0)
    }
}

/// A launch that has not ended: a kernel or a group, known by the address of its parameters, which no other has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct LaunchId(DeviceAddr);

impl LaunchId {
    /// The launch whose parameters are at `params`.
    pub const fn new(params: DeviceAddr) -> Self {
        Self(params)
    }

    /// The address of its parameters.
    pub const fn params(self) -> DeviceAddr {
        self.0
    }
}

impl fmt::Display for LaunchId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "launch with parameters at {}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_say_of_what_kind_they_are() {
        let address = DeviceAddr::new(0x1_0040);
        let texts = [
            TbSlot::new(3, 2).to_string(),
            Kdei::new(31).to_string(),
            Hwq::new(4).to_string(),
            LaunchId::new(address).to_string(),
        ];
        let expected =
            ["TB slot 2 of SMX 3", "KDE 31", "HWQ 4", "launch with parameters at 0x10040"];
        assert_eq!(texts, expected);
    }

    #[test]
    #[should_panic(expected = "0x100000000 is not an address of device memory")]
    fn an_address_behind_all_device_memory_is_refused() {
        DeviceAddr::new(1 << 32);
    }
}
