//! What is true of the tree of launches of every run.

use heddle_sim::gpu::{LaunchNode, LaunchWay, RunResult};

/// Checks that the tree of launches adds up to what the run counted as a whole.
pub fn check_launch_tree(result: &RunResult) {
    let tree = &result.launch_tree;
    let by_host = |node: &LaunchNode| node.way == Some(LaunchWay::Host);
    let sum = |of: &dyn Fn(&LaunchNode) -> u64| tree.iter().map(of).sum::<u64>();
    let of_host = sum(&|node| if by_host(node) { node.launches } else { 0 });
    assert_eq!(of_host, result.host_launches, "launches by the host");
    assert_eq!(sum(&|node| node.launches) - of_host, result.launches, "launches by TBs");
    assert_eq!(sum(&|node| node.tbs), result.tbs, "TBs");
    assert_eq!(sum(&|node| node.device_kernels), result.device_kernels, "kernels by TBs");
    let deepest = tree.iter().map(|node| node.depth).max();
    assert_eq!(deepest.unwrap_or(0), result.deepest_launch, "levels");
    for (at, node) in tree.iter().enumerate() {
        let parent = node.parent.map(|parent| &tree[..at][parent]);
        let depth = parent.map_or(0, |parent| parent.depth + 1);
        assert_eq!((node.depth, by_host(node)), (depth, parent.is_none()), "{node:?}");
        assert!(0 < node.launches && node.launches <= node.tbs, "{node:?}");
        assert!(node.device_kernels <= node.launches, "{node:?}");
        let most = node.waiting_cycles_max.expect("its launches have started") as f64;
        assert!(node.waiting_cycles.is_some_and(|mean| mean <= most), "{node:?}");
    }
    let waited = |node: &LaunchNode| node.launches as f64 * node.waiting_cycles.unwrap_or(0.0);
    let waited: f64 = tree.iter().filter(|node| !by_host(node)).map(waited).sum();
    let whole = result.launches as f64 * result.waiting_cycles.unwrap_or(0.0);
    assert!((waited - whole).abs() <= 1e-9 * whole, "{waited} cycles of waiting are {whole}");
}
