//! Floating point in single and double precision.

use super::case::Case;
use super::inputs::{doubles, floats};
use heddle_sim::workloads::Arg;

fn case(name: &str) -> Case {
    Case::new("float", name)
}

/// Plain and compensated sum.
macro_rules! sums {
    ($row:expr, $zero:expr) => {{
        let (mut sum, mut lost, mut plain) = ($zero, $zero, $zero);
        for &value in $row {
            let next = sum + value;
            lost +=
                if sum.abs() >= value.abs() { (sum - next) + value } else { (value - next) + sum };
            sum = next;
            plain += value;
        }
        [plain, sum + lost]
    }};
}

#[test]
fn compensated_sums_lose_nothing_to_fusion_or_reordering() {
    let (rows, length) = (70, 37);
    let single = floats(2, rows * length, 20);
    let wide = doubles(3, rows * length, 40);
    let single_sums: Vec<f32> = single.chunks(length).flat_map(|row| sums!(row, 0.0_f32)).collect();
    let wide_sums: Vec<f64> = wide.chunks(length).flat_map(|row| sums!(row, 0.0_f64)).collect();
    case("kahan")
        .shows(&["add.rn.f32", "add.rn.f64", "sub.rn.f32"])
        .grid(3, 32)
        .input(&single)
        .input(&wide)
        .scalar(Arg::U32(length as u32))
        .scalar(Arg::U32(rows as u32))
        .output(&single_sums)
        .output(&wide_sums)
        .check();
}
