//! The load-store unit: turns the lane addresses of a warp's memory access into cycles.

use crate::config::GpuConfig;
use crate::exec::{self, MemAccess};
use crate::mem::{
    coalesce, count_repeats, shared_passes, AccessKind, Level, MemorySystem, Transaction,
};
use crate::ptx::Space;
use crate::smx::account::Reason;
use crate::smx::queue::{is_own, is_past_l1};

/// When an access completes, and until when it occupies the load-store unit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Done {
    /// Cycle from which the registers may be used, or a store is visible.
    pub at: u64,
    /// Cycle from which the load-store unit accepts the next access.
    pub unit_free_at: u64,
    /// What a warp that needs the registers earlier is held back by.
    pub producer: Reason,
}

/// What is known of an access that begins.
pub(super) enum Begun {
    Known(Done),
    /// The memory system will tell when it is done.
    UnderWay {
        /// Whether the unit accepts the next access in the next cycle; otherwise the memory system will tell.
        free: bool,
    },
}

/// The load-store unit of an SMX: it coalesces accesses and sends them to shared memory or the memory system.
#[derive(Clone, Debug)]
pub(super) struct LoadStore {
    /// Buffer for the lines of one access; kept between accesses to reuse its allocation.
    transactions: Vec<Transaction>,
    smx: usize,
    pipeline: u64,
    shared: u64,
    constant: u64,
    /// Accesses to global, local and shared memory.
    pub(super) accesses: u64,
    /// Lines and bank passes beyond the first of each access.
    pub(super) replays: u64,
    /// Words of 32 bits that lanes accessed in shared memory.
    pub(super) shared_words: u64,
}

impl LoadStore {
    pub(super) fn new(smx: u32, config: &GpuConfig) -> Self {
        let latencies = &config.latencies;
        Self {
            transactions: Vec::with_capacity(64),
            smx: smx as usize,
            pipeline: u64::from(latencies.pipeline),
            shared: u64::from(latencies.shared),
            constant: u64::from(latencies.constant),
            accesses: 0,
            replays: 0,
            shared_words: 0,
        }
    }

    /// Begins an access in cycle `now`; `token` tells it in the notes of the memory system, without which it must be the
    /// SMX's own.
    pub(super) fn begin(
        &mut self,
        now: u64,
        access: &MemAccess,
        token: u32,
        timing: Option<&mut MemorySystem>,
    ) -> Begun {
        let Some(timing) = timing.filter(|_| !is_own(access)) else {
            return Begun::Known(self.access_own(now, access));
        };
        match access.space {
            Space::Param | Space::Const => {
                self.find_lines(access);
                match timing.begin_constants(now, self.smx, &self.transactions, token) {
                    Some(free) => Begun::UnderWay { free },
                    None => Begun::Known(Done {
                        at: now + self.constant + self.pipeline,
                        unit_free_at: now + 1,
                        producer: Reason::ScoreboardConstant,
                    }),
                }
            }
            _ => {
                self.find_lines(access);
                self.count(self.transactions.len() as u64);
                let kind = match access.kind {
                    exec::AccessKind::Load if is_past_l1(access) => AccessKind::LoadPastL1,
                    exec::AccessKind::Load => AccessKind::Load,
                    exec::AccessKind::Store => AccessKind::Store,
                    exec::AccessKind::Atomic => AccessKind::Atomic,
                };
                let local = access.space == Space::Local;
                let lines = &self.transactions;
                Begun::UnderWay { free: timing.begin(now, self.smx, lines, kind, local, token) }
            }
        }
    }

    /// The lines of the access to memory off the SMX that began last.
    pub(super) fn lines(&self) -> &[Transaction] {
        &self.transactions
    }

    /// Cycles from the data's arrival until a dependent instruction may issue.
    pub(super) fn pipeline(&self) -> u64 {
        self.pipeline
    }

    /// Counts one access that takes `turns` lines or passes.
    fn count(&mut self, turns: u64) {
        self.accesses += 1;
        self.replays += turns - 1;
    }

    /// Times an access of the SMX's own that begins in cycle `now`.
    fn access_own(&mut self, now: u64, access: &MemAccess) -> Done {
        if access.mask == 0 {
            return self.access_nothing(now);
        }
        let passes = self.shared_passes(access);
        self.count(passes);
        self.shared_words +=
            u64::from(access.mask.count_ones() * u32::from(access.bytes).div_ceil(4));
        let at = now + self.pipeline + self.shared + passes - 1;
        let unit_free_at = now + passes;
        Done { at, unit_free_at, producer: Reason::ScoreboardShared }
    }

    /// Times an access in which no lane takes part. It only passes through the pipeline.
    fn access_nothing(&self, now: u64) -> Done {
        let (at, unit_free_at) = (now + self.pipeline + 1, now + 1);
        Done { at, unit_free_at, producer: Reason::ScoreboardAlu }
    }

    /// Returns the passes over the banks of shared memory. Atomics of several lanes on one address take one pass
    /// each.
    fn shared_passes(&mut self, access: &MemAccess) -> u64 {
        let bytes = u32::from(access.bytes);
        let mut passes = shared_passes(access.mask, &access.addr, bytes);
        if access.kind == exec::AccessKind::Atomic {
            coalesce(access.mask, &access.addr, bytes, &mut self.transactions);
            count_repeats(access.mask, &access.addr, &mut self.transactions);
            let repeats = self.transactions.iter().map(|t| u32::from(t.repeats)).max();
            passes += repeats.unwrap_or(1) - 1;
        }
        u64::from(passes)
    }

    fn find_lines(&mut self, access: &MemAccess) {
        let bytes = u32::from(access.bytes);
        let lines = &mut self.transactions;
        if access.space == Space::Local && bytes > 4 {
            // Local memory interleaves the lanes every four bytes, so the next word of every lane is one line
            // further.
            coalesce(access.mask, &access.addr, 4, lines);
            let first = lines.len();
            for word in 1..u64::from(bytes / 4) {
                for i in 0..first {
                    lines.push(Transaction { line: lines[i].line + word, ..lines[i] });
                }
            }
            return;
        }
        coalesce(access.mask, &access.addr, bytes, lines);
        if access.kind == exec::AccessKind::Atomic {
            count_repeats(access.mask, &access.addr, lines);
        }
    }
}

/// Returns what a warp waits for that needs data of this level, where `cache` says it of the SMX's own cache.
pub(super) fn producer(level: Level, cache: Reason) -> Reason {
    match level {
        Level::Cache => cache,
        Level::L2 => Reason::ScoreboardL2,
        Level::Dram => Reason::ScoreboardDram,
    }
}
