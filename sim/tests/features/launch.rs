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
