//! The family of every TB of a run, by its event log.

use super::statistics::{Launching, PARENTS};
use super::*;
use crate::gpu::events::Event as LaunchEvent;
use crate::gpu::run as run_workload;
use crate::log::{record, Event};
use std::collections::{BTreeSet, HashMap};

#[test]
fn a_tb_has_the_family_of_the_tb_that_launched_it_and_one_of_its_own_if_the_host_did() {
    for launch in ["cdp", "dtbl"] {
        let mut config = GpuConfig::preset("tiny").unwrap();
        config.set("kernel.launch", launch).unwrap();
        config.set("kernel.latency", "ideal").unwrap();
        let (mut workload, options) = (Launching::default(), RunOptions::default());
        let (result, log) = record(|| run_workload(&config, &mut workload, &ModelUnits, options));
        result.unwrap_or_else(|error| panic!("{launch}: {error}"));
        // By launch, the family that it has from its launcher; by slot, the family of the TB in it.
        let (mut inherited, mut at_slot, mut starting) = (HashMap::new(), HashMap::new(), None);
        let (mut begun, mut children) = (BTreeSet::new(), 0);
        for event in log {
            match event {
                Event::Launch(LaunchEvent::Launched { launch, by, .. }) => {
                    inherited.insert(launch, by.slot().map(|slot| at_slot[&slot]));
                }
                Event::Launch(LaunchEvent::TbStarted { at, launch, .. }) => {
                    starting = Some((at, inherited[&launch]));
                }
                Event::Entered { family, .. } => {
                    let (at, inherited) = starting.take().expect("a TB has started");
                    match inherited {
                        Some(parents) => assert_eq!(family, parents, "{launch}: {at:?}"),
                        None => assert!(begun.insert(family), "{launch}: {family} is another's"),
                    }
                    children += u32::from(inherited.is_some());
                    at_slot.insert(at, family);
                }
                _ => {}
            }
        }
        assert_eq!(begun.len() as u32, 1 + PARENTS / 32, "{launch}: TBs of the host's");
        assert!(children > 60, "{launch}: {children} children");
    }
}
