//! Grids of three dimensions, modules of several kernels, grids launched by kernels.

use super::case::Case;
use super::inputs::{drawn, words};
use heddle_sim::host::Arg;
use rand::Rng;

fn case(name: &str) -> Case {
    Case::new("launch", name)
}

#[test]
fn every_thread_of_a_grid_of_three_dimensions_knows_where_it_is() {
    let (grid, block) = ([3, 2, 4], [4, 5, 2]);
    let [width, height, depth] = std::array::from_fn(|axis| grid[axis] * block[axis]);
    let weighed = [1, 3, 5].iter().zip(grid).chain([7, 11, 13].iter().zip(block));
    let sizes: u32 = weighed.map(|(weight, size)| weight * size).sum();
    let cells: Vec<u32> = (0..width * height * depth)
        .map(|i| {
            let (x, y, z) = (i % width, i / width % height, i / width / height);
            sizes * 1_000_000 + z * 10_000 + y * 100 + x
        })
        .collect();
    case("dimensions").shows(&["st.global.u32"]).space(grid, block).output(&cells).check();
}

#[test]
fn variables_of_a_module_live_from_one_kernel_to_the_next() {
    let numbers = words(1, 700);
    let sum = numbers.iter().map(|word| u64::from(*word)).sum::<u64>() - 1000;
    let means = [sum / 700, sum % 700].repeat(64);
    case("two_passes")
        .shows(&["div.u64", "call.uni"])
        .grid(5, 64)
        .input(&numbers)
        .scalar(Arg::U32(700))
        .after("first_pass")
        .scalar(Arg::U32(700))
        .output(&means)
        .check();
}

#[test]
fn a_parent_launches_a_child_for_each_long_row_of_a_ragged_array() {
    let rows = 40;
    let lengths = drawn(2, rows, |generator| generator.random_range(0..90));
    let mut starts = vec![0_u32];
    lengths.iter().for_each(|length| starts.push(starts[starts.len() - 1] + length));
    let values = words(3, starts[rows] as usize);
    let sums: Vec<u32> = (0..rows)
        .map(|row| {
            let values = &values[starts[row] as usize..starts[row + 1] as usize];
            let weight = row as u32 % 5 + 1;
            values.iter().fold(0, |sum: u32, value| sum.wrapping_add(value.wrapping_mul(weight)))
        })
        .collect();
    case("child_rows")
        .shows(&["call.uni", "atom.global.add.u32"])
        .grid(2, 32)
        .input(&starts)
        .input(&values)
        .output(&sums)
        .output(&vec![0_u32; rows])
        .scalar(Arg::U32(rows as u32))
        .check();
}

#[test]
fn a_kernel_launches_itself_until_one_element_is_left() {
    let numbers = words(4, 70);
    let mut reduced = numbers.clone();
    let mut count = 70_usize;
    while count > 1 {
        let half = count.div_ceil(2);
        for i in 0..half {
            let other = if i + half < count { reduced[i + half] } else { 0 };
            reduced[i] = reduced[i].wrapping_mul(3).wrapping_add(other);
        }
        count = half;
    }
    case("nested_halves")
        .shows(&["call.uni", "st.shared.u32"])
        .grid(1, 32)
        .shared(35 * 4)
        .updated(&numbers, &reduced)
        .scalar(Arg::U32(70))
        .check();
}

#[test]
fn all_tbs_of_a_cooperative_grid_meet_twice() {
    let numbers = drawn(5, 1000, |generator| generator.random_range(0..1000_u32));
    let sum: u32 = numbers.iter().sum();
    let shares: Vec<u32> = numbers.iter().map(|number| number * 1000 / sum).collect();
    let threads = 4 * 64;
    let part = |i: usize| numbers.iter().skip(i).step_by(threads).sum();
    let mut parts: Vec<u32> = (0..threads).map(part).collect();
    parts[0] = sum;
    case("meet")
        .shows(&["atom.add.u32", "bar.sync"])
        .together()
        .grid(4, 64)
        .input(&numbers)
        .output(&parts)
        .output(&shares)
        .scalar(Arg::U32(1000))
        .check();
}

/// Bytes from a row, and rows from a slice, of the pictures of `boxes.cu` to the next.
const PITCH: usize = 48;
const ROWS: usize = 9;

/// The bytes of a box, by row: offset of its corner, then its width, rows and slices.
fn rows_of(corner: usize, [width, rows, slices]: [usize; 3]) -> Vec<std::ops::Range<usize>> {
    let rows_of_slice = move |slice| {
        (0..rows)
            .map(move |row| corner + slice * PITCH * ROWS + row * PITCH)
            .map(move |at| at..at + width)
    };
    (0..slices).flat_map(rows_of_slice).collect()
}

#[test]
fn boxes_are_copied_and_set_from_the_device_which_says_what_it_is() {
    let from: Vec<u8> = words(6, PITCH * ROWS * 4).iter().map(|word| *word as u8).collect();
    let mut picture = vec![0_u8; PITCH * ROWS];
    for (row, to) in rows_of(7, [13, 5, 1]).into_iter().enumerate() {
        picture[to].copy_from_slice(&from[3 + 31 * row..][..13]);
    }
    rows_of(6 * PITCH + 16, [16, 2, 1]).into_iter().for_each(|to| picture[to].fill(0xab));
    let mut volume = vec![0_u8; PITCH * ROWS * 4];
    let source = rows_of(PITCH + 4, [20, 3, 2]);
    let target = rows_of(PITCH * ROWS + 2 * PITCH + 8, [20, 3, 2]);
    for (source, target) in source.into_iter().zip(target) {
        volume[target].copy_from_slice(&from[source]);
    }
    rows_of(PITCH * ROWS * 3, [3, 2, 1]).into_iter().for_each(|to| volume[to].fill(5));
    // The number of SMXs differs between machines.
    let expected = [0, 0, 12, 0, 0, 0, 0, 0, 32, 101, 1];
    let answers = move |bytes: &[u8]| {
        let found = bytes.chunks_exact(4).map(|word| word.try_into().map_or(0, u32::from_le_bytes));
        let found: Vec<u32> = found.collect();
        let known = |i: &usize| *i != 6;
        let wrong = (0..expected.len()).filter(known).find(|&i| found[i] != expected[i]);
        wrong.map(|i| format!("answer {i}: expected {}, found {}", expected[i], found[i]))
    };
    case("boxes")
        .shows(&["call.uni"])
        .input(&from)
        .output(&picture)
        .output(&volume)
        .buffer(vec![0; 44], answers)
        .check();
}
