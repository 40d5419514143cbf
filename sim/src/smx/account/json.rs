//! An account in results: slots as shares by reason, instructions by `W1` to `W32`.

use super::counts::{Counts, Lanes, Slots};
use super::reason::Reason;
use crate::ratio::ratio;
use serde::ser::{Serialize, SerializeStruct, Serializer};

impl Serialize for Slots {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer
            .collect_map(Reason::ALL.iter().map(|&reason| (reason.name(), self.share(reason))))
    }
}

impl Slots {
    /// Returns the share of the slots with this outcome, 0 to 1.
    pub fn share(&self, reason: Reason) -> f64 {
        ratio(self.of(reason), self.total()).unwrap_or(0.0)
    }
}

impl Serialize for Lanes {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.iter().map(|(lanes, count)| (format!("W{lanes}"), count)))
    }
}

impl Serialize for Counts {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut counts = serializer.serialize_struct("Counts", 3)?;
        counts.serialize_field("slots", &self.slots.total())?;
        counts.serialize_field("shares", &self.slots)?;
        counts.serialize_field("lanes", &self.lanes)?;
        counts.end()
    }
}
