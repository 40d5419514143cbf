//! The counters of the memory system.

use crate::config::GpuConfig;
use crate::log::{Aim, Answer, Event};
use crate::mem::{AccessKind, DramStats, L1Stats, L2Stats, MemoryStats, News};
use std::collections::{BTreeMap, HashMap};

/// Adds up `what` says of each event.
fn sum(log: &[Event], what: impl Fn(&Event) -> Option<u64>) -> u64 {
    log.iter().filter_map(what).sum()
}

/// The lines of the accesses that `which` accepts, by their kind and whether they are local.
fn lines(log: &[Event], which: impl Fn(AccessKind, bool) -> bool) -> u64 {
    sum(log, |event| match event {
        Event::Begun { kind, local, lines, .. } if which(*kind, *local) => Some(lines.len() as u64),
        _ => None,
    })
}

/// Cycles that requests waited, each since it was refused first. `tried` says who asked when, and whether it was
/// served, or none if that is no wait.
fn waits<K: std::hash::Hash + Eq>(
    log: &[Event],
    tried: impl Fn(&Event) -> Option<(K, u64, bool)>,
) -> u64 {
    let mut since = HashMap::new();
    let mut cycles = 0;
    for (who, at, served) in log.iter().filter_map(tried) {
        match served {
            true => cycles += since.remove(&who).map_or(0, |since| at - since),
            false => {
                since.entry(who).or_insert(at);
            }
        }
    }
    cycles
}

fn stalls(log: &[Event], of_constants: bool) -> u64 {
    waits(log, |event| match *event {
        Event::Looked { smx, at, constant, answer, .. } if constant == of_constants => match answer
        {
            Answer::NoRoom => None,
            answer => Some((smx, at, answer != Answer::Full)),
        },
        _ => None,
    })
}

fn answers(log: &[Event], of_constants: bool, which: &[Answer]) -> u64 {
    sum(log, |event| match event {
        Event::Looked { constant, answer, .. } if *constant == of_constants => {
            Some(u64::from(which.contains(answer)))
        }
        _ => None,
    })
}

fn posted(log: &[Event], which: Aim) -> u64 {
    sum(log, |event| match event {
        Event::Posted { aim, .. } => Some(u64::from(*aim == which)),
        _ => None,
    })
}

fn l1(log: &[Event], config: &GpuConfig) -> L1Stats {
    let through = |local| config.l1.global_loads || local;
    let loads = lines(log, |kind, local| kind == AccessKind::Load && through(local));
    let (hits, misses) = (answers(log, false, &[Answer::Hit]), posted(log, Aim::Data));
    L1Stats {
        loads,
        hits,
        // What neither was there nor was fetched was on its way.
        pending_hits: loads - hits - misses,
        misses,
        bypassed: lines(log, |kind, local| match kind {
            AccessKind::Load => !through(local),
            kind => kind == AccessKind::LoadPastL1,
        }),
        stores: lines(log, |kind, _| kind == AccessKind::Store),
        stores_kept: sum(log, |event| match event {
            Event::Stored { kept, .. } => Some(u64::from(*kept)),
            _ => None,
        }),
        write_backs: posted(log, Aim::Nobody),
        mshr_stalls: stalls(log, false),
        atomics: lines(log, |kind, _| kind == AccessKind::Atomic),
    }
}

fn constant(log: &[Event]) -> L1Stats {
    let loads = answers(log, true, &[Answer::Hit, Answer::Waits, Answer::Misses]);
    let (hits, misses) = (answers(log, true, &[Answer::Hit]), posted(log, Aim::Constant));
    L1Stats {
        loads,
        hits,
        pending_hits: loads - hits - misses,
        misses,
        bypassed: 0,
        stores: 0,
        stores_kept: 0,
        write_backs: 0,
        mshr_stalls: stalls(log, true),
        atomics: 0,
    }
}

