//! Applications whose TBs run in the order of a dependency graph.

use super::bench::run;
use heddle_sim::gpu::RunResult;

const APPS: [&str; 6] = ["dtw", "heat2d", "hist", "int_img", "sor", "sw"];

/// Settings for every way to make a graph, with and without a bound.
const GRAPHS: [&[(&str, &str)]; 5] = [
    &LRR,
    &[DATS],
    &[DATS, ("dats.level_bound", "0")],
    &[DATS, LRR[1], LRR[2], LRR[3], ("graph.edges", "barriers")],
    &[DATS, ("graph.edges", "inferred")],
];
const DATS: (&str, &str) = ("tb.source", "dats");
/// With the window that the paper gives to the policy without a bound.
const LRR: [(&str, &str); 4] =
    [DATS, ("dats.policy", "lrr"), ("units.lna_entries", "512"), ("units.lea_entries", "2048")];

fn right(app: &str, input: &str, preset: &str, settings: &[(&str, &str)]) -> RunResult {
    let result = run(app, input, preset, settings);
    assert_eq!(result.verified, Some(true), "{app} {input} {settings:?}: {:?}", result.difference);
    result
}

#[test]
fn every_app_is_right_whatever_its_graph_is_made_from() {
    for app in APPS {
        for way in GRAPHS {
            right(app, "16:64", "tiny", way);
            let result = right(app, "25:80", "gtx480", way);
            assert_eq!(result.tbs, 25);
            assert_eq!(result.host_launches, 1);
        }
    }
}

#[test]
fn a_graph_is_measured_with_its_barriers_and_levels() {
    let of = |way| {
        let result = right("sw", "25:80", "gtx480", way);
        (result.graph_nodes, result.graph_levels)
    };
    assert_eq!(of(GRAPHS[0]), (Some(25), Some(9)));
    assert_eq!(
        of(GRAPHS[3]),
        (Some(25 + 8), Some(9 + 8)),
        "a barrier between two levels is a level"
    );
    assert_eq!(of(GRAPHS[4]), (Some(25), Some(9)));
    let without = right("sw", "25:80", "gtx480", &[]);
    assert_eq!((without.graph_nodes, without.memory_request_overhead), (None, None));
}

#[test]
fn running_tbs_are_no_further_apart_than_the_bound() {
    // On one SMX with few TB slots, TBs of several levels are ready while others run.
    let small = [("smx.count", "2"), ("smx.tbs", "2")];
    let range = |way: &[(&str, &str)]| {
        let settings: Vec<_> = small.iter().chain(way).copied().collect();
        right("dtw", "144:96", "gtx480", &settings).level_range_max.expect("it has a graph")
    };
    let bound = |n| range(&[DATS, ("dats.level_bound", n)]);
    let unbounded = range(&LRR);
    assert_eq!(bound("0"), 0);
    assert!(bound("1") <= 1);
    assert!(bound("3") <= 3.min(unbounded.max(1)));
}

#[test]
fn a_window_too_small_for_the_graph_delays_it_but_does_not_stop_it() {
    let small = [
        DATS,
        ("dats.policy", "lrr"),
        ("units.lna_entries", "4"),
        ("units.lea_entries", "64"),
        ("units.pub_entries", "1"),
    ];
    let narrow = right("sw", "100:160", "gtx480", &small);
    let wide = right("sw", "100:160", "gtx480", GRAPHS[0]);
    assert!(narrow.cycles > wide.cycles, "{} {}", narrow.cycles, wide.cycles);
    assert_eq!(narrow.pub_peak, Some(1));
    // Each level has more children than the PUB has entries.
    let barriers: Vec<_> = small.into_iter().chain([("graph.edges", "barriers")]).collect();
    right("sw", "100:160", "gtx480", &barriers);
}

#[test]
fn wide_ids_change_nothing_but_the_storage() {
    let wide = right("sor", "16:64", "tiny", &[GRAPHS[1][0], ("units.graph_id_bits", "24")]);
    assert_eq!(wide.cycles, right("sor", "16:64", "tiny", GRAPHS[1]).cycles);
}
