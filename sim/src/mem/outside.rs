//! Loads outside every buffer that return zeros instead of ending the run, as on a GPU whose memory is mapped in large
//! pages. Some published programs read a little beyond their buffers and do not use what they get.

use super::global::MemoryFault;

/// Loads that returned zeros.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OutsideReads {
    /// How many, counted by thread.
    pub count: u64,
    /// What was wrong with the first.
    pub first: Option<String>,
}

impl OutsideReads {
    /// Excuses a load that ended in `fault` and counts it. Device memory has `capacity` bytes; nothing is mapped behind
    /// it, nor at a null pointer, nor is a buffer that was freed.
    pub(super) fn excuse(&mut self, fault: &MemoryFault, capacity: u64) -> bool {
        let MemoryFault::OutOfBounds { addr, bytes, .. } = fault else { return false };
        if addr.checked_add(*bytes).is_none_or(|end| end > capacity) {
            return false;
        }
        self.count += 1;
        self.first.get_or_insert_with(|| fault.to_string());
        true
    }
}
