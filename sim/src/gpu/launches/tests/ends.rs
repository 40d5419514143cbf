//! The end of launches: each ends with its last TB and its last descendant, descendants before ancestors, and what is
//! launched into a stream starts when what was launched before it has ended.

use super::*;
use crate::gpu::ids::{DeviceAddr, Hwq, SmxId, TbNumber};
use crate::gpu::launches::streams::{StreamKey, Streams};
use crate::gpu::launches::table::tests::work;
use heddle_hw::kmu::descriptor::Home;
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};

fn id(number: usize) -> LaunchId {
    LaunchId::new(DeviceAddr::new(number as u64))
}

fn launch(number: usize, parent: Option<usize>, tbs: u64) -> PendingLaunch {
    let origin = match parent {
        Some(parent) => Origin::Device {
            parent: id(parent),
            tb: TbNumber::new(0),
            smx: SmxId::new(0),
            counted: true,
            family: Some(0),
        },
        None => Origin::Host { hwq: Hwq::new(0) },
    };
    work(number as u64, origin, tbs)
}

/// A launch here: its parent, its TBs left, and whether it has been reported.
#[derive(Clone, Copy, Debug)]
struct Own {
    parent: Option<usize>,
    left: u64,
    over: bool,
}

/// Whether a launch and all its descendants have no TB left.
fn is_over(all: &[Own], number: usize) -> bool {
    let children = (0..all.len()).filter(|&other| all[other].parent == Some(number));
    all[number].left == 0 && children.clone().all(|child| is_over(all, child))
}

proptest! {
    #[test]
    fn a_launch_ends_with_its_last_tb_or_descendant_and_descendants_end_first(
        steps in prop::collection::vec((any::<bool>(), 0usize..64, 1u64..4), 1..80),
    ) {
        let mut table = LaunchTable::default();
        let mut all: Vec<Own> = Vec::new();
        for (ends, which, tbs) in steps {
            let live: Vec<usize> = (0..all.len()).filter(|&number| all[number].left > 0).collect();
            if !ends || live.is_empty() {
                // Only a TB that runs can launch.
                let parent = if live.is_empty() { None } else { Some(live[which % live.len()]) };
                let way = if parent.is_some() { LaunchWay::Group } else { LaunchWay::Host };
                table.launch(launch(all.len(), parent, tbs), way);
                all.push(Own { parent, left: tbs, over: false });
                continue;
            }
            let number = live[which % live.len()];
            all[number].left -= 1;
            let ended: Vec<usize> =
                table.end(id(number)).iter().map(|work| work.launch.id.params().bytes() as usize).collect();
            let over: BTreeSet<usize> = (0..all.len()).filter(|&n| !all[n].over && is_over(&all, n)).collect();
            prop_assert_eq!(&ended.iter().copied().collect::<BTreeSet<_>>(), &over);
            for (at, &number) in ended.iter().enumerate() {
                let parent = all[number].parent;
                let before = ended[..at].iter().find(|&&other| Some(other) == parent);
                prop_assert_eq!(before, None, "{} ends before its child {}", before.unwrap_or(&0), number);
                all[number].over = true;
            }
        }
        prop_assert_eq!(table.is_empty(), all.iter().all(|own| own.over));
    }

    #[test]
    fn launches_of_a_stream_run_one_at_a_time_in_their_order(
        steps in prop::collection::vec((any::<bool>(), 0u64..3), 1..80),
    ) {
        let mut streams = Streams::default();
        let mut own: BTreeMap<u64, Vec<u64>> = BTreeMap::new();
        let start = |at| Start::Kernel { at, desc: DeviceAddr::new(at), home: Home::default() };
        for (number, (ends, stream)) in (0..).zip(steps) {
            let (key, queue) = (StreamKey::Created(stream), own.entry(stream).or_default());
            if ends && !queue.is_empty() {
                queue.remove(0);
                prop_assert_eq!(streams.ended(key), queue.first().map(|&next| start(next)));
            } else {
                let first = queue.is_empty();
                queue.push(number);
                prop_assert_eq!(streams.enter(key, start(number)), first.then(|| start(number)));
            }
        }
    }
}
