//! The launch unit's queues: SMXs take turns, each SMX's commands and each warp's groups keep their order, and groups
//! are what is counted.

use super::*;
use crate::gpu::ids::{DeviceAddr, Kdei, SmxId};
use crate::gpu::launches::unit::LaunchUnit;
use heddle_hw::kmu::descriptor::Home;
use proptest::prelude::*;
use std::collections::VecDeque;

/// A step: an SMX gives a command of so many groups, or a command is searched for; the search may find a kernel.
#[derive(Clone, Copy, Debug)]
enum Step {
    Give(u32, u32),
    Search(bool),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let step = prop_oneof![
        (0u32..4, 1u32..6).prop_map(|(smx, groups)| Step::Give(smx, groups)),
        any::<bool>().prop_map(Step::Search),
    ];
    prop::collection::vec(step, 1..80)
}

/// A command whose number stands in its PC, and whose groups are numbered by lane.
fn command(number: u32, groups: u32) -> AggregationCommand {
    let group = |lane: u32| {
        let address = DeviceAddr::new(u64::from(256 * number + lane));
        Group {
            hw_tid: lane,
            home: Home::default(),
            grid: [1; 3],
            id: LaunchId::new(address),
            record: address,
        }
    };
    AggregationCommand {
        pc: number,
        block: [32, 1, 1],
        demand: 0,
        groups: (0..groups).map(group).collect(),
    }
}

/// The number of a group: that of its command, and its lane.
fn number(group: &Group) -> (u64, u32) {
    (group.record.bytes() / 256, group.hw_tid)
}

proptest! {
    #[test]
    fn smxs_take_turns_and_commands_and_groups_keep_their_order(steps in steps()) {
        let mut config = GpuConfig::preset("tiny").expect("a preset");
        config.set("smx.count", "4").expect("a setting");
        let mut unit = LaunchUnit::new(&config);
        // By SMX: the numbers of its commands, and how often others were served since it waits.
        let mut waiting: Vec<VecDeque<(u32, u32)>> = vec![VecDeque::new(); 4];
        let mut passed = [[0; 4]; 4];
        let (mut given, mut matched, mut hits) = (0, Vec::new(), 0);
        for step in steps {
            match step {
                Step::Give(smx, groups) => {
                    unit.give(SmxId::new(smx), command(given, groups));
                    if waiting[smx as usize].is_empty() {
                        passed[smx as usize] = [0; 4];
                    }
                    waiting[smx as usize].push_back((given, groups));
                    given += 1;
                }
                Step::Search(found) => {
                    let served = unit.search();
                    let Some(served) = served else {
                        prop_assert!(waiting.iter().all(VecDeque::is_empty), "nothing is served");
                        continue;
                    };
                    let smx = waiting.iter().position(|own| own.front().is_some_and(|own| own.0 == served.pc));
                    let Some(smx) = smx else { panic!("{served:?} is not the first of its SMX") };
                    let (_, groups) = waiting[smx].pop_front().expect("a command");
                    for (other, passed) in passed.iter_mut().enumerate() {
                        passed[smx] += 1;
                        let waits = other != smx && !waiting[other].is_empty();
                        prop_assert!(!waits || passed[smx] <= 1, "SMX {} is served twice before {}", smx, other);
                    }
                    passed[smx] = [0; 4];
                    let missed = unit.end_search(found.then(|| Kdei::new(3)));
                    prop_assert_eq!(missed.is_none(), found);
                    if found {
                        hits += u64::from(groups);
                        matched.extend((0..groups).map(|lane| (u64::from(served.pc), lane)));
                    } else {
                        prop_assert_eq!(missed, Some(command(served.pc, groups)));
                    }
                    prop_assert_eq!(unit.counts.match_hits, hits);
                }
            }
            let none = matched.is_empty() && waiting.iter().all(VecDeque::is_empty);
            prop_assert_eq!(unit.is_empty(), none, "nothing is on its way");
        }
        let groups: Vec<_> = unit.take_matched().iter().map(|(_, group)| number(group)).collect();
        prop_assert_eq!(groups, matched);
    }
}

#[test]
fn a_launch_is_on_its_way_as_soon_as_it_is_called() {
    let config = GpuConfig::preset("tiny").expect("a preset");
    let desc = DeviceAddr::new(256);
    let starts = [
        Start::Kernel { at: 50, desc, home: Home::default() },
        Start::Groups { at: 50, smx: SmxId::new(0), command: command(1, 2) },
    ];
    for start in starts {
        let mut unit = LaunchUnit::new(&config);
        assert!(unit.is_empty());
        unit.start(10, start);
        assert!(!unit.is_empty());
        assert_eq!(unit.next_event(10), Some(50), "nothing is done before its call is over");
    }
}
