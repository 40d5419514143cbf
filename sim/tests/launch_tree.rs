//! The tree of launches: who launched what, in which way.

use crate::common::launch_tree::check_launch_tree;
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{self, LaunchWay, ModelUnits, RunOptions, RunResult};
use heddle_workloads::AppOptions;

/// Runs an application on the tiny machine. Its tree adds up.
fn run(app: &str, input: &str, settings: &[(&str, &str)]) -> RunResult {
    let mut config = GpuConfig::preset("tiny").expect("a preset");
    config.set("kernel.latency", "ideal").expect("a setting");
    for (key, value) in settings {
        config.set(key, value).expect("a setting");
    }
    let workload = heddle_workloads::build(app, Some(input), &AppOptions::default(), &config);
    let mut workload = workload.expect("a workload");
    let result = gpu::run(&config, workload.as_mut(), &ModelUnits, RunOptions::default());
    let result = result.expect("the run completes");
    assert_eq!(result.difference, None);
    check_launch_tree(&result);
    result
}

/// By node: its parent, its way, and its launches.
fn shape(result: &RunResult) -> Vec<(Option<usize>, LaunchWay, u64)> {
    let way = |way: Option<LaunchWay>| way.expect("few kernels");
    result.launch_tree.iter().map(|node| (node.parent, way(node.way), node.launches)).collect()
}

#[test]
fn a_tree_says_who_launched_how_much_by_which_way() {
    use LaunchWay::{Group, Host, Kernel};
    for (launch, by_tbs) in [("flat", None), ("cdp", Some(Kernel)), ("dtbl", Some(Group))] {
        let result = run("bfs", "graph500:7:16:1", &[("kernel.launch", launch)]);
        let host = (None, Host, result.host_launches);
        let by_tbs = by_tbs.map(|way| (Some(0), way, result.launches));
        assert_eq!(shape(&result), [Some(host), by_tbs].into_iter().flatten().collect::<Vec<_>>());
    }
}

#[test]
fn groups_that_spill_from_the_agt_or_find_no_kernel_are_in_the_tree() {
    let settings = [("kernel.launch", "dtbl"), ("units.agt_entries", "4")];
    let result = run("bfs", "graph500:7:16:1", &settings);
    assert!(result.agt_hit_rate.expect("groups") < 0.9, "{:?}", result.agt_hit_rate);
    let groups = &result.launch_tree[1];
    assert_eq!(groups.way, Some(LaunchWay::Group));
    assert!((1..groups.launches).contains(&groups.device_kernels), "{groups:?}");
}

#[test]
fn recursion_has_a_node_per_level_and_not_per_launch() {
    for launch in ["cdp", "dtbl"] {
        let settings = [("kernel.launch", launch)];
        let result = run("quicksort", "uniform-keys:600:65536:1", &settings);
        let nodes = result.launch_tree.len();
        assert!(nodes <= 1 + 3 * result.deepest_launch as usize, "{nodes} nodes");
        assert!(result.launches > 2 * nodes as u64, "{} launches", result.launches);
    }
}

#[test]
fn a_tree_without_one_launch_tb_or_cycle_of_waiting_is_noticed() {
    let good = run("bfs", "graph500:7:16:1", &[("kernel.launch", "dtbl")]);
    let notices = |change: &dyn Fn(&mut RunResult)| {
        let mut bad = good.clone();
        change(&mut bad);
        let check = std::panic::AssertUnwindSafe(|| check_launch_tree(&bad));
        std::panic::catch_unwind(check).is_err()
    };
    assert!(!notices(&|_| ()));
    assert!(notices(&|bad| bad.launch_tree[0].launches -= 1));
    assert!(notices(&|bad| bad.launch_tree[1].launches -= 1));
    assert!(notices(&|bad| bad.launch_tree[1].tbs -= 1));
    assert!(notices(&|bad| bad.launch_tree[1].device_kernels += 1));
    assert!(notices(&|bad| bad.launch_tree[1].parent = None));
    assert!(notices(&|bad| *bad.launch_tree[1].waiting_cycles.as_mut().expect("waits") += 1.0));
    assert!(notices(&|bad| drop(bad.launch_tree.pop())));
}
