//! Branches, loops, calls of every kind, and debug builds.

use super::case::Case;
use super::inputs::{drawn, words};
use super::reference::{bonus, collatz, interpreted, next_prime, queens, walked, PROGRAM};
use heddle_sim::host::Arg;
use rand::Rng;

fn case(name: &str) -> Case {
    Case::new("control", name)
}

#[test]
fn an_interpreter_runs_one_program_on_every_threads_own_input() {
    let inputs: Vec<u32> = (0..200).filter(|value| collatz(*value) < 20).collect();
    let (results, steps): (Vec<u32>, Vec<u32>) =
        inputs.iter().map(|value| interpreted(*value)).unzip();
    let results: Vec<u32> =
        results.into_iter().map(|value| value.wrapping_add(bonus(value))).collect();
    case("interpreter")
        .shows(&["bra", "st.local.u32", "ld.local.u32"])
        .grid(4, 32)
        .input(PROGRAM)
        .input(&inputs)
        .output(&results)
        .output(&steps)
        .scalar(Arg::U32(inputs.len() as u32))
        .check();
}

#[test]
fn functions_chosen_from_tables_are_called_through_pointers_under_divergence() {
    let choices: Vec<u32> = drawn(1, 100, |generator| generator.random());
    let integrals: Vec<u64> = (0..100)
        .map(|i| {
            let choice = choices[i as usize];
            let values = (i % 7..i % 7 + 3 + (choice % 4) as i32).map(|x| {
                let value = match choice & 3 {
                    0 => x * x,
                    1 => -x,
                    2 => x.count_ones() as i32,
                    _ => collatz(x as u32) as i32,
                };
                (value, (x % 5 + 1) as u32)
            });
            values.fold(0_u64, |sum, (value, weight)| {
                if choice & 4 == 0 {
                    sum.wrapping_add_signed(i64::from(value) * i64::from(weight))
                } else {
                    sum.rotate_left(weight) ^ u64::from(value as u32)
                }
            })
        })
        .collect();
    case("function_table")
        .shows(&["call", "popc.b32"])
        .grid(2, 64)
        .input(&choices)
        .output(&integrals)
        .scalar(Arg::U32(100))
        .check();
}

#[test]
fn virtual_functions_are_called_through_the_table_of_the_objects_class() {
    let numbers: Vec<i32> = drawn(2, 90, |generator| generator.random_range(0..10_000));
    let totals: Vec<i32> = numbers
        .iter()
        .map(|v| {
            let side = v % 3;
            let shape = v % 13 * 5 * (v & 7) + 4;
            let disc = -3 * (v % 11) * (v % 11);
            let cube = 2 * side * side + 4;
            let values = if v & 1 == 1 { [disc, cube, disc] } else { [shape, disc, cube] };
            values.iter().fold(0, |sum, value| sum * 3 + value)
        })
        .collect();
    case("virtual_calls")
        .shows(&["call", "ld.u64"])
        .grid(3, 32)
        .input(&numbers)
        .output(&totals)
        .scalar(Arg::U32(90))
        .check();
}

fn ackermann(m: u32, n: u32) -> u32 {
    match (m, n) {
        (0, _) => n + 1,
        (_, 0) => ackermann(m - 1, 1),
        _ => ackermann(m - 1, ackermann(m, n - 1)),
    }
}

#[test]
fn recursion_goes_as_deep_as_its_data_and_functions_may_call_each_other() {
    let count = 60;
    // The tree has children after their parent.
    let nodes: Vec<i32> = drawn(3, count, |generator| generator.random_range(-500..500))
        .into_iter()
        .enumerate()
        .flat_map(|(at, value)| {
            let child = |at: usize| if at < count && at % 11 != 5 { at as i32 } else { -1 };
            [child(2 * at + 1), child(2 * at + 2), value]
        })
        .collect();
    fn sum(nodes: &[i32], at: i32, odd: bool) -> i64 {
        if at < 0 {
            return odd.into();
        }
        let node = &nodes[3 * at as usize..];
        let own = if odd { -i64::from(node[2]) } else { node[2].into() };
        own + sum(nodes, node[0], !odd) + sum(nodes, node[1], !odd)
    }
    let threads = 0..count as u32;
    let ackermanns: Vec<u32> = threads.clone().map(|i| ackermann(i % 3, i % 5)).collect();
    let ways: Vec<u32> = threads.clone().map(|i| queens(i % 6 + 1)).collect();
    let sums: Vec<i64> = threads.map(|i| sum(&nodes, i as i32, false)).collect();
    case("recursion")
        .shows(&["call.uni", "ld.param.b64"])
        .grid(2, 32)
        .input(&nodes)
        .scalar(Arg::U32(count as u32))
        .output(&ackermanns)
        .output(&ways)
        .output(&sums)
        .check();
}

#[test]
fn a_quicksort_with_its_own_stack_sorts_every_threads_row() {
    let (rows, length) = (50, 60);
    let mut numbers: Vec<i32> = words(4, rows * length).iter().map(|word| *word as i32).collect();
    // Some rows are sorted, constant and of few values.
    numbers[..length].sort_unstable();
    numbers[length..2 * length].fill(-3);
    numbers[2 * length..10 * length].iter_mut().for_each(|number| *number %= 4);
    let mut sorted = numbers.clone();
    sorted.chunks_exact_mut(length).for_each(<[i32]>::sort_unstable);
    case("quicksort")
        .shows(&["ld.local.u16", "st.local.u16"])
        .grid(2, 32)
        .updated(&numbers, &sorted)
        .scalar(Arg::U32(length as u32))
        .scalar(Arg::U32(rows as u32))
        .check();
}

