//! What a run accessed, TB by TB, under names that hold in every run of the same program: a kernel is known by the
//! thread that launched it and how many it had launched before, and not by when or where it ran.

use super::Birth;
use crate::gpu::footprints::Accessed;
use crate::smx::Touched;
use crate::tally::Tally;
use std::collections::HashMap;

/// A kernel of the profiled run, by the order of the launches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::gpu) struct KernelId(pub u32);

impl KernelId {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A TB of a kernel, by its index in the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(in crate::gpu) struct TbId {
    /// Its kernel.
    pub kernel: KernelId,
    /// Its index.
    pub item: u32,
}

/// A kernel, and what it accessed.
#[derive(Clone, Debug)]
struct Kernel {
    /// The TB that launched it; none if the host did.
    parent: Option<TbId>,
    tbs: Vec<Accessed>,
    /// What all of them accessed.
    all: Accessed,
    children: Vec<KernelId>,
}

/// What the kernels and TBs of a run accessed: every access to a line of global memory, after those of a warp have been
/// coalesced.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    births: HashMap<Birth, KernelId>,
    kernels: Vec<Kernel>,
    /// By TB, what it launched.
    launched: HashMap<TbId, Vec<KernelId>>,
}

/// The part of the accesses of `one` that go to lines which `other`, in ascending order, has too. LASER, equations (2)
/// and (3).
pub(super) fn ratio(one: &Accessed, other: &[u32]) -> f64 {
    let (mut shared, mut rest) = (0, other);
    for (line, &times) in one.lines.iter().zip(&one.times) {
        let at = rest.partition_point(|other| other < line);
        rest = &rest[at..];
        shared += if rest.first() == Some(line) { u64::from(times) } else { 0 };
    }
    match one.count() {
        0 => 0.0,
        all => shared as f64 / all as f64,
    }
}

impl Profile {
    /// The kernel that was launched like this; none if none was.
    pub(super) fn find(&self, birth: &Birth) -> Option<KernelId> {
        self.births.get(birth).copied()
    }

    /// A kernel of `tbs` TBs is launched.
    pub(super) fn launched(&mut self, birth: Birth, tbs: u64) -> KernelId {
        let id = KernelId(self.kernels.len() as u32);
        let parent = birth.parent();
        if let Some(parent) = parent {
            self.kernels[parent.kernel.index()].children.push(id);
            self.launched.entry(parent).or_default().push(id);
        }
        let tbs = vec![Accessed::default(); tbs as usize];
        let (all, children) = (Accessed::default(), Vec::new());
        self.kernels.push(Kernel { parent, tbs, all, children });
        self.births.insert(birth, id);
        id
    }

    /// A TB has ended, whose warps accessed these lines.
    pub(super) fn tb_ended(&mut self, tb: TbId, touched: &[(Touched, u32)]) {
        let tbs = &mut self.kernels[tb.kernel.index()].tbs;
        if let Some(place) = tbs.get_mut(tb.item as usize) {
            *place = Accessed::by_tb(touched);
        }
    }

    /// The run is over.
    pub(super) fn close(&mut self) {
        for kernel in &mut self.kernels {
            let mut all = Tally::default();
            kernel.tbs.iter().for_each(|tb| tb.add_to(&mut all));
            kernel.all = all.into();
        }
    }

    /// What a TB accessed; nothing if there was no such TB.
    pub(super) fn accessed(&self, tb: TbId) -> Option<&Accessed> {
        self.kernels[tb.kernel.index()].tbs.get(tb.item as usize)
    }

    /// The TB that launched a kernel; none if the host did.
    pub(super) fn parent(&self, kernel: KernelId) -> Option<TbId> {
        self.kernels[kernel.index()].parent
    }

    /// The kernels that reuse lines of a kernel: its children, and what the same TB has launched. The highest ratio first.
    pub(super) fn partners(&self, of: KernelId) -> Vec<(f64, KernelId)> {
        let kernel = &self.kernels[of.index()];
        let siblings = kernel.parent.and_then(|parent| self.launched.get(&parent));
        let others = kernel.children.iter().chain(siblings.into_iter().flatten());
        let ratio = |&other: &KernelId| {
            let ratio = ratio(&self.kernels[other.index()].all, &kernel.all.lines);
            (other != of && ratio > 0.0).then_some((ratio, other))
        };
        let mut partners: Vec<(f64, KernelId)> = others.filter_map(ratio).collect();
        partners.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.cmp(&other.1)));
        partners
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A host's kernel of one TB, and kernels of one TB each that the threads of that launch; what each accesses.
    pub fn family(parent: &[u32], children: &[&[u32]]) -> (Profile, KernelId, Vec<KernelId>) {
        let mut profile = Profile::default();
        let host = profile.launched(Birth::Host { nth: 0 }, 1);
        let by = TbId { kernel: host, item: 0 };
        let touched = |lines: &[u32]| -> Vec<(Touched, u32)> {
            let mut lines = lines.to_vec();
            lines.sort_unstable();
            let times = |line: &u32| lines.iter().filter(|other| *other == line).count() as u32;
            let mut touched: Vec<_> = lines.iter().map(|&l| ((l, 0), times(&l))).collect();
            touched.dedup();
            touched
        };
        profile.tb_ended(by, &touched(parent));
        let mut all = Vec::new();
        for (thread, lines) in (0..).zip(children) {
            let kernel = profile.launched(Birth::Device { parent: by, thread, nth: 0 }, 1);
            profile.tb_ended(TbId { kernel, item: 0 }, &touched(lines));
            all.push(kernel);
        }
        profile.close();
        (profile, host, all)
    }

    #[test]
    fn a_ratio_counts_accesses_of_one_to_lines_of_the_other() {
        let (profile, host, children) = family(&[1, 2, 3], &[&[3, 3, 4, 5], &[4, 6, 7, 8, 9]]);
        let of = |kernel: KernelId| &profile.kernels[kernel.index()].all;
        assert_eq!(ratio(of(children[0]), &of(host).lines), 0.5);
        assert_eq!(ratio(of(children[1]), &of(children[0]).lines), 0.2);
        assert_eq!(ratio(of(children[0]), &of(children[1]).lines), 0.25);
        assert_eq!(ratio(&Accessed::default(), &of(host).lines), 0.0);
    }

    #[test]
    fn partners_are_children_and_siblings_that_share_anything_the_highest_ratio_first() {
        let (profile, host, children) =
            family(&[1, 2], &[&[1, 9], &[2, 2, 1, 8], &[7, 9, 8, 6], &[5]]);
        let [a, b, c, _] = children[..] else { panic!("four children") };
        assert_eq!(profile.partners(host), [(0.75, b), (0.5, a)]);
        assert_eq!(profile.partners(a), [(0.25, b), (0.25, c)]);
    }

    #[test]
    fn a_kernel_is_found_by_who_launched_it_and_not_by_when() {
        let (profile, host, children) = family(&[1], &[&[2], &[3]]);
        let parent = TbId { kernel: host, item: 0 };
        let find = |thread, nth| profile.find(&Birth::Device { parent, thread, nth });
        assert_eq!((find(1, 0), find(0, 0)), (Some(children[1]), Some(children[0])));
        assert_eq!((find(1, 1), find(2, 0)), (None, None));
    }
}
