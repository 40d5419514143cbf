//! The coherence of an L1 with its own SMXs: once an SMX has changed a line in the L2, by an atomic or by a store that
//! evicts, none of the later loads through its L1 finds a copy that was asked for before. The L1s of other SMXs keep
//! theirs, as PTX allows.

use super::*;
use crate::config::GlobalStores;
use crate::log::{record, Aim, Answer, Event};
use crate::mem::coalesce::bits;
use proptest::prelude::*;
use std::collections::HashMap;

/// A step of an SMX: cycles since the one before, the SMX, the kind, the line and its sectors.
type Step = (u64, usize, usize, u64, u8);

const KINDS: [AccessKind; 4] =
    [AccessKind::Load, AccessKind::LoadPastL1, AccessKind::Store, AccessKind::Atomic];

/// A sector's copy in an L1.
#[derive(Clone, Copy, Debug, Default)]
struct Copied {
    /// When it was last asked for, and when it was last there, by the position in the log.
    asked: Option<usize>,
    there: Option<usize>,
}

/// The first load that finds a copy from before the last change.
fn stale(log: &[Event], config: &GpuConfig) -> Option<String> {
    let mut copies: HashMap<(u32, u64), [Copied; 4]> = HashMap::new();
    let mut changed: HashMap<(u32, u64), usize> = HashMap::new();
    // SMXs that have one L1 together.
    let share = if config.l1.of_cluster { config.smx.cluster } else { 1 };
    let l1 = |smx: u32| smx / share;
    let evicts = config.l1.global_stores == GlobalStores::Evict;
    for (now, event) in log.iter().enumerate() {
        match *event {
            Event::Begun { smx, kind: AccessKind::Atomic, ref lines, .. } => {
                changed.extend(lines.iter().map(|line| ((l1(smx), line.line), now)));
            }
            Event::Begun { smx, kind: AccessKind::Store, ref lines, .. }
                if !config.l1.global_loads =>
            {
                changed.extend(lines.iter().map(|line| ((l1(smx), line.line), now)));
            }
            Event::Stored { smx, line, local: false, kept: false } if evicts => {
                changed.insert((l1(smx), line.line), now);
            }
            Event::Posted { smx, line, aim: Aim::Data, .. } => {
                let copies = copies.entry((l1(smx), line.line)).or_default();
                bits(line.sectors).for_each(|sector| copies[sector].asked = Some(now));
            }
            Event::Arrived { smx, line, aim: Aim::Data } => {
                let copies = copies.entry((l1(smx), line.line)).or_default();
                // Of a line that is fetched whole, only the last sector is told of.
                let come = if config.l1.sectored { line.sectors } else { 0b1111 };
                bits(come).for_each(|sector| copies[sector].there = copies[sector].asked);
            }
            Event::Looked { smx, constant: false, line, answer, .. } => {
                let found = copies.get(&(l1(smx), line.line)).copied().unwrap_or_default();
                let since = changed.get(&(l1(smx), line.line)).copied().unwrap_or(0);
                let wanted = if config.l1.sectored { line.sectors } else { 0b1111 };
                let of = |copied: Copied| match answer {
                    Answer::Hit => copied.there,
                    _ => copied.asked,
                };
                let old = bits(wanted)
                    .find(|&sector| of(found[sector]).is_none_or(|asked| asked < since));
                if let (Answer::Hit | Answer::Waits, Some(sector)) = (answer, old) {
                    let copy = found[sector];
                    return Some(format!("event {now}: {event:?} finds sector {sector}, {copy:?}, changed in {since}"));
                }
            }
            _ => {}
        }
    }
    None
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let wait = prop_oneof![3 => 0u64..4, 2 => 0u64..400];
    prop::collection::vec((wait, 0usize..2, 0usize..4, 0u64..5, 1u8..16), 1..120)
}

fn machines() -> impl Strategy<Value = GpuConfig> {
    let entries = prop::sample::select(vec![1u32, 2, 32]);
    let options = (any::<bool>(), any::<bool>(), any::<bool>(), entries);
    options.prop_map(|(sectored, update, of_cluster, entries)| {
        let mut config = GpuConfig::preset("tiny").unwrap();
        config.set("l1.sectored", &sectored.to_string()).unwrap();
        config.set("l1.global_stores", if update { "update" } else { "evict" }).unwrap();
        config.set("l1.mshr_entries", &entries.to_string()).unwrap();
        config.set("l1.of_cluster", &of_cluster.to_string()).unwrap();
        config.set("smx.cluster", "2").unwrap();
        config
    })
}

/// Plays steps, each when its SMX is free. Returns the log.
fn play(config: &GpuConfig, steps: &[Step]) -> Vec<Event> {
    let mut memory = MemorySystem::new(config);
    let ((), log) = record(|| {
        let (mut now, mut token) = (0, 0);
        for &(wait, smx, kind, line, sectors) in steps {
            now += wait;
            memory.advance(now);
            while !memory.fronts[smx].lines.is_empty() {
                now += 1;
                memory.advance(now);
            }
            token += 1;
            // Lines of one set, so that they also replace each other.
            let line = Transaction { line: line * u64::from(config.l1.sets), sectors, repeats: 1 };
            memory.begin(now, smx, &[line], KINDS[kind], false, token);
        }
        memory.advance(u64::MAX);
    });
    log
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]
    #[test]
    fn no_load_finds_a_copy_from_before_an_smx_of_its_l1_changed_the_line(config in machines(), steps in steps()) {
        let stale = stale(&play(&config, &steps), &config);
        prop_assert!(stale.is_none(), "a load finds a copy from before a change: {}", stale.unwrap_or_default());
    }

    #[test]
    fn every_access_ends_and_leaves_nothing_behind(config in machines(), steps in steps()) {
        let log = play(&config, &steps);
        let begun = log.iter().filter(|event| matches!(event, Event::Begun { .. })).count();
        let done = |event: &&Event| matches!(event, Event::Noted(Note { news: News::Done { .. }, .. }));
        prop_assert_eq!(begun, log.iter().filter(done).count(), "every access that is begun ends");
    }
}

#[test]
fn a_load_behind_an_atomic_fetches_its_line_again_whether_it_was_there_or_on_its_way() {
    for preset in GpuConfig::preset_names() {
        let mut config = GpuConfig::preset(preset).unwrap();
        config.set("l1.global_loads", "true").unwrap();
        // The load has been looked up when the atomic begins, and its line is on its way or there.
        for wait in [u64::from(config.l1.latency) + 1, 5000] {
            let steps = [(1000, 0, 0, 3, 0b1111), (wait, 0, 3, 3, 0b0001), (wait, 0, 0, 3, 0b1111)];
            let log = play(&config, &steps);
            let fetches =
                log.iter().filter(|event| matches!(event, Event::Posted { aim: Aim::Data, .. }));
            assert_eq!(fetches.count(), 2, "{preset}, after {wait} cycles");
        }
    }
}
