//! The stream rules of the FIFO's pins, for one output stream.

use super::ensure;
use crate::kit::Violation;

/// An output stream with up to two payload pins.
pub struct Stream {
    name: &'static str,
    held: Option<[u32; 2]>,
}

impl Stream {
    /// A stream on which nothing has been offered.
    pub fn new(name: &'static str) -> Self {
        Self { name, held: None }
    }

    /// Sees one cycle and the ready it is answered with; the payload if it is transferred.
    pub fn see(
        &mut self,
        valid: bool,
        payload: [u32; 2],
        ready: bool,
    ) -> Result<Option<[u32; 2]>, Violation> {
        let name = self.name;
        ensure(valid || payload == [0; 2], || format!("stream rule 3: {name} has payload"))?;
        if let Some(held) = self.held {
            ensure(valid && payload == held, || {
                format!("stream rule 2: {name} {payload:x?} after {held:x?} was not taken")
            })?;
        }
        self.held = (valid && !ready).then_some(payload);
        Ok((valid && ready).then_some(payload))
    }
}
