//! Shared footprints: how much of what child TBs access their parents and siblings access too. Thesis 5.1.1.
//!
//! A footprint is the set of lines of global memory that a TB accesses. The footprint of a TB is kept until all
//! that is compared with it has ended: its launch, its children and its siblings. That of a kernel or group, with how
//! often it accesses each line, is kept until its parent has ended with all its descendants.

mod ratios;
mod reuse;
#[cfg(test)]
mod tests;

pub use ratios::Mean;
pub use reuse::{Reuse, ReuseOfAll, Reused, WarpReuse};

use super::ids::{LaunchId, TbNumber};
use super::launches::{Origin, PendingLaunch};
use crate::ratio::ratio;
use crate::smx::{Accesses, Touched};
use crate::tally::Tally;
use ratios::{shared, union, with_others};
pub(super) use reuse::Accessed;
use std::collections::{BTreeMap, HashMap};

/// What the TBs of a kernel at one level share with their children, the children with their siblings, and these TBs
/// with each other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SharedFootprint {
    /// TBs that launched children.
    pub parents: u64,
    /// TBs that they launched.
    pub children: u64,
    /// Lines of a parent, added over the parents.
    pub parent_lines: u64,
    /// Lines of the children of a parent, each once, added over the parents.
    pub child_lines: u64,
    /// Lines of a parent that its children access too, added over the parents.
    pub shared_lines: u64,
    /// Lines that a parent shares with its children, over the lines of these children.
    pub parent_child: Mean,
    /// Lines that a child shares with its siblings, over the lines of these siblings.
    pub child_sibling: Mean,
    /// Lines that a TB of a launch with a parent among its TBs shares with the others, over the lines of these others.
    pub parent_parent: Mean,
}

impl SharedFootprint {
    /// Adds a parent and its children.
    fn add_family(&mut self, parent: &[u32], children: &[&[u32]]) {
        let all = union(children.iter().copied());
        let shared = shared(parent, &all);
        self.parents += 1;
        self.children += children.len() as u64;
        self.parent_lines += parent.len() as u64;
        self.child_lines += all.len() as u64;
        self.shared_lines += shared;
        self.parent_child.add(ratio(shared, all.len() as u64));
        self.child_sibling.add_all(with_others(children));
    }

    /// Adds what another kernel or level shares.
    fn merge(&mut self, other: &Self) {
        self.parents += other.parents;
        self.children += other.children;
        self.parent_lines += other.parent_lines;
        self.child_lines += other.child_lines;
        self.shared_lines += other.shared_lines;
        self.parent_child.merge(&other.parent_child);
        self.child_sibling.merge(&other.child_sibling);
        self.parent_parent.merge(&other.parent_parent);
    }
}

/// A launch that has not ended.
struct Launch {
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
    /// Those of its launches that have ended: the TB that launched each, and what it accessed.
    children: Vec<(TbNumber, Accessed)>,
}

/// A TB that has launched or ended, and may still be compared.
#[derive(Default)]
struct Tb {
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
    launches: HashMap<LaunchId, Launch>,
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

    /// The accesses that count.
    pub(super) fn accesses(&self) -> Accesses {
        self.accesses
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

    /// A kernel or group is launched.
    pub(super) fn launched(&mut self, launch: &PendingLaunch, kernel: &str) {
        let (mut level, mut by) = (0, None);
        if let Origin::Device { parent, tb, .. } = launch.origin {
            by = Some(tb);
            self.tbs.entry(tb).or_default().live += 1;
            if let Some(parent) = self.launches.get_mut(&parent) {
                parent.launches = true;
                level = parent.level + 1;
            }
        }
        let kernel = kernel.to_string();
        let (tbs, accessed, children) = (Vec::new(), Tally::default(), Vec::new());
        let new = Launch { kernel, level, by, tbs, launches: false, accessed, children };
        self.launches.insert(launch.id, new);
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
        self.reuse.warps.add_tb(touched);
        self.reuse.tbs.add_one(&accessed);
        let tb = self.tbs.entry(number).or_default();
        (tb.accessed, tb.ended) = (accessed, true);
        let place = (launch.level, launch.kernel.clone());
        self.compare_family(number, place);
    }

    /// All TBs of a launch and of its descendants have ended.
    pub(super) fn launch_ended(&mut self, ended: &PendingLaunch) {
        let Some(mut launch) = self.launches.remove(&ended.id) else { return };
        let accessed = Accessed::from(std::mem::take(&mut launch.accessed));
        self.compare_kernels(&accessed, std::mem::take(&mut launch.children));
        if launch.launches {
            let lines = |number| self.tbs.get(number).map_or(&[][..], |tb| &tb.accessed.lines);
            let sets: Vec<&[u32]> = launch.tbs.iter().map(lines).collect();
            let found = self.found.entry((launch.level, launch.kernel)).or_default();
            found.parent_parent.add_all(with_others(&sets));
        }
        let Origin::Device { parent, tb, .. } = ended.origin else {
            launch.tbs.iter().for_each(|number| drop(self.tbs.remove(number)));
            return;
        };
        if let Some(tb) = self.tbs.get_mut(&tb) {
            tb.live -= 1;
        }
        if let Some(parent) = self.launches.get_mut(&parent) {
            parent.children.push((tb, accessed));
            let place = (parent.level, parent.kernel.clone());
            self.compare_family(tb, place);
        }
    }

    /// Adds what a kernel reuses that has ended, and what its children do.
    fn compare_kernels(&mut self, kernel: &Accessed, mut children: Vec<(TbNumber, Accessed)>) {
        self.reuse.kernels.add_one(kernel);
        children.iter().for_each(|(_, child)| self.reuse.kernels.add_child(&kernel.lines, child));
        children.sort_by_key(|(by, _)| *by);
        for siblings in children.chunk_by(|(one, _), (next, _)| one == next) {
            let siblings: Vec<&Accessed> = siblings.iter().map(|(_, child)| child).collect();
            self.reuse.kernels.add_siblings(&siblings);
        }
    }

    /// Compares a parent with its children, and these with each other, if all of them have ended. Nothing else is
    /// compared with the children.
    fn compare_family(&mut self, number: TbNumber, place: (u32, String)) {
        let Some(parent) = self.tbs.get_mut(&number) else { return };
        if !parent.ended || parent.live > 0 || parent.children.is_empty() {
            return;
        }
        let children = std::mem::take(&mut parent.children);
        let children: Vec<Tb> =
            children.iter().filter_map(|child| self.tbs.remove(child)).collect();
        let Some(parent) = self.tbs.get(&number) else { return };
        let children: Vec<&Accessed> = children.iter().map(|child| &child.accessed).collect();
        let lines = &parent.accessed.lines;
        children.iter().for_each(|child| self.reuse.tbs.add_child(lines, child));
        self.reuse.tbs.add_siblings(&children);
        let sets: Vec<&[u32]> = children.iter().map(|child| child.lines.as_slice()).collect();
        self.found.entry(place).or_default().add_family(lines, &sets);
    }
}
