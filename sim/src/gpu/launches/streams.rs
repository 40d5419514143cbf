//! Streams of kernels: launches into one stream run in order, each when the one before has ended with
//! all its descendants. The device runtime keeps this order; the hardware knows no device streams.

use super::command::Start;
use crate::gpu::ids::TbNumber;
use std::collections::{BTreeMap, VecDeque};

/// A stream that kernels launch into.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum StreamKey {
    /// The default stream of a TB.
    Default(TbNumber),
    /// A stream some kernel created, by its handle.
    Created(u64),
}

/// The launches of every stream that have not ended, the one under way first.
#[derive(Debug, Default)]
pub struct Streams {
    queues: BTreeMap<StreamKey, VecDeque<Option<Start>>>,
}

impl Streams {
    /// A launch is made into a stream; given back if it is its turn, kept if not.
    pub fn enter(&mut self, stream: StreamKey, start: Start) -> Option<Start> {
        let queue = self.queues.entry(stream).or_default();
        let (now, later) = if queue.is_empty() { (Some(start), None) } else { (None, Some(start)) };
        queue.push_back(later);
        now
    }

    /// The launches whose turn in their stream has not come.
    pub fn kept(&self) -> impl Iterator<Item = &Start> {
        self.queues.values().flatten().flatten()
    }

    /// The launch under way in a stream has ended; returns the next one.
    pub fn ended(&mut self, stream: StreamKey) -> Option<Start> {
        let queue = self.queues.get_mut(&stream)?;
        queue.pop_front();
        if queue.is_empty() {
            self.queues.remove(&stream);
            return None;
        }
        queue.front_mut().and_then(Option::take)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::gpu::ids::DeviceAddr;
    use heddle_hw::kmu::descriptor::Home;

    fn kernel(at: u64) -> Start {
        Start::Kernel { at, desc: DeviceAddr::new(at), home: Home::default() }
    }

    #[test]
    fn launches_of_one_stream_start_one_after_the_other_and_those_of_two_do_not_wait() {
        let mut streams = Streams::default();
        let (a, b) = (StreamKey::Default(TbNumber::new(1)), StreamKey::Created(1));
        assert_eq!(streams.enter(a, kernel(1)), Some(kernel(1)));
        assert_eq!(streams.enter(a, kernel(2)), None);
        assert_eq!(streams.enter(b, kernel(3)), Some(kernel(3)));
        assert_eq!(streams.enter(a, kernel(4)), None);
        assert_eq!(streams.ended(b), None);
        assert_eq!(streams.ended(a), Some(kernel(2)));
        assert_eq!(streams.ended(a), Some(kernel(4)));
        assert_eq!(streams.ended(a), None);
        assert_eq!(streams.enter(a, kernel(5)), Some(kernel(5)), "an empty stream starts at once");
    }
}
