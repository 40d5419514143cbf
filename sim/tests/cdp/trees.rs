//! Random trees of kernels that wait at every node, on machines with hardly any resources.

use super::bench::{config, Case, Value, MODES};
use Value::{Buffer, Number};

const TREE: &str = include_str!("../ptx/cdp/tree.ptx");
const LEVELS: u32 = 4;
/// Seeds of trees of 28, 13 and 52 launches.
const SEEDS: [u32; 3] = [1, 5, 6];

fn mix(x: u32) -> u32 {
    let x = (x ^ (x >> 16)).wrapping_mul(0x7feb_352d);
    let x = (x ^ (x >> 15)).wrapping_mul(0x846c_a68b);
    x ^ (x >> 16)
}

/// Computes the sums of a node and of its descendants.
fn visit(sums: &mut [u32], seed: u32, node: u32, levels: u32) {
    let random = mix(seed ^ mix(node));
    let children = if levels == 0 || random % 5 == 4 { 0 } else { random % 5 };
    let mut parts: Vec<u32> = (0..64).map(|t| mix(random.wrapping_add(t ^ 5))).collect();
    for k in 0..2 * children {
        if k % 2 <= (random >> (16 + k / 2) & 1) {
            let child = 8 * node + 1 + k;
            visit(sums, seed, child, levels - 1);
            let part = &mut parts[k as usize];
            *part = part.wrapping_add(sums[child as usize]);
        }
    }
    sums[node as usize] = parts.iter().fold(0_u32, |s, &p| s.wrapping_mul(31).wrapping_add(p));
}

fn tree(seed: u32) -> (Case, Vec<u32>) {
    // Node numbers grow eightfold with each level.
    let mut sums = vec![0; 2 << (3 * LEVELS)];
    let case = Case {
        ptx: TREE,
        kernel: "tree",
        grid: 1,
        block: 64,
        buffers: vec![sums.clone()],
        arguments: vec![Buffer(0), Number(seed), Number(0), Number(LEVELS)],
        then: None,
    };
    visit(&mut sums, seed, 0, LEVELS);
    (case, sums)
}

#[test]
fn random_trees_of_waiting_kernels_complete_with_the_right_sums_however_few_resources_there_are() {
    let machines: [&[(&str, &str)]; 4] = [
        &[],
        &[("smx.count", "1"), ("smx.tbs", "1"), ("units.kdes", "2")],
        &[("smx.tbs", "2"), ("units.agt_entries", "4"), ("launch_latency.swap_patience", "0")],
        &[("smx.count", "1"), ("smx.tbs", "3"), ("launch_latency.swap_patience", "300")],
    ];
    for seed in SEEDS {
        println!("seed {seed}");
        let (case, expected) = tree(seed);
        let depth = [("kernel.sync_depth", "24")];
        let found = case.functional(&config("tiny", &depth));
        assert_eq!(found[0], expected, "seed {seed}, functionally");
        for (settings, (launch, latency)) in
            machines.iter().zip(MODES).chain(machines.iter().skip(1).zip(MODES))
        {
            let mode = [("kernel.launch", launch), ("kernel.latency", latency)];
            let config = config("tiny", &[&mode[..], &depth, settings].concat());
            let what = format!("seed {seed}, {launch}, {latency}, {settings:?}");
            let (found, result) =
                case.machine(&config).unwrap_or_else(|error| panic!("{what}: {error}"));
            assert_eq!(found[0], expected, "{what}");
            assert_eq!(result.runtime_errors, 0, "{what}");
        }
    }
}

#[test]
fn a_pool_of_two_kernels_delays_the_resumed_ones_and_loses_none() {
    let settings = [
        ("kernel.launch", "cdp"),
        ("kernel.latency", "ideal"),
        ("kernel.sync_depth", "24"),
        ("kernel.pending_limit", "2"),
        ("smx.count", "1"),
        ("smx.tbs", "1"),
        ("units.kdes", "2"),
    ];
    for seed in SEEDS {
        println!("seed {seed}");
        let (case, _) = tree(seed);
        let (found, result) = case.machine(&config("tiny", &settings)).expect("no deadlock");
        assert_ne!(found[0][0], 0, "the root was resumed");
        assert!(result.waiting_peak <= 2);
    }
}
