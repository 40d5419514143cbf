//! Shuffles, votes, matches and reductions among the lanes of a warp.

use super::case::Case;
use super::inputs::{drawn, wide_words, words};
use heddle_sim::host::Arg;
use rand::Rng;

const LANES: usize = 32;

fn case(name: &str) -> Case {
    Case::new("warp", name)
}

/// Returns the running sums of each run of `length` elements.
fn running<T: Copy + std::ops::Add<Output = T>>(elements: &[T], length: usize) -> Vec<T> {
    let run = |run: &[T]| -> Vec<T> {
        (1..=run.len())
            .map(|end| run[1..end].iter().fold(run[0], |sum, value| sum + *value))
            .collect()
    };
    elements.chunks(length).flat_map(run).collect()
}

#[test]
fn a_scan_by_shuffles_with_predicates_sums_warps_segments_and_blocks() {
    let numbers: Vec<u32> = drawn(1, 256, |generator| generator.random_range(0..1 << 20));
    let bytes: Vec<f32> = numbers.iter().map(|number| (number & 255) as f32).collect();
    case("scan")
        .shows(&["shfl.up.b32"])
        .grid(2, 128)
        .input(&numbers)
        .output(&running(&numbers, 128))
        .output(&running(&bytes, 8))
        .check();
}

#[test]
fn a_reduction_by_shuffles_finds_sum_maximum_and_its_first_position() {
    let numbers: Vec<f32> =
        drawn(2, 192, |generator| f32::from(generator.random_range(-40_i8..40)));
    let warps = || numbers.chunks_exact(LANES);
    let sums: Vec<f32> = warps()
        .flat_map(|warp| {
            let sum: f32 = warp.iter().sum();
            (0..LANES).map(move |lane| sum + lane as f32)
        })
        .collect();
    let most = |warp: &[f32]| warp.iter().copied().fold(f32::MIN, f32::max);
    let largest: Vec<f32> = warps().map(most).collect();
    let places: Vec<u32> = warps()
        .map(|warp| warp.iter().position(|value| *value == most(warp)).expect("it is one") as u32)
        .collect();
    case("reduce")
        .shows(&["shfl.down.b32", "shfl.bfly.b32", "shfl.idx.b32"])
        .grid(3, 64)
        .input(&numbers)
        .output(&sums)
        .output(&largest)
        .output(&places)
        .check();
}

#[test]
fn a_compaction_by_ballots_keeps_the_order_within_each_warp() {
    let mut numbers: Vec<u32> = drawn(3, 300, |generator| generator.random_range(0..100));
    // One warp keeps everything and one keeps nothing.
    numbers[32..64].fill(33);
    numbers[96..128].fill(1);
    let keep = |value: &&u32| (**value).is_multiple_of(3);
    let runs: Vec<Vec<u32>> =
        numbers.chunks(LANES).map(|warp| warp.iter().filter(keep).copied().collect()).collect();
    let count = runs.iter().map(Vec::len).sum::<usize>();
    let full = runs.iter().filter(|run| run.len() == LANES).count() as u32;
    let threads: usize = 3 * 128;
    let empty = runs.iter().filter(|run| run.is_empty()).count() + threads / LANES - runs.len();
    case("compact")
        .shows(&["vote.ballot.b32", "vote.all.pred", "vote.any.pred"])
        .grid(3, 128)
        .input(&numbers)
        .scalar(Arg::U32(numbers.len() as u32))
        .buffer(vec![0; numbers.len() * 4], move |found| {
            let words = found.chunks_exact(4).map(|b| u32::from_le_bytes(b.try_into().expect("4")));
            let kept: Vec<u32> = words.take(count).collect();
            // Warps come in any order, so each one's run may be anywhere.
            let lost = runs.iter().find(|run| {
                !run.is_empty() && !kept.windows(run.len()).any(|window| window == run.as_slice())
            });
            lost.map(|run| format!("a warp's {run:?} is not in {kept:?}"))
        })
        .output(&[count as u32])
        .output(&[full])
        .output(&[empty as u32])
        .check();
}

