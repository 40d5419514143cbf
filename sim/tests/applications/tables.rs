//! Product recommendation and join.

use super::bench::{run, run_way, LATENCIES};
use heddle_workloads::inputs::Relations;
use heddle_workloads::Way;

fn agrees_however_work_is_launched(app: &str, input: &str, launches: u64) {
    for preset in ["k20c", "tiny"] {
        for way in Way::ALL {
            for latency in LATENCIES {
                let settings = [("kernel.latency", latency)];
                let result = run_way(way, app, input, preset, &settings);
                assert_eq!(result.difference, None, "{way} {latency} on {preset}");
                match way {
                    Way::Flat | Way::GatherGrid => assert_eq!(result.launches, 0),
                    Way::Cdp | Way::Dtbl => {
                        assert_eq!(result.launches, launches, "{way} on {preset}")
                    }
                    _ => assert!((1..=launches).contains(&result.launches), "{way} on {preset}"),
                }
            }
        }
    }
}

#[test]
fn pre_agrees_with_the_cpu_and_launches_one_child_per_customer() {
    agrees_however_work_is_launched("pre", "movielens:30:100:25:1", 30);
}

#[test]
fn join_agrees_with_the_cpu_and_launches_a_child_for_tuples_of_many_matches() {
    for input in ["gaussian:300:400:32:1", "uniform:300:400:8:1"] {
        let Relations { left, right } = Relations::load(input).expect("two relations");
        let matches = |key: &u32| right.keys.iter().filter(|&other| other == key).count();
        let children = left.keys.iter().filter(|key| matches(key) >= 32).count();
        agrees_however_work_is_launched("join", input, children as u64);
    }
}

#[test]
fn any_threshold_and_any_coarsening_leave_the_result_as_it_is() {
    for (app, input) in [("pre", "movielens:30:100:25:2"), ("join", "gaussian:300:400:32:2")] {
        for way in Way::ALL {
            for (min_items, coarsening) in [("1", "1"), ("32", "3"), ("1000", "2")] {
                let settings = [("child_min_items", min_items), ("coarsening", coarsening)];
                let result = run_way(way, app, input, "tiny", &settings);
                assert_eq!(result.difference, None, "{app} {way} {min_items} {coarsening}");
            }
        }
    }
}

#[test]
fn the_offsets_of_a_join_are_right_whatever_the_number_of_blocks_to_scan() {
    // One TB of 256 sums is full at 65,536 left tuples. One more tuple takes a second round of the scan.
    for left in [1, 255, 256, 257, 65_536, 65_537] {
        let input = format!("uniform:{left}:3:7:1");
        assert_eq!(run("join", &input, "k20c", &[]).difference, None, "{input}");
    }
}

#[test]
fn a_join_without_matches_and_a_table_without_pairs_run_to_their_empty_results() {
    let directory = tempfile::tempdir().expect("a scratch directory");
    let file = |name: &str, text: &str| {
        let path = directory.path().join(name);
        std::fs::write(&path, text).expect("writable");
        path.to_str().expect("text").to_owned()
    };
    let (left, right) = (file("left", "1 1\n3 2\n"), file("right", "2 1\n"));
    let alone = file("u.data", "1 5 3\n2 6 4\n");
    for way in Way::ALL {
        let settings = [("child_min_items", "1")];
        for (app, input) in [("join", format!("{left},{right}")), ("pre", alone.clone())] {
            let result = run_way(way, app, &input, "tiny", &settings);
            assert_eq!((result.difference, result.launches), (None, 0), "{app} {way}");
        }
    }
}
