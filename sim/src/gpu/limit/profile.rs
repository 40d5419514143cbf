//! What a run accessed, TB by TB, under names that hold in every run of the same program.

use super::names::Name;
use crate::gpu::footprints::Accessed;
use crate::ratio::ratio;
use crate::smx::Touched;
use crate::tally::Tally;
use std::collections::HashMap;

/// A kernel of the profiled run, by the order of the launches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct KernelId(u32);

impl KernelId {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A TB of a kernel, by its index in the grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct TbId {
    /// Its kernel.
    pub kernel: KernelId,
    /// Its index.
    pub item: u32,
}

/// What a kernel accessed.
#[derive(Clone, Debug)]
struct Kernel {
    tbs: Vec<Accessed>,
    /// What all of them accessed.
    all: Accessed,
}

/// What the kernels and TBs of a run accessed: every access to a line of global memory, after those of a warp have been
/// coalesced.
#[derive(Clone, Debug, Default)]
pub struct Profile {
    names: HashMap<Name, KernelId>,
    kernels: Vec<Kernel>,
}

impl Profile {
    /// The kernel of the first of these names that there was; none if there was none.
    pub(super) fn find(&self, names: &[Name]) -> Option<KernelId> {
        names.iter().find_map(|name| self.names.get(name).copied())
    }

    /// A kernel of `tbs` TBs is launched.
    pub(super) fn launched(&mut self, names: Vec<Name>, tbs: u64) -> KernelId {
        let id = KernelId(self.kernels.len() as u32);
        let tbs = vec![Accessed::default(); tbs as usize];
        self.kernels.push(Kernel { tbs, all: Accessed::default() });
        self.names.extend(names.into_iter().map(|name| (name, id)));
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

    /// What a TB accessed; none if there was no such TB.
    pub(super) fn accessed(&self, tb: TbId) -> Option<&Accessed> {
        self.kernels[tb.kernel.index()].tbs.get(tb.item as usize)
    }

    /// The reuse ratio of a kernel to another: the part of its accesses that go to lines which the other has too; 0 if it
    /// accesses nothing. LASER, equations (2) and (3).
    pub(super) fn ratio(&self, one: KernelId, other: KernelId) -> f64 {
        let (one, other) = (&self.kernels[one.index()].all, &self.kernels[other.index()].all);
        ratio(one.also_in(&other.lines), one.count()).unwrap_or(0.0)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::super::names::tests::work;
    use super::*;

    /// What an access of each of these lines comes to, one after the other.
    pub fn touched(lines: &[u32]) -> Vec<(Touched, u32)> {
        let mut tally = Tally::default();
        lines.iter().for_each(|&line| tally.add((line, 0), 1));
        tally.into_sorted()
    }

    /// Kernels of one TB each that access these lines.
    pub fn kernels<const N: usize>(accesses: [&[u32]; N]) -> (Profile, [KernelId; N]) {
        let mut profile = Profile::default();
        let mut parameter = 0;
        let kernels = accesses.map(|lines| {
            parameter += 1;
            let name = Name::Work { work: work(parameter), nth: 0 };
            let kernel = profile.launched(vec![name], 1);
            profile.tb_ended(TbId { kernel, item: 0 }, &touched(lines));
            kernel
        });
        profile.close();
        (profile, kernels)
    }

    #[test]
    fn a_ratio_counts_accesses_of_one_to_lines_of_the_other() {
        let (profile, [a, b, c, none]) =
            kernels([&[1, 2, 3], &[3, 3, 4, 5], &[4, 6, 7, 8, 9], &[]]);
        assert_eq!((profile.ratio(b, a), profile.ratio(a, b)), (0.5, 1.0 / 3.0));
        assert_eq!((profile.ratio(c, b), profile.ratio(b, c)), (0.2, 0.25));
        assert_eq!((profile.ratio(none, a), profile.ratio(a, none)), (0.0, 0.0));
    }

    #[test]
    fn a_kernel_is_found_by_the_first_of_its_names() {
        let (profile, [a, b]) = kernels([&[1], &[2]]);
        let name = |parameter, nth| Name::Work { work: work(parameter), nth };
        let found = |names: &[Name]| profile.find(names);
        assert_eq!(found(&[name(1, 0), name(2, 0)]), Some(a));
        assert_eq!(found(&[name(1, 1), name(2, 0)]), Some(b));
        assert_eq!(found(&[name(1, 1), Name::Host { nth: 0 }]), None);
    }
}
