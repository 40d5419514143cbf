//! Integer arithmetic and bits.

use super::case::Case;
use super::inputs::{drawn, wide_words, words};
use heddle_sim::workloads::Arg;
use rand::Rng;

fn case(name: &str) -> Case {
    Case::new("integer", name)
}

#[test]
fn crc32_by_table_and_by_bits_is_the_standard_checksum() {
    let (count, length) = (100, 40);
    let messages: Vec<u8> = drawn(1, count + length, |generator| generator.random());
    let crcs: Vec<u32> = (0..count)
        .map(|start| {
            let mut crc = flate2::Crc::new();
            crc.update(&messages[start..start + length]);
            crc.sum()
        })
        .collect();
    case("crc32")
        .shows(&["xor.b32", "shr.u32", "ld.const.u32"])
        .grid(2, 64)
        .input(&messages)
        .scalar(Arg::U32(length as u32))
        .scalar(Arg::U32(count as u32))
        .output(&crcs)
        .check();
}