#[test]
fn loops_are_left_by_break_continue_goto_and_return_from_any_depth() {
    let count = 96;
    let numbers = words(5, count);
    let primes: Vec<u32> = numbers.iter().map(|word| next_prime(word % 5000 + 3)).collect();
    let triples: Vec<u32> = (0..count as u32)
        .map(|i| {
            let perimeter = 12 * (i % 8 + 1);
            let mut found = 0;
            for a in (1..perimeter / 3).filter(|a| a % 4 != 2) {
                let sides = (a + 1..perimeter / 2).filter(|b| perimeter - a - b >= *b);
                let squares = |b: &u32| a * a + b * b == (perimeter - a - b) * (perimeter - a - b);
                for b in sides.filter(squares) {
                    found = a << 16 | b;
                    if a % 2 == 1 {
                        return found;
                    }
                }
            }
            found
        })
        .collect();
    let walks: Vec<u32> = numbers.iter().map(|word| walked(*word)).collect();
    case("loops")
        .shows(&["bra", "rem.u32"])
        .grid(3, 32)
        .input(&numbers)
        .output(&primes)
        .output(&triples)
        .output(&walks)
        .scalar(Arg::U32(count as u32))
        .check();
}

#[test]
fn minima_selections_and_predicates_take_the_place_of_branches() {
    let count = 200;
    let numbers: Vec<i32> = drawn(6, count, |generator| generator.random_range(-3000..60_000));
    let medians: Vec<i32> = (0..count)
        .map(|i| {
            let mut window: Vec<i32> = (0..9).map(|k| numbers[(i + k * 7) % count]).collect();
            window.sort_unstable();
            window[4]
        })
        .collect();
    let is_date = |u: u32| {
        let (day, month, year) = (u % 33, u / 33 % 14, 1896 + u / 462 % 210);
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let days = match month {
            2 => 28 + u32::from(leap),
            4 | 6 | 9 | 11 => 30,
            _ => 31,
        };
        (1..=days).contains(&day) && (1..=12).contains(&month)
    };
    let marks: Vec<i32> = (0..count)
        .map(|i| {
            let v = numbers[i];
            let odd = (v ^ i as i32) < 0 && v & 1 == 1;
            let date = if is_date(v as u32) { 10_000 } else { 0 };
            v.signum() * 1000 + v.clamp(-128, 127) + date + if odd { 50_000 } else { 0 }
        })
        .collect();
    let pieces: Vec<f32> = numbers
        .iter()
        .map(|v| {
            let x = (v % 64) as f32 * 0.25;
            match x {
                x if x < -4.0 => -1.0,
                x if x < 0.0 => x * 0.25,
                x if x <= 4.0 => x,
                x if x != 8.0 => 4.0,
                x => x * x,
            }
        })
        .collect();
    case("selections")
        .shows(&["selp.b32", "min.s32", "max.s32", "selp.f32", "and.pred"])
        .grid(7, 32)
        .input(&numbers)
        .output(&medians)
        .output(&marks)
        .output(&pieces)
        .scalar(Arg::U32(count as u32))
        .check();
}

#[test]
fn a_jump_through_a_table_of_labels_sends_each_lane_to_its_own_target() {
    let numbers = words(7, 90);
    let steps = 12;
    let walked = |start: &u32| {
        (0..steps).fold(*start, |value, _| match value % 5 {
            0 | 2 => value.wrapping_add(12_345),
            1 => value.wrapping_mul(2).wrapping_add(1),
            3 => !value,
            _ => value.rotate_left(9),
        })
    };
    case("jump_table")
        .shows(&["brx.idx"])
        .grid(3, 32)
        .input(&numbers)
        .output(&numbers.iter().map(walked).collect::<Vec<_>>())
        .scalar(Arg::U32(steps))
        .scalar(Arg::U32(90))
        .check();
}

#[test]
fn a_build_for_a_debugger_computes_what_an_optimised_one_does() {
    let exponents: Vec<u32> = drawn(8, 70, |generator| generator.random_range(0..5000));
    let fibonacci = |n: &u32| (0..*n).fold((0_u32, 1_u32), |(a, b), _| (b, a.wrapping_add(b))).0;
    case("debug_build")
        .shows(&["call.uni", "st.param.b32"])
        .grid(3, 32)
        .input(&exponents)
        .output(&exponents.iter().map(fibonacci).collect::<Vec<_>>())
        .scalar(Arg::U32(70))
        .check();
}

#[test]
fn line_numbers_of_inlined_calls_leave_the_code_as_it_is() {
    let coefficients: Vec<u32> = drawn(9, 6, |generator| generator.random_range(0..60_000));
    let horner = |x: u64| {
        coefficients.iter().fold(0, |value, c| {
            // The kernel's product wraps at 32 bits before it is reduced.
            u64::from(((value * x) as u32).wrapping_add(*c)) % 65_521
        })
    };
    fn gcd(a: u64, b: u64) -> u64 {
        if b == 0 {
            a
        } else {
            gcd(b, a % b)
        }
    }
    let divisors: Vec<u32> = (0..90).map(|i| gcd(horner(i), horner(i * i + 6)) as u32).collect();
    case("line_info")
        .shows(&["rem.u32", "mad.lo.s32"])
        .grid(3, 32)
        .input(&coefficients)
        .scalar(Arg::U32(6))
        .output(&divisors)
        .scalar(Arg::U32(90))
        .check();
}
