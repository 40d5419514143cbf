//! Times one access after the other.

use super::*;
use std::sync::atomic::{AtomicU32, Ordering};

/// Tells accesses apart.
static TOKENS: AtomicU32 = AtomicU32::new(0);

impl MemorySystem {
    /// Begins an access in cycle `now`, or when the load-store unit is free. Returns what becomes of it if nothing
    /// comes behind it.
    pub(super) fn access(
        &mut self,
        now: u64,
        smx: usize,
        lines: &[Transaction],
        kind: AccessKind,
        local: bool,
    ) -> Timed {
        let mut notes = Vec::new();
        let mut now = now;
        self.advance(now);
        while !self.fronts[smx].lines.is_empty() {
            now += 1;
            self.advance(now);
        }
        self.take_notes(&mut notes);
        let own = TOKENS.fetch_add(1, Ordering::Relaxed);
        let mut accepted_at = self.begin(now, smx, lines, kind, local, own).then_some(now + 1);
        let mut ahead = self.clone();
        loop {
            assert!(ahead.advance_to_note(u64::MAX), "the access does not end");
            ahead.take_notes(&mut notes);
            for note in &notes {
                match note.news {
                    News::Free if note.smx as usize == smx => {
                        accepted_at = accepted_at.or(Some(note.at + 1));
                    }
                    News::Done { token, level } if token == own => {
                        let accepted_at = accepted_at.expect("it was accepted before it was done");
                        return Timed { begins_at: now, accepted_at, completes_at: note.at, level };
                    }
                    _ => {}
                }
            }
        }
    }

    /// Returns the cycles of a load of one line of constants.
    pub(super) fn constant(&mut self, now: u64, smx: usize, line: Transaction) -> u64 {
        let mut notes = Vec::new();
        self.advance(now);
        self.take_notes(&mut notes);
        if self.begin_constants(now, smx, &[line], 0).is_none() {
            return self.constant_latency;
        }
        let mut ahead = self.clone();
        assert!(ahead.advance_to_note(u64::MAX), "the load does not end");
        ahead.take_notes(&mut notes);
        notes[0].at - now
    }

    /// Returns the cycle in which a read of 32 bytes by a hardware unit is served.
    pub(super) fn read_by_unit(&mut self, now: u64, addr: u64) -> u64 {
        self.advance(now);
        self.take_unit_notes();
        self.read_directly(now, addr, false, 7);
        let mut ahead = self.clone();
        ahead.advance(u64::MAX);
        ahead.take_unit_notes()[0].at
    }

    /// Returns the counters when all that is under way is done.
    pub(super) fn after(&self) -> MemoryStats {
        let mut ahead = self.clone();
        ahead.advance(u64::MAX);
        ahead.stats()
    }
}

/// When an access began and freed the load-store unit, and when and from where it was complete.
#[derive(Clone, Copy, Debug)]
pub(super) struct Timed {
    pub begins_at: u64,
    pub accepted_at: u64,
    pub completes_at: u64,
    pub level: Level,
}