#[test]
fn lane_masks_rank_the_lanes_that_a_loop_has_left() {
    let trips: Vec<u32> = drawn(4, 128, |generator| generator.random_range(0..7));
    let masks: Vec<u32> = (0..128_u32)
        .flat_map(|i| {
            let lane = i % 32;
            let (one, below) = (1_u32 << lane, (1_u32 << lane) - 1);
            [lane, one, below, below | one, !(below | one), !below]
        })
        .collect();
    let ranks: Vec<u32> = (0..128)
        .map(|i| {
            let first = i / LANES * LANES;
            (0..trips[i]).fold(0_u32, |rank, trip| {
                let here = |lanes: std::ops::Range<usize>| {
                    lanes.filter(|lane| trip < trips[*lane]).count() as u32
                };
                let last = here(i + 1..first + LANES) == 0;
                let leader = here(first..i) == 0;
                let place = here(first..i + 1);
                (rank * 5).wrapping_add(place + 64 * u32::from(last) + 128 * u32::from(leader))
            })
        })
        .collect();
    case("lane_masks")
        .shows(&["vote.ballot.b32", "vote.any.pred"])
        .grid(2, 64)
        .input(&trips)
        .output(&masks)
        .output(&ranks)
        .check();
}

#[test]
fn a_bitonic_sort_by_shuffles_sorts_warps_and_half_warps() {
    let numbers = wide_words(5, 128);
    let sorted = |length: usize| {
        let mut numbers = numbers.clone();
        numbers.chunks_exact_mut(length).for_each(<[u64]>::sort_unstable);
        numbers
    };
    case("bitonic")
        .shows(&["shfl.sync.bfly.b32"])
        .grid(2, 64)
        .input(&numbers)
        .output(&sorted(32))
        .output(&sorted(16))
        .check();
}

#[test]
fn shuffles_of_every_mode_and_width_fetch_from_the_lane_they_name() {
    let numbers = words(6, 128);
    let by_lane = |fetch: &dyn Fn(&[u32], usize) -> u32| -> Vec<u32> {
        let warps = numbers.chunks_exact(LANES);
        warps
            .flat_map(|warp| (0..LANES).map(|lane| fetch(warp, lane)).collect::<Vec<_>>())
            .collect()
    };
    let polynomials: Vec<f32> = numbers
        .chunks_exact(LANES)
        .flat_map(|warp| {
            (0..LANES).map(|lane| {
                let x = (lane & 3) as f32 * 0.5;
                (0..4).rev().fold(0.0, |sum, power| sum * x + (warp[power] & 15) as f32)
            })
        })
        .collect();
    let sums = by_lane(&|warp, lane| {
        let value = |lane: usize| warp[lane] & 0xffff;
        let first = lane / 4 * 4;
        if lane < 16 {
            return (first..=lane).map(value).sum();
        }
        // A lane without a source in its segment adds its own value.
        let pair = |lane: usize| value(lane) + value(if lane % 4 < 2 { lane + 2 } else { lane });
        pair(lane) + pair(if lane % 4 < 3 { lane + 1 } else { lane })
    });
    case("shuffles")
        .shows(&["shfl.sync.idx.b32", "shfl.sync.up.b32", "shfl.sync.down.b32"])
        .grid(2, 64)
        .input(&numbers)
        .output(&by_lane(&|warp, lane| warp[lane % 4 * 8 + lane / 4]))
        .output(&by_lane(&|warp, lane| warp[lane / 8 * 8 + (lane + 3) % 8]))
        .output(&polynomials)
        .output(&sums)
        .output(&by_lane(&|warp, lane| {
            let source = lane + 5;
            let inside = source / 8 == lane / 8;
            warp[if inside { source } else { lane }].wrapping_mul(2).wrapping_add(inside.into())
        }))
        .check();
}

fn collatz(mut value: u32) -> u32 {
    let mut steps = 0;
    while value != 1 {
        value = if value % 2 == 1 { 3 * value + 1 } else { value / 2 };
        steps += 1;
    }
    steps
}

