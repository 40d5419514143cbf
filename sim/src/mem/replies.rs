//! The answers of a slice that wait for the network. A request is answered sector by sector, each with a packet of its
//! own, which waits until the one before has left.

use super::path::Packet;
use std::collections::VecDeque;

/// A request, or a part of one, that is being answered.
#[derive(Clone, Copy, Debug)]
struct Reply {
    packet: Packet,
    /// Flits of the answer to a sector.
    flits: u32,
    /// Sectors whose answer has not left.
    left: u8,
}

/// The answers of a slice, in the order in which they leave.
#[derive(Clone, Debug, Default)]
pub(super) struct Replies {
    queue: VecDeque<Reply>,
    /// Cycle after the last flit of the answer that left last.
    free_at: u64,
    /// Whether somebody will look again.
    awaited: bool,
}

impl Replies {
    /// Adds the answers to the sectors of a request, of that many flits each, at the end of the queue.
    pub fn push(&mut self, packet: Packet, flits: u32) {
        if packet.line.sectors != 0 {
            self.queue.push_back(Reply { packet, flits, left: packet.line.sectors });
        }
    }

    /// The requests that are being answered, in their order.
    pub fn packets(&self) -> impl Iterator<Item = &Packet> {
        self.queue.iter().map(|reply| &reply.packet)
    }

    /// Returns the SMX and the flits of the first answer in cycle `at`, if the one before has left.
    pub fn head(&self, at: u64) -> Option<(u16, u32)> {
        let reply = self.queue.front().filter(|_| self.free_at <= at)?;
        Some((reply.packet.smx, reply.flits))
    }

    /// The first answer leaves, its last flit in cycle `last`. Returns it and, if it is the last of its request, that.
    pub fn leaves(&mut self, last: u64) -> Option<(Packet, Option<Packet>)> {
        self.free_at = last + 1;
        let reply = self.queue.front_mut()?;
        let sector = 1 << reply.left.trailing_zeros();
        reply.left &= !sector;
        let (packet, ends) = (reply.packet, reply.left == 0);
        if ends {
            self.queue.pop_front();
        }
        Some((packet.of_sectors(sector), ends.then_some(packet)))
    }

    /// Returns the cycle in which to look again, if an answer waits and nobody looks yet.
    pub fn look_again(&mut self) -> Option<u64> {
        if self.awaited || self.queue.is_empty() {
            return None;
        }
        self.awaited = true;
        Some(self.free_at)
    }

    /// Somebody looks now.
    pub fn looked(&mut self) {
        self.awaited = false;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mem::coalesce::Transaction;
    use crate::mem::level::Level;
    use crate::mem::path::For;
    use crate::mem::system::AccessKind;

    #[test]
    fn sectors_are_answered_one_behind_the_other_and_the_last_ends_its_request() {
        let mut replies = Replies::default();
        let line = Transaction { line: 7, sectors: 0b1010, repeats: 1 };
        let (kind, of, level) = (AccessKind::Load, For::None, Level::L2);
        let packet = Packet { line, kind, smx: 3, of, level };
        replies.push(packet.of_sectors(0), 2);
        assert_eq!((replies.head(5), replies.look_again()), (None, None), "it answers nothing");
        replies.push(packet, 2);
        assert_eq!(replies.head(5), Some((3, 2)));
        assert_eq!(replies.leaves(6), Some((packet.of_sectors(0b0010), None)));
        assert_eq!((replies.head(6), replies.look_again()), (None, Some(7)));
        assert_eq!(replies.look_again(), None, "one look is enough");
        replies.looked();
        assert_eq!(replies.head(7), Some((3, 2)));
        assert_eq!(replies.leaves(8), Some((packet.of_sectors(0b1000), Some(packet))));
        assert_eq!((replies.head(9), replies.look_again()), (None, None));
    }
}
