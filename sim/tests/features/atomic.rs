//! Atomics and reductions of every operation and width, locks, fences, and algorithms that use them.

use super::case::Case;
use super::inputs::{drawn, wide_words, words};
use heddle_sim::host::Arg;
use rand::Rng;
use std::collections::BTreeMap;

fn case(name: &str) -> Case {
    Case::new("atomic", name)
}

#[test]
fn a_histogram_by_shared_and_global_atomics_counts_every_byte() {
    let bytes: Vec<u8> = drawn(1, 3000, |generator| generator.random_range(0..200));
    let mut bins = vec![0_u32; 256];
    bytes.iter().for_each(|byte| bins[usize::from(*byte)] += 1);
    let begun = bins.iter().filter(|count| **count > 0).count() as u32;
    case("histogram")
        .shows(&["atom.shared.add.u32", "atom.global.add.u32"])
        .grid(4, 96)
        .input(&bytes)
        .scalar(Arg::U32(bytes.len() as u32))
        .output(&bins)
        .output(&[begun])
        .check();
}

#[test]
fn atomics_of_32_bits_find_extremes_sums_and_bitwise_summaries() {
    let numbers = words(2, 230);
    let signed = || numbers.iter().map(|word| *word as i32);
    let fold = |start: u32, f: fn(u32, u32) -> u32| numbers.iter().fold(start, |a, b| f(a, *b));
    let summary = [
        signed().min().expect("numbers") as u32,
        signed().max().expect("numbers") as u32,
        fold(0, u32::wrapping_add),
        fold(u32::MAX, u32::min),
        fold(0, u32::max),
        fold(u32::MAX, |a, b| a & (b | 0xff)),
        fold(0, |a, b| a | (b & 0xffff_0000)),
        fold(0, |a, b| a ^ b),
    ];
    let start = [i32::MAX as u32, i32::MIN as u32, 0, u32::MAX, 0, u32::MAX, 0, 0];
    case("extrema")
        .shows(&["atom.shared.min.s32", "atom.shared.max.u32", "atom.shared.and.b32"])
        .shows(&["atom.global.max.s32", "atom.global.min.u32", "atom.global.xor.b32"])
        .grid(4, 64)
        .input(&numbers)
        .scalar(Arg::U32(numbers.len() as u32))
        .updated(&start, &summary)
        .check();
}

#[test]
fn atomics_of_64_bits_find_extremes_with_their_positions() {
    let numbers = wide_words(3, 230);
    let placed = || numbers.iter().zip(0..).map(|(word, i)| word << 16 | i);
    let signed = || numbers.iter().map(|word| *word as i64);
    let fold = |start: u64, f: fn(u64, u64) -> u64| numbers.iter().fold(start, |a, b| f(a, *b));
    let parity = fold(0, |a, b| a ^ b);
    let summary = [
        signed().min().expect("numbers") as u64,
        signed().max().expect("numbers") as u64,
        placed().min().expect("numbers"),
        placed().max().expect("numbers"),
        fold(0, u64::wrapping_add),
        fold(u64::MAX, |a, b| a & (b | 0xff)),
        fold(0, |a, b| a | (b & !0xff)),
        parity,
        // The values exchanged out plus the remaining ones are all values exchanged in.
        parity,
    ];
    let start = [i64::MAX as u64, i64::MIN as u64, u64::MAX, 0, 0, u64::MAX, 0, 0, 0];
    case("wide_extrema")
        .shows(&["atom.shared.min.s64", "atom.shared.max.u64", "atom.shared.exch.b64"])
        .shows(&["atom.global.max.s64", "atom.global.min.u64", "atom.global.or.b64"])
        .grid(4, 64)
        .input(&numbers)
        .scalar(Arg::U32(numbers.len() as u32))
        .updated(&start, &summary)
        .check();
}

#[test]
fn floating_point_sums_by_atomics_and_by_compare_and_swap_lose_nothing() {
    let numbers: Vec<f32> =
        drawn(4, 150, |generator| f32::from(generator.random_range(-800_i16..800)) / 8.0);
    let sum: f32 = numbers.iter().sum();
    let squares: f64 = numbers.iter().map(|value| f64::from(*value) * f64::from(*value)).sum();
    let largest = numbers.iter().copied().fold(0.0, f32::max);
    case("float_sums")
        .shows(&["atom.shared.add.f32", "atom.global.cas.b64", "atom.global.cas.b32"])
        .shows(&["ld.volatile.shared.u64"])
        .grid(3, 64)
        .input(&numbers)
        .scalar(Arg::U32(numbers.len() as u32))
        .output(&[sum])
        .output(&[squares])
        .output(&[largest])
        .check();
}

