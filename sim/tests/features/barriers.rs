//! Barriers of every kind, clocks, sleep, printing, assertions.

use super::case::Case;
use super::inputs::{drawn, words};
use heddle_sim::host::Arg;
use rand::Rng;

fn case(name: &str) -> Case {
    Case::new("control", name)
}

#[test]
fn producers_and_consumers_hand_buffers_over_at_named_barriers() {
    let (tbs, rounds) = (2, 5_u32);
    let numbers = words(1, tbs * rounds as usize * 64);
    let sums: Vec<u32> = numbers
        .chunks_exact(rounds as usize * 64)
        .flat_map(|numbers| {
            (0..64).map(|t| {
                (0..rounds).fold(0_u32, |sum, round| {
                    let number = numbers[round as usize * 64 + 63 - t];
                    let made = number.wrapping_mul(3).wrapping_add(round);
                    sum.wrapping_mul(5).wrapping_add(made)
                })
            })
        })
        .collect();
    case("pipeline")
        .shows(&["bar.sync", "bar.arrive"])
        .grid(tbs as u32, 128)
        .input(&numbers)
        .output(&sums)
        .scalar(Arg::U32(rounds))
        .check();
}

#[test]
fn barriers_that_vote_end_a_sort_and_count_what_has_not_moved() {
    let threads = 64;
    let mut numbers: Vec<u32> = drawn(2, 3 * threads, |generator| generator.random_range(0..1000));
    numbers[threads..2 * threads].sort_unstable();
    let bound = 990;
    let tbs = || numbers.chunks_exact(threads);
    let sorted = |tb: &[u32]| {
        let mut sorted = tb.to_vec();
        sorted.sort_unstable();
        sorted
    };
    // A round is both phases; the last round exchanges nothing.
    let rounds = |tb: &[u32]| {
        let (mut row, mut round) = (tb.to_vec(), 0_u32);
        loop {
            round += 1;
            let before = row.clone();
            for phase in 0..2 {
                row[phase..].chunks_exact_mut(2).for_each(<[u32]>::sort_unstable);
            }
            if row == before {
                return round;
            }
        }
    };
    let unmoved =
        |tb: &[u32]| sorted(tb).iter().zip(tb).filter(|(now, then)| now == then).count() as u32;
    let all_below = |tb: &[u32]| u32::from(tb.iter().all(|number| *number < bound));
    case("barrier_votes")
        .shows(&["bar.red.or.pred", "bar.red.and.pred", "bar.red.popc.u32"])
        .grid(3, threads as u32)
        .shared(threads as u32 * 4)
        .input(&numbers)
        .output(&tbs().flat_map(sorted).collect::<Vec<_>>())
        .output(&tbs().map(rounds).collect::<Vec<_>>())
        .output(&tbs().map(unmoved).collect::<Vec<_>>())
        .output(&tbs().map(all_below).collect::<Vec<_>>())
        .scalar(Arg::U32(bound))
        .check();
}

#[test]
fn cells_live_and_die_for_generations_in_shared_memory() {
    let (size, generations) = (16, 9);
    let cells: Vec<u8> = drawn(3, 2 * size * size, |generator| generator.random_range(0..2));
    let mut expected = cells.clone();
    for _ in 0..generations {
        let before = expected.clone();
        for (place, cell) in expected.iter_mut().enumerate() {
            let (torus, x, y) = (place / size / size, place % size, place / size % size);
            let near = (0..9).filter(|k| *k != 4).map(|k| {
                let (x, y) = ((x + k % 3 + size - 1) % size, (y + k / 3 + size - 1) % size);
                before[(torus * size + y) * size + x]
            });
            *cell = match near.sum() {
                3 => 1,
                2 => *cell,
                _ => 0_u8,
            };
        }
    }
    case("life")
        .shows(&["bar.sync", "st.shared.u8"])
        .space([2, 1, 1], [16, 16, 1])
        .input(&cells)
        .output(&expected)
        .scalar(Arg::U32(generations))
        .check();
}

#[test]
fn clocks_go_forward_and_a_thread_knows_its_position_on_the_machine() {
    let places: Vec<u32> = (0..192).map(|i| 45_000 + i % 32).collect();
    case("clocks").grid(3, 64).output(&[63_u32; 192]).output(&places).check();
}

#[test]
fn sleeping_warps_wake_and_see_the_flag_another_warp_has_raised() {
    let seen: Vec<u32> = (0..2 * 96).map(|i| if i % 96 < 32 { 1 } else { 42 + i / 96 }).collect();
    case("sleepers")
        .shows(&["nanosleep.u32", "ld.volatile.global.u32"])
        .grid(2, 96)
        .output(&[41_u32, 42])
        .output(&seen)
        .check();
}

#[test]
fn diverged_lanes_print_their_own_arguments() {
    let numbers: Vec<u32> = drawn(4, 60, |generator| generator.random_range(0..100));
    let mut texts = Vec::new();
    let results: Vec<i32> = numbers
        .iter()
        .enumerate()
        .map(|(i, number)| match number % 8 {
            0 => {
                let signed = i64::from(*number) - 50;
                let wide = u64::from(*number) << 33;
                texts.push(format!("thread {i}: {signed}, {number:x} and {wide}\n"));
                4
            }
            1 => {
                let name = if number & 16 == 0 { "zero" } else { "sixteen" };
                let half = f64::from(*number) * 0.5;
                texts.push(format!("half of {name} is {half:.2}, 100%\n"));
                2
            }
            _ if i == 0 => {
                texts.push("nothing to say\n".into());
                0
            }
            _ => -1,
        })
        .collect();
    case("messages")
        .shows(&["call.uni", "cvta.local.u64"])
        .grid(2, 32)
        .input(&numbers)
        .output(&results)
        .scalar(Arg::U32(60))
        .prints(texts)
        .check();
}

#[test]
fn assertions_that_hold_and_a_trap_that_is_not_reached_do_nothing() {
    let mut sorted: Vec<u32> = drawn(5, 100, |generator| generator.random_range(0..1000));
    sorted.sort_unstable();
    let wanted: Vec<u32> = drawn(6, 90, |generator| generator.random_range(0..1010));
    let places: Vec<u32> =
        wanted.iter().map(|value| sorted.partition_point(|other| other < value) as u32).collect();
    case("checks")
        .shows(&["trap", "call.uni"])
        .grid(3, 32)
        .input(&sorted)
        .scalar(Arg::U32(100))
        .input(&wanted)
        .output(&places)
        .scalar(Arg::U32(90))
        .check();
}
