//! What an L1 counts, from a record of what its loads found.

use super::*;
use crate::mem::cache::{DataCache, Looked};
use proptest::prelude::*;

/// Lines in sets of two, and few entries in the miss table, so that a load finds both full.
fn small() -> DataCache {
    let mut config = GpuConfig::preset("tiny").unwrap();
    for (key, value) in [("l1.sectored", "true"), ("l1.ways", "2"), ("l1.mshr_entries", "4")] {
        config.set(key, value).unwrap();
    }
    DataCache::new(&config.l1, 1)
}

proptest! {
    /// Every load comes again in each cycle until it is let in. It stalls from the first cycle in which the miss table
    /// or its set is full; the port to the L2 is not the table.
    #[test]
    fn loads_hits_and_stalls_of_an_l1_are_those_of_the_record(
        loads in prop::collection::vec((0..8u64, 1..16u8), 1..60),
        rooms in prop::collection::vec(prop::bool::weighted(0.6), 1..20),
        arrivals in prop::collection::vec(prop::bool::weighted(0.2), 1..20),
    ) {
        let mut cache = small();
        // Sectors that are there or on their way, as the loads before have left them.
        let mut coming: Vec<(usize, u8)> = Vec::new();
        let (mut at, mut stalls) = (0_usize, 0);
        let mut found = [0_u64; 3];
        for (access, &(number, sectors)) in loads.iter().enumerate() {
            let line = Transaction { line: number * 1024, sectors, repeats: 1 };
            let mut full_since = None;
            loop {
                at += 1;
                // A load that never finds room would wait for ever.
                let room = rooms[at % rooms.len()] || at % 32 == 0;
                let looked = cache.load(at as u64, 0, line, access as u32, room);
                match looked {
                    Looked::Full => full_since = full_since.or(Some(at)),
                    Looked::NoRoom => prop_assert!(!room, "there was room in cycle {}", at),
                    Looked::Hit => found[0] += 1,
                    Looked::Waits => found[1] += 1,
                    Looked::Misses { entry, sectors, .. } => {
                        found[2] += 1;
                        coming.push((entry, sectors));
                    }
                }
                if !matches!(looked, Looked::Full | Looked::NoRoom) {
                    stalls += full_since.map_or(0, |since| at - since);
                    break;
                }
                if !coming.is_empty() && (arrivals[at % arrivals.len()] || at % 32 == 0) {
                    let (entry, sectors) = coming.remove(0);
                    prop_assert!(cache.completes(entry as u32, Some(sectors)));
                    cache.fill(entry, sectors, &mut Vec::new());
                }
            }
        }
        let stats = cache.stats;
        prop_assert_eq!([stats.hits, stats.pending_hits, stats.misses], found, "what loads found");
        prop_assert_eq!(stats.loads, loads.len() as u64);
        prop_assert_eq!(stats.mshr_stalls, stalls as u64, "only cycles since the table or a set was full are its stalls");
    }

    /// A load hits exactly if its sectors have come since their line was put into its entry; each that has not, and is
    /// not on its way, is fetched.
    #[test]
    fn an_l1_has_the_sectors_that_were_fetched_and_no_others(
        loads in prop::collection::vec((0..8u64, 1..16u8), 1..80),
    ) {
        let mut cache = small();
        let mut entries: Vec<(u64, u8)> = vec![(u64::MAX, 0); 1024];
        for (access, &(number, sectors)) in loads.iter().enumerate() {
            let line = Transaction { line: number * 1024, sectors, repeats: 1 };
            let there = entries.iter().find(|(known, _)| *known == number).map_or(0, |entry| entry.1);
            match cache.load(access as u64, 0, line, access as u32, true) {
                Looked::Hit => prop_assert_eq!(there & sectors, sectors, "a load of line {} hits only in sectors that were fetched", number),
                Looked::Misses { entry, sectors: missing, .. } => {
                    prop_assert_eq!(missing, sectors & !there, "sectors of line {} that are fetched", number);
                    prop_assert!(missing != 0);
                    entries[entry] = (number, there | missing);
                    cache.fill(entry, missing, &mut Vec::new());
                }
                looked => prop_assert!(false, "{looked:?} with nothing on its way"),
            }
        }
    }
}
