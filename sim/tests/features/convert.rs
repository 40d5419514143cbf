//! Conversions between types.

use super::case::Case;
use super::inputs::{doubles, floats};
use heddle_sim::workloads::Arg;

fn case(name: &str) -> Case {
    Case::new("convert", name)
}

#[test]
fn floats_sort_by_the_integers_made_of_their_bits() {
    let count = 60;
    let (single, wide) = (floats(4, count, 30), doubles(5, count, 300));
    let below = |i: usize| {
        let single = single.iter().filter(|other| **other < single[i]).count();
        [single as u32, wide.iter().filter(|other| **other < wide[i]).count() as u32]
    };
    let ranks: Vec<u32> = (0..count).flat_map(below).collect();
    case("sort_keys")
        .shows(&["shr.s32", "mov.b64"])
        .grid(2, 32)
        .input(&single)
        .input(&wide)
        .scalar(Arg::U32(count as u32))
        .output(&ranks)
        .output(&single)
        .output(&wide)
        .check();
}
