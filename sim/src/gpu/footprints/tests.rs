//! Footprints of launches made by hand, whose ratios are computed by hand.

use super::*;
use crate::gpu::ids::{DeviceAddr, Hwq, SmxId};
use crate::runtime::TbDemand;

fn id(number: u64) -> LaunchId {
    LaunchId::new(DeviceAddr::new(number))
}

fn launch(number: u64, origin: Origin) -> PendingLaunch {
    PendingLaunch {
        id: id(number),
        pc: 0,
        launched_at: 0,
        called_at: 0,
        origin,
        tbs: 1,
        shared_bytes: 0,
        demand: TbDemand { threads: 32, registers: 512, shared_bytes: 0 },
        stream: None,
        owned: Vec::new(),
    }
}

fn by_host(number: u64) -> PendingLaunch {
    launch(number, Origin::Host { hwq: Hwq::new(0) })
}

/// A launch by TB `tb` of launch `parent`.
fn by_tb(number: u64, parent: u64, tb: u64) -> PendingLaunch {
    let (parent, tb) = (id(parent), TbNumber::new(tb));
    launch(
        number,
        Origin::Device { parent, tb, smx: SmxId::new(0), counted: true, family: Some(0) },
    )
}

fn end(footprints: &mut Footprints, launch: u64, tb: u64, lines: &[u32]) {
    let touched: Vec<_> = lines.iter().map(|&line| ((line, 0), 1)).collect();
    footprints.tb_ended(id(launch), TbNumber::new(tb), &touched);
}

/// Launch 1 of the host has TB 0, which launches 2 with the TBs 1 and 2.
fn family(parent_ends_first: bool) -> Footprints {
    let mut footprints = Footprints::default();
    footprints.launched(&by_host(1), "parent");
    footprints.launched(&by_tb(2, 1, 0), "child");
    if parent_ends_first {
        end(&mut footprints, 1, 0, &[1, 2, 3]);
    }
    end(&mut footprints, 2, 1, &[2, 3, 4]);
    end(&mut footprints, 2, 2, &[4, 5]);
    footprints.launch_ended(&by_tb(2, 1, 0));
    if !parent_ends_first {
        end(&mut footprints, 1, 0, &[1, 2, 3]);
    }
    footprints.launch_ended(&by_host(1));
    footprints
}

#[test]
fn a_family_is_compared_when_its_last_tb_has_ended_whichever_that_is() {
    for parent_ends_first in [true, false] {
        let footprints = family(parent_ends_first);
        let total = footprints.total();
        assert_eq!((total.parents, total.children), (1, 2));
        // {1, 2, 3} and {2, 3, 4, 5} share {2, 3}.
        assert_eq!((total.parent_lines, total.child_lines, total.shared_lines), (3, 4, 2));
        assert_eq!(total.parent_child.value(), Some(0.5));
        // {2, 3, 4} has 1 of the 2 lines of {4, 5}, and this has 1 of its 3.
        assert_eq!(total.child_sibling.value(), Some((1.0 / 2.0 + 1.0 / 3.0) / 2.0));
        assert_eq!(total.parent_parent.value(), None, "the parent is alone");
        assert!(footprints.tbs.is_empty() && footprints.launches.is_empty(), "all is freed");
    }
}

#[test]
fn a_child_that_launches_is_a_parent_at_the_next_level() {
    let mut footprints = Footprints::default();
    footprints.launched(&by_host(1), "top");
    footprints.launched(&by_tb(2, 1, 0), "middle");
    footprints.launched(&by_tb(3, 2, 1), "bottom");
    end(&mut footprints, 1, 0, &[1, 2]);
    end(&mut footprints, 2, 1, &[2, 3, 4, 5]);
    end(&mut footprints, 3, 2, &[5, 6]);
    footprints.launch_ended(&by_tb(3, 2, 1));
    footprints.launch_ended(&by_tb(2, 1, 0));
    footprints.launch_ended(&by_host(1));
    let rows: Vec<_> = footprints
        .rows()
        .map(|(level, kernel, found)| (level, kernel, found.parent_child.value()))
        .collect();
    assert_eq!(rows, [(0, "top", Some(0.25)), (1, "middle", Some(0.5))]);
    let total = footprints.total();
    assert_eq!(total.parent_child.value(), Some(0.375), "each parent counts the same");
    assert_eq!(total.child_sibling.value(), None, "no child has a sibling");
    assert!(footprints.tbs.is_empty() && footprints.launches.is_empty(), "all is freed");
}

