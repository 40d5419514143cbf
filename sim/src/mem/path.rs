//! The path of an access: from the load-store unit through the L1's pipeline or past it to the SMX's port, over the
//! network to a slice of the L2, to DRAM, and back.

use super::cache::DataCache;
use super::coalesce::{Transaction, SECTOR_BYTES};
use super::dram::Read;
use super::level::Level;
use super::network::Input;
use super::system::{AccessKind, MemorySystem, News, Note};
use crate::log;
use std::collections::VecDeque;

/// For whom a sector is brought or written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum For {
    /// An entry of the L1.
    Entry(u32),
    /// An entry of the constant cache.
    Constant(u32),
    /// An access.
    Access(u32),
    /// An access of a hardware unit, to which answers come directly.
    Unit(u32),
    /// Nobody: a line that is written back.
    None,
}

impl For {
    /// What the event log says of it.
    pub fn aim(self) -> log::Aim {
        match self {
            Self::Entry(_) => log::Aim::Data,
            Self::Constant(_) => log::Aim::Constant,
            Self::Access(_) => log::Aim::Access,
            Self::Unit(_) => log::Aim::Unit,
            Self::None => log::Aim::Nobody,
        }
    }
}

/// A request, or the answer to one of its sectors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Packet {
    pub line: Transaction,
    pub kind: AccessKind,
    pub smx: u16,
    pub of: For,
    /// Answers: where the data come from.
    pub level: Level,
}

impl Packet {
    /// The part of it that concerns some of its sectors.
    pub fn of_sectors(self, sectors: u8) -> Self {
        Self { line: Transaction { sectors, ..self.line }, ..self }
    }
}

/// What happens at a point of time. Events are small, as every one is written and read in the wheel; packets wait
/// elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// The load-store unit of an SMX has a line looked up or sent.
    Feed(u16),
    /// The lookup at the end of an L1's pipeline.
    Look(u16),
    /// The last flit of an SMX's packet has left, and something waits for it.
    Sent(u16),
    /// A constant that was found is there.
    Constant(u32),
    /// A slice looks its first request up.
    LookUp(u16),
    /// A channel of DRAM has a command.
    Step(u16),
    /// Sectors from DRAM are at their slice.
    Fill(Read),
    /// A slice answers a request whose sectors were not free before, by its number in `later`.
    Answer(u16, u32),
    /// The last flit of a slice's packet has left, and another waits.
    Answered(u16),
    /// The next answer is at its SMX.
    Arrive(u16),
    /// An answer is at its hardware unit: a part of an access, from a level.
    Direct(u32, Level),
}

/// Where a line goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    L1,
    PastL1,
    Constants,
}

/// A line that the load-store unit looks up or sends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub line: Transaction,
    pub access: u32,
    pub kind: AccessKind,
    pub local: bool,
    pub way: Way,
}

/// Whose an access is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Whose {
    /// A warp's, told by a token. `counts` says that it is a load or an atomic in device or local memory.
    Warp { smx: u32, token: u32, counts: bool },
    /// The fetch stage's, for a line of instructions.
    Code { smx: u32, line: u32 },
    /// A hardware unit's.
    Unit { token: u32 },
}

/// An access that is not complete.
#[derive(Clone, Copy, Debug)]
pub(super) struct Open {
    pub whose: Whose,
    pub begun: u64,
    /// Lines and answers that it waits for.
    pub left: u32,
    /// When the data came that came last, and from where.
    pub last: (u64, Level),
}

impl Open {
    /// An access begun in cycle `begun` that waits for `left` lines or answers.
    pub fn new(whose: Whose, begun: u64, left: u32) -> Self {
        Self { whose, begun, left, last: (0, Level::default()) }
    }
}

