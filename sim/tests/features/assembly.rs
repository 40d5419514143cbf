//! PTX that compilers emit only from inline assembly, as libraries contain it.

use super::case::Case;
use super::inputs::{drawn, wide_words, words};
use heddle_sim::host::Arg;
use rand::Rng;

#[test]
fn asynchronous_copies_fill_one_buffer_while_the_other_is_summed() {
    let (rows, length, tile) = (3, 212, 64);
    let numbers = words(1, rows * length);
    let sums: Vec<u32> = numbers
        .chunks_exact(length)
        .map(|row| {
            let mut parts = [0_u32; 64];
            for first in (0..length).step_by(tile) {
                for (t, part) in parts.iter_mut().enumerate() {
                    let word = row.get(first + tile - 1 - t).copied().unwrap_or(0);
                    *part = part.wrapping_mul(3).wrapping_add(word);
                }
            }
            parts.iter().fold(0_u32, |sum, part| sum.wrapping_add(*part))
        })
        .collect();
    let case = |name| Case::new("memory", name);
    case("async_copy")
        .shows(&["cp.async.ca.shared.global", "cp.async.cg.shared.global"])
        .shows(&["cp.async.commit_group", "cp.async.wait_group", "cp.async.wait_all"])
        .grid(rows as u32, tile as u32)
        .input(&numbers)
        .scalar(Arg::U32(length as u32))
        .output(&sums)
        .check();
}

#[test]
fn prefetches_and_eviction_hints_change_nothing_that_is_read() {
    let count = 90;
    let values = words(2, count);
    let places: Vec<u32> = drawn(3, count, |generator| generator.random_range(0..count as u32));
    let gathered: Vec<u32> = (0..count)
        .map(|i| values[places[i] as usize].wrapping_add(places[(i + 1) % count]))
        .collect();
    let case = |name| Case::new("memory", name);
    case("prefetches")
        .shows(&["prefetch.global.L1", "prefetch.global.L2", "prefetchu.L1"])
        .shows(&["ld.global.L1::evict_last", "ld.global.L1::no_allocate.L2::128B"])
        .grid(3, 32)
        .input(&values)
        .input(&places)
        .output(&gathered)
        .scalar(Arg::U32(count as u32))
        .check();
}

/// Returns the words of `Totals` of the kernel `reductions`.
fn totals(narrow: [u32; 10], wide: [u64; 8], single: f32, exact: f64) -> Vec<u32> {
    let halves = |wide: u64| [wide as u32, (wide >> 32) as u32];
    let mut words = narrow.to_vec();
    words.extend(wide.into_iter().flat_map(halves));
    words.extend([single.to_bits(), 0]);
    words.extend(halves(exact.to_bits()));
    words
}

