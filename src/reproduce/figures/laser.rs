//! Figures of LASER: what kernels reuse, and what its scheduler gains beside its rivals. All launches are by CDP, as the paper's.

use super::super::benchmarks::{Benchmark, Size, LASER};
use super::super::case::{Case, Records, Variant, LASER13};
use super::super::figure::{Average, Figure, Series, Unit};
use super::super::listing::{Line, Listing};
use super::laperm::with_laperm;
use heddle_sim::gpu::LimitLevel;
use serde_json::{json, Value};
use std::collections::BTreeMap;

/// The baseline: kernels and TBs first come, first served, SMXs in turn, warps greedy then oldest.
pub const BASE: Variant = Variant {
    records: Records::Footprints,
    ..LASER13.variant("laser-baseline", &[("kernel.launch", "cdp")])
};
const SCHEDULED: Variant = LASER13.variant(
    "laser",
    &[("kernel.launch", "cdp"), ("tb.source", "laser"), ("warp.scheduler", "grouped")],
);
const TB_PRI: Variant = with_laperm!(LASER13, "laser-tb-pri", "cdp", "any", []);
/// LaPerm, with children on the SMXs of their parents.
pub const SMX_BIND: Variant = with_laperm!(LASER13, "laser-smx-bind", "cdp", "bound", []);
/// The same, or on one that has nothing else.
pub const ADAPTIVE: Variant = with_laperm!(LASER13, "laser-adaptive-bind", "cdp", "adaptive", []);
/// Fetch groups of TBs take turns; the paper's rival for the order of warps.
const OWL: Variant =
    LASER13.variant("laser-owl", &[("kernel.launch", "cdp"), ("warp.scheduler", "owl")]);

/// The limit study: what is reused is known from a run before.
const fn limit(name: &'static str, level: LimitLevel) -> Variant {
    Variant { records: Records::Limit(level), ..LASER13.variant(name, &[("kernel.launch", "cdp")]) }
}
const KERNEL: Variant = limit("laser-limit-kernel", LimitLevel::Kernel);
const TB: Variant = limit("laser-limit-tb", LimitLevel::Tb);
const WARP: Variant = limit("laser-limit-warp", LimitLevel::Warp);

/// An L1 of 1 MB keeps nearly all that is read again: no scheduler can do more for it.
const LARGE_L1: Variant = LASER13
    .variant("laser-large-l1", &[("kernel.launch", "cdp"), ("l1.sets", "64"), ("l1.ways", "128")]);
const FREE: Variant = LASER13
    .variant("laser-free-launches", &[("kernel.launch", "cdp"), ("kernel.latency", "ideal")]);
const FREE_LARGE_L1: Variant = LASER13.variant(
    "laser-free-launches-large-l1",
    &[("kernel.launch", "cdp"), ("kernel.latency", "ideal"), ("l1.sets", "64"), ("l1.ways", "128")],
);

/// All sixteen.
pub fn benchmarks() -> Vec<&'static Benchmark> {
    LASER.to_vec()
}