#[test]
fn children_of_several_launches_of_a_parent_are_siblings() {
    let mut footprints = Footprints::default();
    footprints.launched(&by_host(1), "parent");
    for (launch, tb) in [(2, 1), (3, 2)] {
        footprints.launched(&by_tb(launch, 1, 0), "child");
        end(&mut footprints, launch, tb, &[7, 8]);
        footprints.launch_ended(&by_tb(launch, 1, 0));
    }
    end(&mut footprints, 1, 0, &[7]);
    let total = footprints.total();
    assert_eq!((total.parents, total.children, total.child_lines), (1, 2, 2));
    assert_eq!(total.child_sibling.value(), Some(1.0));
}

#[test]
fn each_tb_of_a_launch_with_a_parent_among_its_tbs_is_compared_with_the_others() {
    let among = |launches: bool| {
        let mut footprints = Footprints::default();
        footprints.launched(&by_host(1), "parent");
        if launches {
            footprints.launched(&by_tb(2, 1, 0), "child");
            end(&mut footprints, 2, 3, &[9]);
            footprints.launch_ended(&by_tb(2, 1, 0));
        }
        end(&mut footprints, 1, 0, &[1, 2]);
        end(&mut footprints, 1, 1, &[2, 3, 4, 5]);
        end(&mut footprints, 1, 2, &[]);
        footprints.launch_ended(&by_host(1));
        footprints.total().parent_parent.value()
    };
    // {1, 2} has a quarter of {2, 3, 4, 5}, which has half of {1, 2}. The empty set has nothing of both.
    assert_eq!(among(true), Some((0.25 + 0.5 + 0.0) / 3.0));
    assert_eq!(among(false), None);
}

#[test]
fn children_that_access_nothing_give_no_ratio_and_a_parent_that_accesses_nothing_gives_0() {
    let ratio = |parent: &[u32], child: &[u32]| {
        let mut footprints = Footprints::default();
        footprints.launched(&by_host(1), "parent");
        footprints.launched(&by_tb(2, 1, 0), "child");
        end(&mut footprints, 1, 0, parent);
        end(&mut footprints, 2, 1, child);
        footprints.launch_ended(&by_tb(2, 1, 0));
        assert_eq!(footprints.total().parents, 1);
        footprints.total().parent_child.value()
    };
    assert_eq!(ratio(&[1, 2], &[]), None);
    assert_eq!(ratio(&[], &[1, 2]), Some(0.0));
}

#[test]
fn a_run_without_device_launches_has_no_ratio_at_all() {
    let mut footprints = Footprints::default();
    footprints.launched(&by_host(1), "alone");
    end(&mut footprints, 1, 0, &[1]);
    end(&mut footprints, 1, 1, &[1]);
    footprints.launch_ended(&by_host(1));
    assert_eq!(footprints.total(), SharedFootprint::default());
    assert!(footprints.tbs.is_empty() && footprints.rows().next().is_none());
}