#[test]
fn double_precision_sums_by_atomics_of_every_scope_lose_nothing() {
    let places: Vec<f64> =
        drawn(5, 150, |generator| f64::from(generator.random_range(-4000_i32..4000)) / 64.0);
    let masses: Vec<i32> = drawn(6, 150, |generator| generator.random_range(1..90));
    let moment: f64 = places.iter().zip(&masses).map(|(x, mass)| x * f64::from(*mass)).sum();
    case("double_sums")
        .shows(&["atom.shared.add.f64", "atom.global.add.f64", "atom.global.sys.add.f64"])
        .shows(&["atom.shared.cta.max.s32", "atom.global.sys.max.s32"])
        .grid(3, 64)
        .input(&places)
        .input(&masses)
        .scalar(Arg::U32(150))
        .output(&[moment])
        .output(&[f64::from(masses.iter().sum::<i32>())])
        .output(&[masses.iter().copied().max().expect("masses")])
        .output(&[150_u32])
        .check();
}

/// Returns the bits of a half that is a whole number of halves, below 1024.
fn half(halves: u32) -> u16 {
    if halves == 0 {
        return 0;
    }
    let top = halves.ilog2();
    (((top + 14) << 10) | ((halves << (10 - top)) & 0x3ff)) as u16
}

#[test]
fn pairs_of_halves_and_single_halves_are_added_atomically() {
    let votes: Vec<u8> = drawn(7, 150, |generator| generator.random_range(0..8));
    let mut halves = [[0_u32; 2]; 4];
    for vote in &votes {
        let whole = usize::from(vote >> 2);
        halves[usize::from(vote & 3)][whole] += 2;
        halves[usize::from(vote & 3)][1 - whole] += 1;
    }
    let pairs = halves.map(|[low, high]| u32::from(half(high)) << 16 | u32::from(half(low)));
    let count = votes.len() as u32;
    case("half_sums")
        .shows(&["atom.add.noftz.f16x2", "red.add.noftz.f16x2", "atom.add.noftz.f16"])
        .shows(&["red.max.u32", "red.global.max.u32"])
        .grid(3, 64)
        .input(&votes)
        .scalar(Arg::U32(count))
        .output(&pairs)
        .output(&[half(count), 0])
        .output(&[u32::from(half(count - 1))])
        .check();
}

#[test]
fn a_hash_table_holds_each_key_once_and_counts_how_often_it_was_inserted() {
    let keys: Vec<u64> = drawn(8, 200, |generator| generator.random_range(0..120) * 0x1_0000_0001);
    let mut expected = BTreeMap::new();
    keys.iter().for_each(|key| *expected.entry(*key).or_insert(0_u32) += 1);
    let slots = 256;
    let by_key = expected.clone();
    let distinct = expected.len() as u32;
    case("hash_insert")
        .shows(&["atom.global.cas.b64", "atom.global.add.u32"])
        .grid(4, 64)
        .input(&keys)
        .scalar(Arg::U32(keys.len() as u32))
        .buffer(vec![0xff; slots * 8], move |found| {
            let words = found.chunks_exact(8).map(|b| u64::from_le_bytes(b.try_into().expect("8")));
            let mut stored: Vec<u64> = words.filter(|word| *word != u64::MAX).collect();
            stored.sort_unstable();
            (!stored.iter().eq(by_key.keys())).then(|| format!("the table holds {stored:?}"))
        })
        .buffer(vec![0; slots * 4], move |found| {
            let words = found.chunks_exact(4).map(|b| u32::from_le_bytes(b.try_into().expect("4")));
            let mut counts: Vec<u32> = words.filter(|count| *count != 0).collect();
            let mut wanted: Vec<u32> = expected.values().copied().collect();
            counts.sort_unstable();
            wanted.sort_unstable();
            (counts != wanted).then(|| format!("expected counts {wanted:?}, found {counts:?}"))
        })
        .scalar(Arg::U32(slots as u32 - 1))
        .output(&[distinct])
        .check();
}

