//! Table 1 of the thesis: the machines that chapter 3 compares.

use super::super::benchmarks::Size;
use super::super::case::{Case, Machine, K20C, K40, TITAN};
use super::super::listing::Listing;
use heddle_sim::config::GpuConfig;
use serde_json::{json, Value};
use std::collections::BTreeMap;

/// Lanes of a unit that takes a warp: the thesis counts them as cores.
const LANES: u64 = 32;
/// Bytes per transfer of a channel of GDDR5, which has two transfers per cycle of its write clock.
const CHANNEL_BYTES: f64 = 4.0;

/// The machines, in the order of the columns.
const MACHINES: [Machine; 3] = [K20C, TITAN, K40];

/// A line: what, its unit, the thesis's values, and ours of a configuration.
type Line = (&'static str, &'static str, [f64; 3], fn(&GpuConfig) -> f64);

const LINES: &[Line] = &[
    ("SMXs", "", [13.0, 14.0, 15.0], |config| f64::from(config.smx.count)),
    ("cores", "", [2496.0, 2688.0, 2880.0], |config| {
        (u64::from(config.smx.count) * u64::from(config.execution_units.sp) * LANES) as f64
    }),
    ("SMX clock", "MHz", [706.0, 837.0, 745.0], |config| f64::from(config.core_mhz)),
    ("memory", "GB", [5.0, 6.0, 12.0], |config| config.memory_bytes as f64 / f64::from(1 << 30)),
    ("memory bandwidth", "GB/s", [208.0, 288.0, 288.0], |config| {
        let transfers = 2.0 * f64::from(config.memory_mhz) * f64::from(config.dram.channels);
        transfers * CHANNEL_BYTES / 1000.0
    }),
];

fn no_cases(_: Size) -> Vec<Case> {
    Vec::new()
}

fn rows(_: Size, _: &BTreeMap<String, Value>) -> anyhow::Result<Vec<Vec<Value>>> {
    let configs = MACHINES.iter().map(|machine| GpuConfig::preset(machine.preset));
    let configs = configs.collect::<Result<Vec<_>, _>>()?;
    let row = |&(what, unit, published, ours): &Line| {
        let values = published.iter().zip(&configs);
        let tenth = |value: f64| json!((value * 10.0).round() / 10.0);
        let pairs = values.flat_map(|(&published, config)| [json!(published), tenth(ours(config))]);
        [json!(what), json!(unit)].into_iter().chain(pairs).collect()
    };
    Ok(LINES.iter().map(row).collect())
}

/// The tables of chapter 3.
pub const TABLES: &[Listing] = &[Listing {
    id: "cdp-table1",
    title: "the machines on which the cost of launches is measured",
    columns: &[
        "",
        "unit",
        "K20c [published]",
        "k20c",
        "Titan [published]",
        "titan",
        "K40 [published]",
        "k40",
    ],
    cases: no_cases,
    rows,
}];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_presets_have_the_published_smxs_cores_and_clocks() {
        for row in &rows(Size::Smoke, &BTreeMap::new()).expect("presets")[..3] {
            for pair in row[2..].chunks(2) {
                assert_eq!(pair[0].as_f64(), pair[1].as_f64(), "{row:?}");
            }
        }
    }
}