#[test]
fn reductions_of_every_operation_and_type_add_up() {
    let (numbers, threads) = (wide_words(4, 150), 64);
    let low_words: Vec<u32> = numbers.iter().map(|wide| *wide as u32).collect();
    let count = numbers.len() as u32;
    let fold = |start, f: fn(u32, u32) -> u32| low_words.iter().fold(start, |a, b| f(a, *b));
    let wide = |start, f: fn(u64, u64) -> u64| numbers.iter().fold(start, |a, b| f(a, *b));
    let signed = |start: i32, f: fn(i32, i32) -> i32| {
        low_words.iter().fold(start, |a, b| f(a, *b as i32)) as u32
    };
    let wide_signed = |start: i64, f: fn(i64, i64) -> i64| {
        numbers.iter().fold(start, |a, b| f(a, *b as i64)) as u64
    };
    let after = totals(
        [
            fold(0, u32::wrapping_add),
            fold(u32::MAX, u32::min),
            fold(0, u32::max),
            fold(u32::MAX, |a, b| a & (b | 0xff)),
            fold(0, |a, b| a | (b & 0xffff_0000)),
            fold(0, |a, b| a ^ b),
            // The counters wrap after 16, up and down.
            count % 17,
            (17 - count % 17) % 17,
            signed(i32::MAX, i32::min),
            signed(i32::MIN, i32::max),
        ],
        [
            wide(0, u64::wrapping_add),
            wide(u64::MAX, u64::min),
            wide(0, u64::max),
            wide(u64::MAX, |a, b| a & (b | 0xff)),
            wide(0, |a, b| a | (b & !0xff)),
            wide(0, |a, b| a ^ b),
            wide_signed(i64::MAX, i64::min),
            wide_signed(i64::MIN, i64::max),
        ],
        low_words.iter().map(|word| (word & 1023) as f32 * 0.5).sum(),
        low_words.iter().map(|word| f64::from(word >> 8) * 0.25).sum(),
    );
    let (max, least, most) = (u32::MAX, i32::MAX as u32, i32::MIN as u32);
    let narrow = [0, max, 0, max, 0, 0, 0, 0, least, most];
    let wide = [0, u64::MAX, 0, u64::MAX, 0, 0, i64::MAX as u64, i64::MIN as u64];
    let by_tb: Vec<u32> = low_words
        .chunks(threads)
        .flat_map(|tb| {
            let sum = tb.iter().map(|word| word & 0xffff).sum();
            let high = tb.iter().map(|word| word >> 1).max();
            [sum, tb.iter().copied().min().unwrap_or(max), high.unwrap_or(0)]
        })
        .collect();
    let case = |name| Case::new("atomic", name);
    case("reductions")
        .shows(&["red.global.inc.u32", "red.global.dec.u32", "red.global.min.s32", "red.max.s32"])
        .shows(&["red.global.add.u64", "red.global.add.f32", "red.global.add.f64", "red.or.b64"])
        .shows(&["red.shared.add.u32", "red.shared.max.s32", "red.global.min.s64"])
        .grid(3, threads as u32)
        .input(&numbers)
        .scalar(Arg::U32(count))
        .updated(&totals(narrow, wide, 0.0, 0.0), &after)
        .output(&by_tb)
        .check();
}

#[test]
fn narrow_counters_stop_at_their_bound_and_bytes_gather_bits() {
    let (count, bound, key_count) = (150_usize, 5_u16, 40);
    let keys: Vec<u8> = drawn(5, count, |generator| generator.random_range(0..key_count as u8));
    let mut counters = vec![0_u16; key_count];
    let mut bytes = vec![0_u8; key_count];
    for (i, key) in keys.iter().enumerate() {
        let key = usize::from(*key);
        counters[key] = (counters[key] + 1).min(bound);
        bytes[key] |= 1 << (i % 8);
    }
    let all = keys.iter().fold(0, |all, key| all | 1_u64 << key);
    let case = |name| Case::new("atomic", name);
    case("narrow_swaps")
        .shows(&["atom.global.cas.b16", "atom.relaxed.gpu.global.cas.b32"])
        .shows(&["atom.acquire.cta.add.u64", "red.release.sys.max.u64", "atom.release.gpu.or.b64"])
        .grid(3, 64)
        .input(&keys)
        .scalar(Arg::U32(count as u32))
        .output(&counters)
        .scalar(Arg::Bytes(bound.to_le_bytes().to_vec()))
        .output(&bytes)
        .output(&[(count as u64) << 32, (count as u64 - 1) << 32, all])
        .check();
}