#[test]
fn votes_end_a_loop_when_the_last_lane_is_done_and_count_under_divergence() {
    let mut numbers: Vec<u32> = drawn(7, 160, |generator| generator.random_range(1..2000));
    // This warp has one value, so its votes are uniform.
    numbers[64..96].fill(27);
    let steps: Vec<u32> = numbers.iter().map(|value| collatz(*value)).collect();
    let warps = || steps.chunks_exact(LANES);
    let trips: Vec<u32> =
        warps().flat_map(|warp| [*warp.iter().max().expect("lanes"); LANES]).collect();
    let notes: Vec<u32> = warps()
        .flat_map(|warp| {
            let odd = || warp.iter().filter(|steps| *steps % 2 == 1);
            let longer = |bound: u32| odd().filter(|steps| **steps > bound).count() as u32;
            let note = longer(20) | if longer(100) > 0 { 64 } else { 0 } | 128;
            let same = odd().count() % LANES == 0;
            let uniform = 256 | if same { 512 } else { 0 };
            warp.iter().map(move |steps| uniform | if steps % 2 == 1 { note } else { 0 })
        })
        .collect();
    case("votes")
        .shows(&["vote.sync.all.pred", "vote.sync.any.pred", "vote.sync.uni.pred"])
        .shows(&["vote.sync.ballot.b32", "activemask.b32", "bar.warp.sync"])
        .grid(1, 160)
        .input(&numbers)
        .output(&steps)
        .output(&trips)
        .output(&notes)
        .check();
}

/// Returns the lanes of the warp of `i` whose element equals that of `i`.
fn equal<T: PartialEq>(elements: &[T], i: usize) -> u32 {
    let warp = elements.chunks_exact(LANES).nth(i / LANES).expect("a warp");
    (0..LANES).filter(|lane| warp[*lane] == elements[i]).fold(0, |mask, lane| mask | 1 << lane)
}

#[test]
fn matches_group_the_lanes_with_equal_keys() {
    let mut keys: Vec<u32> = drawn(8, 128, |generator| generator.random_range(0..10));
    keys[32..64].fill(7);
    let mut wide: Vec<u64> = keys.iter().map(|key| u64::from(key % 4) << 32 | 5).collect();
    wide[100..128].fill(0);
    let mut counts = vec![0_u32; 10];
    keys.iter().for_each(|key| counts[*key as usize] += 1);
    let groups: Vec<u32> = (0..128).map(|i| equal(&keys, i)).collect();
    let wide_groups: Vec<u32> = (0..128).map(|i| equal(&wide, i)).collect();
    let all = groups.iter().zip(&wide_groups).map(|(group, wide_group)| {
        3 * u32::from(*group == u32::MAX) + 12 * u32::from(*wide_group == u32::MAX)
    });
    case("matches")
        .shows(&["match.any.sync.b32", "match.any.sync.b64", "match.all.sync.b32"])
        .shows(&["match.all.sync.b64"])
        .grid(2, 64)
        .input(&keys)
        .input(&wide)
        .output(&counts)
        .output(&groups)
        .output(&wide_groups)
        .output(&all.collect::<Vec<_>>())
        .check();
}

fn summary(lanes: &[u32]) -> [u32; 8] {
    let signed = || lanes.iter().map(|lane| *lane as i32);
    let fold = |start: u32, f: fn(u32, u32) -> u32| lanes.iter().fold(start, |a, b| f(a, *b));
    [
        fold(0, u32::wrapping_add),
        signed().min().expect("lanes") as u32,
        signed().max().expect("lanes") as u32,
        fold(u32::MAX, u32::min),
        fold(0, u32::max),
        fold(u32::MAX, |a, b| a & (b | 0xf)),
        fold(0, |a, b| a | (b & 0xffff_0000)),
        fold(0, |a, b| a ^ b),
    ]
}

#[test]
fn one_instruction_reduces_a_warp_or_the_lanes_of_a_mask() {
    let numbers = words(9, 128);
    let whole: Vec<u32> =
        numbers.chunks_exact(LANES).flat_map(|warp| [summary(warp); LANES]).flatten().collect();
    let halves: Vec<u32> = numbers
        .chunks_exact(LANES)
        .flat_map(|warp| {
            let [even, odd] =
                [0, 1].map(|first| warp.iter().skip(first).step_by(2).copied().collect::<Vec<_>>());
            [summary(&even), summary(&odd)].repeat(LANES / 2)
        })
        .flatten()
        .collect();
    case("redux")
        .shows(&["redux.sync.add.s32", "redux.sync.min.s32", "redux.sync.max.u32"])
        .shows(&["redux.sync.and.b32", "redux.sync.or.b32", "redux.sync.xor.b32"])
        .grid(2, 64)
        .input(&numbers)
        .output(&whole)
        .output(&halves)
        .check();
}