#[test]
fn a_kernel_reuses_what_its_own_tbs_its_parent_and_other_kernels_of_its_parents_tb_access() {
    let mut footprints = Footprints::default();
    footprints.launched(&by_host(1), "parent");
    // TB 0 launches 2 and 3, TB 1 launches 4.
    for (launch, by) in [(2, 0), (3, 0), (4, 1)] {
        footprints.launched(&by_tb(launch, 1, by), "child");
    }
    end(&mut footprints, 2, 2, &[1, 10]);
    end(&mut footprints, 2, 3, &[10]);
    end(&mut footprints, 3, 4, &[10, 11]);
    end(&mut footprints, 4, 5, &[10]);
    for (launch, by) in [(2, 0), (3, 0), (4, 1)] {
        footprints.launch_ended(&by_tb(launch, 1, by));
    }
    end(&mut footprints, 1, 0, &[1]);
    end(&mut footprints, 1, 1, &[1, 2]);
    footprints.launch_ended(&by_host(1));
    let ReuseOfAll { kernels, tbs, .. } = footprints.reuse();
    // Of 9 accesses, TB 3 of launch 2 and TB 1 of the parent repeat one of their kernel.
    assert_eq!((kernels.accesses, kernels.own.accesses), (9, 2));
    assert_eq!(kernels.parent_child.accesses, 1, "line 1, by launch 2");
    // Two by launch 2 and one by launch 3 to line 10. Launch 4 is of another TB.
    assert_eq!(kernels.sibling.accesses, 3);
    assert_eq!(kernels.sibling.mean.value(), Some((2.0 / 3.0 + 1.0 / 2.0) / 2.0));
    assert_eq!((tbs.accesses, tbs.own.accesses), (9, 0));
    assert_eq!((tbs.parent_child.accesses, tbs.sibling.accesses), (1, 3), "of TB 0's three");
}

/// A family in depth: TB 0 of the host's kernel launches 2, with the TBs 2 and 3, and 3, with TB 4.
#[test]
fn pairs_chains_and_predictions_are_of_whom_they_should_be() {
    let config = GpuConfig::preset("laser13").expect("a preset");
    let mut footprints = Footprints::default().in_depth(&config);
    footprints.launched(&by_host(1), "parent");
    for launch in [2, 3] {
        footprints.launched(&by_tb(launch, 1, 0), "child");
    }
    let sibling = Prediction { reuse: 2, high_priority: true };
    footprints.predicted(id(2), sibling);
    footprints.accessed(
        [(1, 1), (2, 10), (2, 1), (3, 10), (2, 10)].map(|(n, line)| (id(n), line)).into_iter(),
    );
    end(&mut footprints, 2, 2, &[10, 11, 1]);
    end(&mut footprints, 2, 3, &[11]);
    end(&mut footprints, 3, 4, &[10]);
    footprints.launch_ended(&by_tb(2, 1, 0));
    footprints.launch_ended(&by_tb(3, 1, 0));
    end(&mut footprints, 1, 0, &[1, 2]);
    footprints.launch_ended(&by_host(1));
    let ReuseOfAll { pairs, chains, predictor, .. } = footprints.reuse();
    // Of launch 2's four accesses one is to a line of 3, whose only access is to a line of 2.
    assert_eq!(pairs.kernels.bins, [0, 0, 1, 0, 0, 0, 0, 0, 0, 1]);
    // TB 2 and TB 4 share line 10, TB 3 and TB 4 nothing.
    assert_eq!(pairs.tbs.bins, [2, 0, 0, 1, 0, 0, 0, 0, 0, 1]);
    // In launch 2, TB 2 with TB 3.
    assert_eq!(pairs.within_kernels.bins, [0, 0, 0, 1, 0, 0, 0, 0, 0, 1]);
    // 2 and 3 are a chain, as 3 reuses all of 2; the parent is alone. All children's TBs are one through TB 2.
    let lengths = |units, chains, longest| ChainLengths { units, chains, longest };
    assert_eq!(chains.kernels.lengths(), lengths(3, 2, 2));
    assert_eq!(chains.tbs.lengths(), lengths(4, 2, 3));
    // Launch 2 reuses nothing by more than a half, launch 3 its sibling's line.
    assert_eq!(predictor.counts, [[0, 0, 1, 0], [0; 4], [1, 0, 0, 0], [0; 4]]);
    let distances = footprints.distances().expect("they are recorded");
    let Distances { first, own, parent_child, sibling, other, .. } = distances;
    assert_eq!([own, parent_child, sibling, other].map(|spread| spread.accesses), [0, 1, 2, 0]);
    assert_eq!((*first, &sibling.log2[..]), (2, &[1, 1][..]));
}