#[test]
fn numbers_and_structures_travel_between_lanes_in_words() {
    let threads = 96;
    let a: Vec<f64> = drawn(6, threads, |generator| generator.random());
    let b: Vec<f64> = drawn(7, threads, |generator| generator.random());
    let keys: Vec<u16> = drawn(8, threads, |generator| generator.random_range(0..20));
    let sources: Vec<u32> = drawn(9, threads, |generator| generator.random());
    let products: Vec<f64> = a
        .chunks_exact(32)
        .zip(b.chunks_exact(32))
        .map(|(a, b)| {
            let mut sums: Vec<f64> = a.iter().zip(b).map(|(a, b)| a * b).collect();
            // Only the lower half of the remaining values matters to lane 0.
            while sums.len() > 1 {
                let (low, high) = sums.split_at(sums.len() / 2);
                sums = low.iter().zip(high).map(|(low, high)| low + high).collect();
            }
            sums[0]
        })
        .collect();
    let sorted: Vec<u16> = keys
        .chunks_exact(32)
        .flat_map(|warp| {
            let mut pairs: Vec<(u16, u16)> = warp.iter().copied().zip(0..).collect();
            pairs.sort_unstable();
            pairs.into_iter().flat_map(|(key, lane)| [key, lane])
        })
        .collect();
    let fetched: Vec<f32> = sources
        .iter()
        .map(|source| {
            let lane = (source % 32) as f32;
            lane * lane
        })
        .collect();
    let case = |name| Case::new("warp", name);
    case("wide_shuffles")
        .shows(&["mov.b64", "mov.b32", "shfl.sync.down.b32", "shfl.sync.idx.b32"])
        .grid(1, threads as u32)
        .input(&a)
        .input(&b)
        .output(&products)
        .input(&keys)
        .output(&sorted)
        .input(&sources)
        .output(&fetched)
        .check();
}

#[test]
fn threads_that_have_exited_no_longer_delay_a_barrier() {
    let (tbs, threads, limit) = (2, 128, 20_000);
    let numbers: Vec<u32> = drawn(10, tbs * threads, |generator| generator.random_range(0..900));
    let mut last = vec![0_u32; tbs * threads];
    let mut left = vec![0_u32; tbs * 8];
    for (i, number) in numbers.iter().enumerate() {
        let (tb, t) = (i / threads, i % threads);
        let mut value = *number;
        if t == 0 {
            left[8 * tb..][..8].iter_mut().for_each(|alive| *alive += 1);
        }
        if t < 32 || t / 32 == 2 {
            continue;
        }
        for alive in &mut left[8 * tb..][..8] {
            if value >= limit {
                break;
            }
            value = value * 3 + 1;
            *alive += 1;
        }
        last[i] = value;
    }
    let case = |name| Case::new("control", name);
    case("early_exit")
        .shows(&["exit", "bar.sync"])
        .grid(tbs as u32, threads as u32)
        .input(&numbers)
        .output(&last)
        .output(&left)
        .scalar(Arg::U32(limit))
        .check();
}

#[test]
fn a_wave_front_goes_through_numbered_barriers_from_divergent_code() {
    let (tbs, columns, rows) = (2, 64, 6);
    let numbers: Vec<u32> =
        drawn(11, tbs * columns * rows, |generator| generator.random_range(0..1000));
    let mut ends = Vec::new();
    for tb in numbers.chunks_exact(columns * rows) {
        let mut above = vec![0_u32; columns];
        for row in tb.chunks_exact(columns) {
            let mut left = 0;
            for (cell, number) in above.iter_mut().zip(row) {
                *cell = number + left.max(*cell);
                left = *cell;
            }
        }
        ends.extend(above);
    }
    let is_even = |end: &&u32| (**end).is_multiple_of(2);
    let even: Vec<u32> =
        ends.chunks_exact(columns).map(|tb| tb.iter().filter(is_even).count() as u32).collect();
    let all_even: Vec<u32> = even.iter().map(|count| u32::from(*count == 64)).collect();
    let case = |name| Case::new("control", name);
    case("barrier_forms")
        .shows(&["barrier.sync", "barrier.sync.aligned", "barrier.arrive"])
        .shows(&["barrier.red.popc.u32", "barrier.red.or.pred"])
        .grid(tbs as u32, columns as u32)
        .input(&numbers)
        .output(&ends)
        .output(&even)
        .output(&all_even)
        .scalar(Arg::U32(rows as u32))
        .check();
}