/// Figures of sections 4 and 7, and one that asks what bounds a gain.
pub const FIGURES: &[Figure] = &[
    Figure {
        id: "laser-fig4",
        title: "accesses to lines that the kernel, its parent or its siblings access too, over all accesses",
        unit: Unit::Share,
        average: Average::Arithmetic,
        benchmarks,
        series: &[
            Series::new("self", &[BASE], |m| m.of(&BASE, "reuse_self")).average(0.778),
            Series::new("parent-child", &[BASE], |m| m.of(&BASE, "reuse_parent_child")).average(0.322),
            Series::new("sibling", &[BASE], |m| m.of(&BASE, "reuse_sibling")).average(0.411),
        ],
    },
    Figure {
        id: "laser-fig12",
        title: "IPC over that of the baseline if schedulers know what is reused, and by LASER",
        unit: Unit::Ratio,
        average: Average::Geometric,
        benchmarks,
        series: &[
            Series::new("kernel", &[BASE, KERNEL], |m| m.ratio("ipc", &KERNEL, &BASE)).average(1.026),
            Series::new("kernel+wg", &[BASE, TB], |m| m.ratio("ipc", &TB, &BASE)).average(1.143),
            Series::new("kernel+wg+wavefront", &[BASE, WARP], |m| m.ratio("ipc", &WARP, &BASE)).average(1.194),
            Series::new("LASER", &[BASE, SCHEDULED], |m| m.ratio("ipc", &SCHEDULED, &BASE)).average(1.113),
        ],
    },
    Figure {
        id: "laser-fig13",
        title: "L1 hit rate by the scheduler",
        unit: Unit::Share,
        average: Average::Arithmetic,
        benchmarks,
        series: &[
            Series::new("baseline", &[BASE], |m| m.of(&BASE, "l1_hit_rate")),
            Series::new("kernel", &[KERNEL], |m| m.of(&KERNEL, "l1_hit_rate")),
            Series::new("kernel+wg", &[TB], |m| m.of(&TB, "l1_hit_rate")),
            Series::new("kernel+wg+wavefront", &[WARP], |m| m.of(&WARP, "l1_hit_rate")),
            Series::new("LASER", &[SCHEDULED], |m| m.of(&SCHEDULED, "l1_hit_rate")),
            Series::new("OWL", &[OWL], |m| m.of(&OWL, "l1_hit_rate")),
            Series::new("LaPerm", &[ADAPTIVE], |m| m.of(&ADAPTIVE, "l1_hit_rate")),
            Series::new("SMX-Bind", &[SMX_BIND], |m| m.of(&SMX_BIND, "l1_hit_rate")),
        ],
    },
    Figure {
        id: "laser-fig14",
        title: "IPC over that of the baseline",
        unit: Unit::Ratio,
        average: Average::Geometric,
        benchmarks,
        series: &[
            Series::new("LASER", &[BASE, SCHEDULED], |m| m.ratio("ipc", &SCHEDULED, &BASE)).average(1.113),
            Series::new("OWL", &[BASE, OWL], |m| m.ratio("ipc", &OWL, &BASE)).average(1.038),
            // The paper's LaPerm balances the load.
            Series::new("LaPerm", &[BASE, ADAPTIVE], |m| m.ratio("ipc", &ADAPTIVE, &BASE)).average(1.057),
            Series::new("TB-Pri", &[BASE, TB_PRI], |m| m.ratio("ipc", &TB_PRI, &BASE)),
            Series::new("SMX-Bind", &[BASE, SMX_BIND], |m| m.ratio("ipc", &SMX_BIND, &BASE)),
        ],
    },
    Figure {
        id: "laser-bounds",
        title: "what a scheduler could gain: IPC over that of the baseline with an L1 of 1 MB, with free launches, and with both",
        unit: Unit::Ratio,
        average: Average::Geometric,
        benchmarks,
        series: &[
            Series::new("L1 of 1 MB", &[BASE, LARGE_L1], |m| m.ratio("ipc", &LARGE_L1, &BASE)),
            Series::new("free launches", &[BASE, FREE], |m| m.ratio("ipc", &FREE, &BASE)),
            Series::new("both, over free launches", &[FREE, FREE_LARGE_L1], |m| m.ratio("ipc", &FREE_LARGE_L1, &FREE)),
        ],
    },
];

/// Of each benchmark in Table 2 the kernels and the depth: of type I the stages, of type II the nesting.
const TABLE_2: [(&str, u64, &str, u64); 16] = [
    ("amr", 1261, "II", 24),
    ("bfs_small", 1030, "I", 1),
    ("bfs_citation", 126, "I", 23),
    ("bfs_graph500", 6899, "I", 6),
    ("clr_citation", 221, "I", 87),
    ("clr_graph500", 924, "I", 139),
    ("join_gaussian", 159, "I", 1),
    ("join_uniform", 6725, "I", 1),
    ("mandel", 1025, "II", 6),
    ("spmm_small", 1025, "I", 1),
    ("spmm_large", 5121, "I", 1),
    ("quicksort", 56, "II", 24),
    ("radixsort", 4765, "II", 24),
    ("sa", 24, "I", 1),
    ("sssp_citation", 6524, "I", 23),
    ("sssp_graph500", 16087, "I", 6),
];