/// What an SMX has of the memory system for itself: the load-store unit's end, the L1's pipeline and the port.
#[derive(Clone, Debug)]
pub(super) struct Front {
    pub constants: DataCache,
    /// Lines of the access in the load-store unit.
    pub lines: VecDeque<Line>,
    /// The L1's pipeline: lines with the cycle from which each may be looked up.
    pub pipe: VecDeque<(u64, Line)>,
    pub port: Input<Packet>,
    /// Answers on their way from the slices, in the order of their arrival.
    pub answers: VecDeque<Packet>,
    /// The load-store unit waits for a place in the pipeline or at the port.
    pub stalled: bool,
    /// The line at the end of the pipeline could not be served.
    pub blocked: bool,
}

impl Front {
    /// An SMX's part with room for so many flits at its port.
    pub fn new(constants: DataCache, buffer_flits: u32) -> Self {
        Self {
            constants,
            lines: VecDeque::new(),
            pipe: VecDeque::new(),
            port: Input::new(buffer_flits),
            answers: VecDeque::new(),
            stalled: false,
            blocked: false,
        }
    }

    /// Gives the lines behind one that entered the L1's pipeline in cycle `at` to the pipeline too, to enter a cycle
    /// apart, but for the last, with which the access ends. It does so only if all have a place there even if none
    /// leaves: then nobody can tell. Returns the cycle in which the next line is due.
    pub fn feed_ahead(&mut self, at: u64, lookup: u64) -> u64 {
        let more = self.lines.len();
        if (self.pipe.len() + more) as u64 > lookup {
            return at + 1;
        }
        let ahead = self.lines.drain(..more.saturating_sub(1));
        let mut entered = at;
        for line in ahead {
            entered += 1;
            self.pipe.push_back((entered + lookup, line));
        }
        entered + 1
    }
}

impl AccessKind {
    /// Bytes of data of a request.
    pub(super) fn request_bytes(self, line: Transaction) -> u32 {
        match self {
            Self::Store | Self::Atomic => line.sectors.count_ones() * SECTOR_BYTES as u32,
            Self::Load | Self::LoadPastL1 => 0,
        }
    }

    /// Bytes of data of an answer; every sector has one of its own.
    pub(super) fn answer_bytes(self) -> u32 {
        if self == Self::Store {
            0
        } else {
            SECTOR_BYTES as u32
        }
    }
}

impl MemorySystem {
    /// Makes an event happen in cycle `at`.
    pub(super) fn happen(&mut self, at: u64, event: Event) {
        match event {
            Event::Feed(smx) => {
                if self.feed(at, usize::from(smx)) {
                    self.note(at, usize::from(smx), News::Free);
                }
            }
            Event::Look(smx) => self.look(at, usize::from(smx)),
            Event::Sent(smx) => self.sent(at, usize::from(smx)),
            Event::Constant(access) => self.part_done(at, access, Level::Cache),
            Event::LookUp(slice) => self.look_up(at, usize::from(slice)),
            Event::Step(channel) => self.step_channel(at, usize::from(channel)),
            Event::Fill(read) => self.fill(at, read),
            Event::Answer(slice, number) => {
                if let Some(packet) = self.later.remove(number) {
                    self.reply(at, usize::from(slice), packet, at);
                }
            }
            Event::Answered(slice) => {
                self.replies[usize::from(slice)].looked();
                self.answer(at, usize::from(slice));
            }
            Event::Arrive(smx) => self.arrive(at, usize::from(smx)),
            Event::Direct(access, level) => self.part_done(at, access, level),
        }
    }

    /// Whether anything happens when an answer that leaves now, which may end that of a request, is at its SMX: of the
    /// sectors of a line that is fetched whole, they arrive in the order in which they are sent, only with the last.
    pub(super) fn completes(&mut self, packet: Packet, ended: Option<Packet>) -> bool {
        let ended = ended.map(|request| request.line.sectors);
        let smx = usize::from(packet.smx);
        match packet.of {
            For::Entry(entry) => self.l1s.of(smx).completes(entry, ended),
            For::Constant(entry) => self.fronts[smx].constants.completes(entry, ended),
            For::Access(_) | For::Unit(_) | For::None => true,
        }
    }

    pub(super) fn note(&mut self, at: u64, smx: usize, news: News) {
        let note = Note { smx: smx as u32, at, news };
        log::note(|| log::Event::Noted(note));
        self.notes.push(note);
    }
}
