//! Where an access is that has not been answered, read after the fact for the explanation of a hang.

use super::path::{For, Open, Packet, Whose};
use super::system::MemorySystem;

/// The part of the memory system in which an access, or the part of it that was found first, is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Whereabouts {
    /// In the load-store unit of its SMX, as neither the L1 nor the port takes it.
    LoadStore,
    /// In the pipeline of the L1.
    L1,
    /// At the SMX's port to the network.
    Port,
    /// At the input of this slice of the L2.
    SliceInput(usize),
    /// In this slice of the L2, which waits for DRAM.
    Dram(usize),
    /// Its answer waits for the network in this slice of the L2.
    SliceOutput(usize),
    /// Its answer is on the network.
    Answers,
    /// Nowhere: its answer was lost.
    Lost,
}

/// An access that has not been answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unanswered {
    /// Cycle in which it began.
    pub begun: u64,
    /// Where it is.
    pub at: Whereabouts,
}

impl MemorySystem {
    /// The access of an SMX with this token, if it has not been answered.
    pub fn unanswered(&self, smx: u32, token: u32) -> Option<Unanswered> {
        self.find(
            |whose| matches!(whose, Whose::Warp { smx: s, token: t, .. } if (s, t) == (smx, token)),
            smx,
        )
    }

    /// The read of this line of instructions by an SMX, if it has not been answered.
    pub fn unanswered_code(&self, smx: u32, line: u32) -> Option<Unanswered> {
        self.find(|whose| whose == Whose::Code { smx, line }, smx)
    }

    /// The read of a hardware unit with this token, if it has not been answered.
    pub fn unanswered_by_unit(&self, token: u32) -> Option<Unanswered> {
        self.find(|whose| whose == Whose::Unit { token }, 0)
    }

    fn find(&self, is_it: impl Fn(Whose) -> bool, smx: u32) -> Option<Unanswered> {
        let (access, open) = self.open.numbered().find(|(_, open)| is_it(open.whose))?;
        let &Open { begun, .. } = open;
        Some(Unanswered { begun, at: self.whereabouts(access, smx as usize) })
    }

    fn whereabouts(&self, access: u32, smx: usize) -> Whereabouts {
        let front = &self.fronts[smx];
        if front.lines.iter().any(|line| line.access == access) {
            return Whereabouts::LoadStore;
        }
        if front.pipe.iter().any(|(_, line)| line.access == access) {
            return Whereabouts::L1;
        }
        let (entry, constant) =
            (self.l1s.of_smx(smx).entry_of(access), front.constants.entry_of(access));
        let is_its = |packet: &Packet| match packet.of {
            For::Entry(of) => usize::from(packet.smx) == smx && entry == Some(of),
            For::Constant(of) => usize::from(packet.smx) == smx && constant == Some(of),
            For::Access(of) | For::Unit(of) => of == access,
            For::None => false,
        };
        if front.port.packets().any(is_its) {
            return Whereabouts::Port;
        }
        for (number, (slice, replies)) in self.slices.iter().zip(&self.replies).enumerate() {
            if slice.arrivals.packets().any(is_its) {
                return Whereabouts::SliceInput(number);
            }
            if slice.waiting().any(is_its) {
                return Whereabouts::Dram(number);
            }
            if replies.packets().any(is_its) {
                return Whereabouts::SliceOutput(number);
            }
        }
        match self.later.iter().chain(&front.answers).any(is_its) {
            true => Whereabouts::Answers,
            false => Whereabouts::Lost,
        }
    }
}

/// Faults, for tests.
#[cfg(test)]
impl MemorySystem {
    /// Whether a request of a warp, of a unit, or for instructions is at the input of a slice.
    pub fn has_request(&self, of: &str) -> bool {
        let is_of = |whose: Whose| match whose {
            Whose::Warp { .. } => of == "warp",
            Whose::Code { .. } => of == "code",
            Whose::Unit { .. } => of == "unit",
        };
        let smx = |whose| match whose {
            Whose::Warp { smx, .. } | Whose::Code { smx, .. } => smx as usize,
            Whose::Unit { .. } => 0,
        };
        self.open.numbered().filter(|(_, open)| is_of(open.whose)).any(|(access, open)| {
            matches!(self.whereabouts(access, smx(open.whose)), Whereabouts::SliceInput(_))
        })
    }

    /// Nothing that is planned happens any more: no slice serves what it has.
    pub fn stop(&mut self) {
        self.events = super::wheel::Wheel::new();
    }

    /// All requests that slices have are gone.
    pub fn lose_requests(&mut self) {
        self.slices.iter_mut().for_each(|slice| slice.arrivals.lose());
    }
}