fn cases(variant: Variant, size: Size) -> Vec<Case> {
    LASER.iter().map(|&benchmark| Case { benchmark, size, variant }).collect()
}

/// Returns the result of a benchmark's run.
fn result<'a>(
    results: &'a BTreeMap<String, Value>,
    variant: &Variant,
    benchmark: &Benchmark,
) -> impl Fn(&str) -> Value + use<'a> {
    let found = results.get(&variant.of(benchmark));
    move |path| found.and_then(|result| result.pointer(path)).cloned().unwrap_or_default()
}

fn kernels(size: Size, results: &BTreeMap<String, Value>) -> anyhow::Result<Vec<Line>> {
    let line = |(benchmark, (name, kernels, kind, depth)): (&&Benchmark, _)| {
        anyhow::ensure!(benchmark.name == name, "{} stands at the place of {name}", benchmark.name);
        let of = result(results, &BASE, benchmark);
        let count = |path| of(path).as_u64();
        let all = count("/host_launches").zip(count("/device_kernels"));
        Ok(vec![
            json!(name),
            json!(benchmark.input(size)),
            json!(kind),
            json!(kernels),
            json!(all.map(|(host, device)| host + device)),
            of("/host_launches"),
            json!(depth),
            of("/deepest_launch"),
        ])
    };
    LASER.iter().zip(TABLE_2).map(line).collect()
}

fn monitors(_: Size, results: &BTreeMap<String, Value>) -> anyhow::Result<Vec<Line>> {
    let line = |benchmark: &&Benchmark| {
        let of = result(results, &SCHEDULED, benchmark);
        let rate = |relation: &str| {
            let count = |what: &str| of(&format!("/monitor/{relation}/{what}")).as_f64();
            let (hits, misses) = count("hits").zip(count("misses"))?;
            (hits + misses > 0.0).then(|| (hits / (hits + misses) * 1000.0).round() / 1000.0)
        };
        let predicted = |what: &str| of(&format!("/monitor/predicted/{what}"));
        vec![
            json!(benchmark.name),
            json!(rate("parent_child")),
            json!(rate("sibling")),
            json!(rate("self")),
            predicted("parent_child"),
            predicted("sibling"),
            predicted("self"),
            predicted("none"),
            of("/children_on_parent_smx"),
        ]
    };
    Ok(LASER.iter().map(line).collect())
}

/// Table 2, and what the monitors see.
pub const TABLES: &[Listing] = &[
    Listing {
        id: "laser-table2",
        title: "kernels and depth; the published depth is of stages for type I, of nesting for type II",
        columns: &[
            "benchmark",
            "input",
            "type",
            "kernels, published",
            "ours",
            "of these by the host",
            "depth, published",
            "nesting, ours",
        ],
        cases: |size| cases(BASE, size),
        rows: kernels,
    },
    Listing {
        id: "laser-monitors",
        title: "hit rates of the reuse monitors under LASER, and launches by what was predicted of them",
        columns: &[
            "benchmark",
            "parent-child",
            "sibling",
            "self",
            "predicted parent-child",
            "sibling",
            "self",
            "nothing",
            "children on their parent's SMX",
        ],
        cases: |size| cases(SCHEDULED, size),
        rows: monitors,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_published_rows_are_of_the_benchmarks_in_their_order() {
        assert_eq!(LASER.len(), TABLE_2.len());
        assert_eq!(kernels(Size::Smoke, &BTreeMap::new()).expect("the same order").len(), 16);
    }

    #[test]
    fn a_monitor_has_a_hit_rate_of_its_hits_over_all_it_counted() {
        let monitor = json!({"monitor": {
            "parent_child": {"hits": 1, "misses": 3}, "sibling": {"hits": 0, "misses": 0},
            "self": {"hits": 2, "misses": 1}, "predicted": {"sibling": 7},
        }});
        let results = BTreeMap::from([(SCHEDULED.of(LASER[0]), monitor)]);
        let line = &monitors(Size::Smoke, &results).expect("lines")[0];
        assert_eq!(line[1..4], [json!(0.25), json!(null), json!(0.667)]);
        assert_eq!(line[5], json!(7));
    }
}