fn l2(log: &[Event]) -> L2Stats {
    let sectors = |mask: u8| Some(u64::from(mask.count_ones()));
    let sent = |writes: bool| {
        sum(log, |event| match event {
            Event::Sent { line, kind, .. } if (*kind == AccessKind::Store) == writes => {
                sectors(line.sectors)
            }
            _ => None,
        })
    };
    let fetched = sum(log, |event| match event {
        Event::SliceReads { sectors: mask } => sectors(*mask),
        _ => None,
    });
    let waited = sum(log, |event| match event {
        Event::SliceServes { sectors: mask } => sectors(*mask),
        _ => None,
    });
    L2Stats {
        reads: sent(false),
        read_hits: sent(false) - fetched,
        // Of those that were served when sectors came, one each had them fetched.
        pending_hits: waited - fetched,
        mshr_stalls: waits(log, |event| match *event {
            Event::SliceLooked { slice, at, served } => Some((slice, at, served)),
            _ => None,
        }),
        writes: sent(true),
        write_backs: sum(log, |event| match event {
            Event::SliceWrites { sectors: mask } => sectors(*mask),
            _ => None,
        }),
    }
}

/// What happened in a channel of DRAM.
#[derive(Default)]
struct Channel {
    arrivals: Vec<u64>,
    ends: Vec<u64>,
    /// By bank: whether a row was opened since the last burst.
    opened: HashMap<usize, bool>,
}

impl Channel {
    /// Clocks in which a request was there, from its arrival to the end of its data. All have ended.
    fn active(mut self) -> u64 {
        let mut changes: BTreeMap<u64, i64> = BTreeMap::new();
        self.arrivals.drain(..).for_each(|at| *changes.entry(at).or_default() += 1);
        self.ends.drain(..).for_each(|at| *changes.entry(at).or_default() -= 1);
        let (mut there, mut since, mut clocks) = (0, 0, 0);
        for (at, change) in changes {
            clocks += if there > 0 { at - since } else { 0 };
            (there, since) = (there + change, at);
        }
        clocks
    }
}

fn dram(log: &[Event], config: &GpuConfig) -> DramStats {
    let mut channels: BTreeMap<usize, Channel> = BTreeMap::new();
    let (mut now, mut written, mut read) = (0, 0, 0);
    let (mut row_hits, mut row_misses, mut queue_wait_clocks) = (0, 0, 0);
    for event in log {
        let channel = channels.entry(now).or_default();
        match *event {
            Event::Channel { channel } => now = channel,
            Event::Queued { clock, arrival, write } => {
                *if write { &mut written } else { &mut read } += 1;
                queue_wait_clocks += clock - arrival;
                channel.arrivals.push(arrival);
            }
            Event::Opened { bank } => {
                channel.opened.insert(bank, true);
            }
            Event::Burst { bank, end } => {
                let opened = channel.opened.insert(bank, false).unwrap_or(false);
                *if opened { &mut row_misses } else { &mut row_hits } += 1;
                channel.ends.push(end);
            }
            _ => {}
        }
    }
    DramStats {
        reads: read,
        writes: written,
        row_hits,
        row_misses,
        active_clocks: channels.into_values().map(Channel::active).sum(),
        queue_wait_clocks,
        burst_clocks: u64::from(config.dram.burst),
    }
}

/// Cycles from the begin of each load and atomic to its end, added up.
fn read_cycles(log: &[Event]) -> u64 {
    let mut begun = HashMap::new();
    let mut cycles = 0;
    for event in log {
        match *event {
            Event::Begun { smx, at, token, kind, .. } => {
                begun.insert((smx, token), (at, kind));
            }
            Event::Noted(note) => {
                let News::Done { token, .. } = note.news else { continue };
                let Some((at, kind)) = begun.remove(&(note.smx, token)) else { continue };
                cycles += if kind == AccessKind::Store { 0 } else { note.at - at };
            }
            _ => {}
        }
    }
    cycles
}

/// The counters of the memory system when nothing is under way.
pub(crate) fn memory(log: &[Event], config: &GpuConfig) -> MemoryStats {
    let is_read = |event: &Event| match event {
        Event::Begun { kind, .. } => Some(u64::from(*kind != AccessKind::Store)),
        _ => None,
    };
    MemoryStats {
        l1: l1(log, config),
        constant: constant(log),
        l2: l2(log),
        dram: dram(log, config),
        reads: sum(log, is_read),
        read_cycles: read_cycles(log),
        flits: sum(log, |event| match *event {
            Event::Crossed { flits } => Some(u64::from(flits)),
            _ => None,
        }),
        requests: sum(log, |event| matches!(event, Event::Posted { .. }).then_some(1)),
    }
}
