//! Shared footprints: how much of what child TBs access their parents and siblings access too. Thesis 5.1.1.
//!
//! A footprint is the set of lines of global memory that a TB accesses. The footprint of a TB is kept until all
//! that is compared with it has ended: its launch, its children and its siblings. That of a kernel or group, with how
//! often it accesses each line, is kept until its parent has ended with all its descendants.
//!
//! In depth, every access is taken in its order for the distances of reuse, and families are compared by pairs.

mod accessed;
mod chains;
mod compare;
mod distance;
mod families;
mod pairs;
mod predictor;
mod ratios;
mod recency;
mod reuse;
#[cfg(test)]
mod tests;

pub use chains::{ChainLengths, Chains, ChainsOfAll};
pub use distance::{Distances, Spread};
pub use families::SharedFootprint;
pub use pairs::{Pairs, PairsOfAll};
pub use predictor::{Predictor, CLASSES};
pub use ratios::Mean;
pub use reuse::{Reuse, ReuseOfAll, Reused, WarpReuse};

use super::ids::{LaunchId, TbNumber};
use super::launches::{Origin, PendingLaunch};
use super::monitors::Prediction;
use crate::config::GpuConfig;
use crate::smx::{Accesses, Touched};
use crate::tally::Tally;
pub(super) use accessed::Accessed;
pub(super) use chains::HIGH_REUSE;
use distance::Order;
use pairs::Member;
use ratios::with_others;
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, HashMap};

/// A launch that has not ended.
struct Launch {
    /// Its number, in the order of the launches.
    number: u32,
    kernel: String,
    /// Nesting: 0 for the host's.
    level: u32,
    /// The TB that launched it; none if the host did.
    by: Option<TbNumber>,
    /// Its TBs that have ended.
    tbs: Vec<TbNumber>,
    /// Whether a TB of it launched.
    launches: bool,
    /// What its TBs that have ended accessed.
    accessed: Tally<u32>,
    /// What a monitor predicted of it.
    predicted: Prediction,
    /// Those of its launches that have ended.
    children: Vec<ChildLaunch>,
}

/// A launch by a TB that has ended.
struct ChildLaunch {
    number: u32,
    by: TbNumber,
    accessed: Accessed,
    predicted: Prediction,
}

/// A TB that has launched or ended, and may still be compared.
#[derive(Default)]
struct Tb {
    /// Its number among the units of chains, and that of its launch, once it has ended.
    unit: u32,
    launch: u32,
    accessed: Accessed,
    ended: bool,
    /// Its launches that have not ended.
    live: u64,
    /// The TBs that it launched and that have ended.
    children: Vec<TbNumber>,
}

/// Records what parents, children and siblings share.
#[derive(Default)]
pub struct Footprints {
    accesses: Accesses,
    /// Takes the accesses in their order, if they are recorded in depth.
    order: Option<Order>,
    launches: FxHashMap<LaunchId, Launch>,
    tbs: HashMap<TbNumber, Tb>,
    /// By the level and the kernel of the parents.
    found: BTreeMap<(u32, String), SharedFootprint>,
    reuse: ReuseOfAll,
}

impl Footprints {
    /// Records what is shared of some accesses.
    pub fn of(accesses: Accesses) -> Self {
        Self { accesses, ..Self::default() }
    }

    /// Records distances, pairs and chains too, on a machine of this configuration.
    pub fn in_depth(self, config: &GpuConfig) -> Self {
        Self { order: Some(Order::new(config)), ..self }
    }

    /// The accesses that count.
    pub(super) fn accesses(&self) -> Accesses {
        self.accesses
    }

    /// Whether every access is wanted, in order.
    pub(super) fn wants_order(&self) -> bool {
        self.order.is_some()
    }

    /// What was found, by the level of the parents and their kernel. Parents at level 0 are launched by the host.
    pub fn rows(&self) -> impl Iterator<Item = (u32, &str, &SharedFootprint)> {
        self.found.iter().map(|((level, kernel), found)| (*level, kernel.as_str(), found))
    }

    /// What was found in the whole run.
    pub fn total(&self) -> SharedFootprint {
        let mut total = SharedFootprint::default();
        self.found.values().for_each(|found| total.merge(found));
        total
    }

    /// What kernels, TBs and warps reuse.
    pub fn reuse(&self) -> &ReuseOfAll {
        &self.reuse
    }

    /// Distances between accesses to a line, if they are recorded.
    pub fn distances(&self) -> Option<&Distances> {
        self.order.as_ref().map(|order| &order.found)
    }