#[test]
fn a_spin_lock_lets_one_thread_at_a_time_into_its_section_and_all_in_the_end() {
    let amounts: Vec<u32> = drawn(9, 100, |generator| generator.random_range(0..1000));
    let accounts: Vec<u64> = (0..3)
        .flat_map(|account| {
            let mine = || amounts.iter().skip(account).step_by(3).map(|amount| u64::from(*amount));
            [mine().sum::<u64>() << 32, mine().map(|amount| amount * amount).sum()]
        })
        .collect();
    case("spin_lock")
        .shows(&["atom.global.cas.b32", "atom.global.exch.b32", "membar.gl"])
        .grid(2, 64)
        .output(&accounts)
        .input(&amounts)
        .scalar(Arg::U32(100))
        .scalar(Arg::U32(3))
        .check();
}

#[test]
fn tickets_of_a_ring_are_drawn_equally_often_up_and_down() {
    let (tbs, threads, ring, draws) = (3, 64, 48_u32, 4);
    let total = tbs * threads * draws;
    let drawn = vec![total / ring; 2 * ring as usize];
    let turns = total / ring;
    case("ring_queue")
        .shows(&["atom.global.inc.u32", "atom.global.dec.u32", "atom.shared.inc.u32"])
        .grid(tbs, threads)
        .output(&[0_u32])
        .output(&[0_u32])
        .output(&drawn)
        .output(&[turns, turns.wrapping_neg(), tbs * (threads * draws / 5)])
        .scalar(Arg::U32(ring))
        .scalar(Arg::U32(draws))
        .check();
}

#[test]
fn the_last_block_to_finish_sees_the_parts_of_all_others() {
    let numbers = words(10, 1000);
    let tbs = 6;
    let parts: Vec<u64> = (0..tbs)
        .map(|tb| {
            let mine = (0..1000).filter(|i| i / 64 % tbs == tb);
            mine.map(|i| u64::from(numbers[i])).sum()
        })
        .collect();
    case("last_block")
        .shows(&["membar.cta", "membar.gl", "membar.sys", "atom.global.inc.u32"])
        .grid(tbs as u32, 64)
        .input(&numbers)
        .scalar(Arg::U32(1000))
        .output(&parts)
        .output(&[parts.iter().sum::<u64>()])
        .output(&[0_u32])
        .check();
}

#[test]
fn a_release_store_makes_earlier_stores_visible_to_an_acquiring_load() {
    let pairs = 64;
    let letters: Vec<u32> = (0..pairs).map(|pair| pair * 7 + 1).collect();
    let answers: Vec<u32> = letters.iter().map(|letter| letter + 1).collect();
    case("message_pass")
        .shows(&["st.release.gpu.global", "ld.acquire.gpu.global", "ld.relaxed.sys.global"])
        .shows(&["fence.acq_rel.gpu", "fence.sc.cta", "fence.sc.sys", "atom.acq_rel.gpu.exch"])
        .grid(2, 64)
        .output(&vec![2_u32; pairs as usize])
        .output(&letters)
        .output(&answers)
        .check();
}

#[test]
fn hooking_by_atomic_minima_finds_the_components_of_a_graph() {
    let (vertices, edge_count) = (150_u32, 120);
    let edges: Vec<u32> =
        drawn(11, 2 * edge_count, |generator| generator.random_range(0..vertices));
    let mut smallest: Vec<u32> = (0..vertices).collect();
    // Labels sink along the edges until none changes.
    loop {
        let before = smallest.clone();
        for edge in edges.chunks_exact(2) {
            let (a, b) = (edge[0] as usize, edge[1] as usize);
            let least = smallest[a].min(smallest[b]);
            (smallest[a], smallest[b]) = (least, least);
        }
        if before == smallest {
            break;
        }
    }
    let start: Vec<u8> = (0..vertices).flat_map(u32::to_le_bytes).collect();
    case("components")
        .shows(&["atom.global.min.u32", "ld.volatile.global.u32"])
        .grid(2, 64)
        .input(&edges)
        .scalar(Arg::U32(edge_count as u32))
        .buffer(start, move |found| {
            let words = found.chunks_exact(4).map(|b| u32::from_le_bytes(b.try_into().expect("4")));
            let parents: Vec<u32> = words.collect();
            let root = |mut vertex: u32| {
                while parents[vertex as usize] < vertex {
                    vertex = parents[vertex as usize];
                }
                vertex
            };
            (0..vertices).find(|vertex| root(*vertex) != smallest[*vertex as usize]).map(|vertex| {
                format!(
                    "vertex {vertex}: expected {}, found {}",
                    smallest[vertex as usize],
                    root(vertex)
                )
            })
        })
        .check();
}
