//! Regular expressions.

use super::bench::{run, run_way, LATENCIES};
use heddle_workloads::Way;
use itertools::Itertools;

#[test]
fn regx_agrees_with_the_cpu_however_work_is_launched() {
    let cases = [("k20c", "darpa:24:1", "32", "1"), ("tiny", "strings:24:12:1", "1", "3")];
    for (preset, input, items, coarsening) in cases {
        for (way, latency) in Way::ALL.into_iter().cartesian_product(LATENCIES) {
            let settings = [
                ("kernel.latency", latency),
                ("child_min_items", items),
                ("coarsening", coarsening),
            ];
            let result = run_way(way, "regx", input, preset, &settings);
            let what = format!("{way} {latency} on {preset}");
            assert_eq!(result.difference, None, "{what}");
            assert_eq!(result.first_runtime_error, None, "{what}");
            let by_host = !way.launches_from_device();
            assert_eq!(result.launches > 10, !by_host, "{what}: {} launches", result.launches);
            assert_eq!(result.deepest_launch > 2, !by_host, "{what}: {}", result.deepest_launch);
        }
    }
}

#[test]
fn regx_reads_rules_and_streams_from_files() {
    let directory = tempfile::tempdir().expect("a directory");
    let path = |name: &str| directory.path().join(name).to_str().expect("text").to_owned();
    std::fs::write(path("rules"), "x[a-zA-Z0-9]{3,19}y\n[^\\n]{18}z\n").expect("written");
    let long = format!("{}z", "q".repeat(40));
    std::fs::write(path("streams"), format!("xabcdefghy\n\n{long}\nx..y\n")).expect("written");
    let input = format!("{},{}", path("rules"), path("streams"));
    let result = run("regx", &input, "k20c", &[("kernel.launch", "dtbl")]);
    assert_eq!(result.difference, None);
    assert!(result.deepest_launch >= 18, "{} deep", result.deepest_launch);
}