    /// A kernel or group is launched.
    pub(super) fn launched(&mut self, launch: &PendingLaunch, kernel: &str) {
        let (mut level, mut by, mut above) = (0, None, None);
        if let Origin::Device { parent, tb, .. } = launch.origin {
            by = Some(tb);
            self.tbs.entry(tb).or_default().live += 1;
            if let Some(parent) = self.launches.get_mut(&parent) {
                parent.launches = true;
                level = parent.level + 1;
                above = Some(parent.number);
            }
        }
        let number = self.reuse.chains.kernels.enter();
        if let Some(order) = &mut self.order {
            order.launched(above, by);
        }
        let new = Launch {
            number,
            kernel: kernel.to_string(),
            level,
            by,
            tbs: Vec::new(),
            launches: false,
            accessed: Tally::default(),
            predicted: Prediction::default(),
            children: Vec::new(),
        };
        self.launches.insert(launch.id, new);
    }

    /// A monitor has predicted something of a launch.
    pub(super) fn predicted(&mut self, launch: LaunchId, prediction: Prediction) {
        if let Some(launch) = self.launches.get_mut(&launch) {
            launch.predicted = prediction;
        }
    }

    /// TBs access lines, in this order.
    pub(super) fn accessed(&mut self, accesses: impl Iterator<Item = (LaunchId, u32)>) {
        let Some(order) = &mut self.order else { return };
        for (launch, line) in accesses {
            if let Some(launch) = self.launches.get(&launch) {
                order.access(line, launch.number);
            }
        }
    }

    /// A TB of a launch has ended, whose warps accessed these lines.
    pub(super) fn tb_ended(
        &mut self,
        launch: LaunchId,
        number: TbNumber,
        touched: &[(Touched, u32)],
    ) {
        let Some(launch) = self.launches.get_mut(&launch) else { return };
        launch.tbs.push(number);
        if let Some(parent) = launch.by.and_then(|by| self.tbs.get_mut(&by)) {
            parent.children.push(number);
        }
        let accessed = Accessed::by_tb(touched);
        accessed.add_to(&mut launch.accessed);
        let warps = Accessed::by_warp(touched);
        self.reuse.warps.add_tb(&warps.iter().collect::<Vec<_>>());
        if self.order.is_some() {
            self.reuse.pairs.warps.add(&Member::each(warps.iter()), |_, _, _| {});
        }
        self.reuse.tbs.add_one(&accessed);
        let tb = self.tbs.entry(number).or_default();
        (tb.unit, tb.launch) = (self.reuse.chains.tbs.enter(), launch.number);
        (tb.accessed, tb.ended) = (accessed, true);
        let place = (launch.level, launch.kernel.clone());
        self.compare_family(number, place);
    }

    /// All TBs of a launch and of its descendants have ended.
    pub(super) fn launch_ended(&mut self, ended: &PendingLaunch) {
        let Some(mut launch) = self.launches.remove(&ended.id) else { return };
        let accessed = Accessed::from(std::mem::take(&mut launch.accessed));
        self.compare_kernels(launch.number, &accessed, std::mem::take(&mut launch.children));
        let tbs = launch.tbs.iter().filter_map(|number| self.tbs.get(number));
        if self.order.is_some() {
            let ReuseOfAll { pairs, chains, .. } = &mut self.reuse;
            let members: Vec<Member<'_>> = tbs.clone().map(|tb| tb.member(tb.unit)).collect();
            let within = &mut pairs.within_kernels;
            within.add(&members, |one, other, ratio| chains.tbs.join(one, other, ratio));
        }
        if launch.launches {
            let sets: Vec<&[u32]> = tbs.map(|tb| tb.accessed.lines.as_slice()).collect();
            let place = (launch.level, launch.kernel);
            self.found.entry(place).or_default().parent_parent.add_all(with_others(&sets));
        }
        let Origin::Device { parent, tb, .. } = ended.origin else {
            launch.tbs.iter().for_each(|number| drop(self.tbs.remove(number)));
            return;
        };
        if let Some(tb) = self.tbs.get_mut(&tb) {
            tb.live -= 1;
        }
        if let Some(parent) = self.launches.get_mut(&parent) {
            let Launch { number, predicted, .. } = launch;
            parent.children.push(ChildLaunch { number, by: tb, accessed, predicted });
            let place = (parent.level, parent.kernel.clone());
            self.compare_family(tb, place);
        }
    }
}
