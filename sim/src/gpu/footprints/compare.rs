//! Compares what has ended: kernels with their children, TBs with theirs, and children with each other.

use super::accessed::Accessed;
use super::pairs::Member;
use super::{ChildLaunch, Footprints, ReuseOfAll, Tb};
use crate::gpu::ids::TbNumber;

impl ChildLaunch {
    /// It, among its siblings.
    pub(super) fn member(&self) -> Member<'_> {
        Member { accessed: &self.accessed, group: self.number, unit: self.number }
    }
}

impl Tb {
    /// It, in a group of TBs that are not compared with each other.
    pub(super) fn member(&self, group: u32) -> Member<'_> {
        Member { accessed: &self.accessed, group, unit: self.unit }
    }
}

impl Footprints {
    /// Adds what a kernel reuses that has ended, and what its children do.
    pub(super) fn compare_kernels(
        &mut self,
        number: u32,
        kernel: &Accessed,
        mut children: Vec<ChildLaunch>,
    ) {
        let ReuseOfAll { kernels, pairs, chains, predictor, .. } = &mut self.reuse;
        kernels.add_one(kernel);
        children.sort_by_key(|child| child.by);
        for siblings in children.chunk_by(|one, next| one.by == next.by) {
            let all: Vec<&Accessed> = siblings.iter().map(|child| &child.accessed).collect();
            let with_others = kernels.add_siblings(&all);
            for (child, sibling) in siblings.iter().zip(with_others) {
                let parent_child = kernels.add_child(&kernel.lines, &child.accessed);
                chains.kernels.join(number, child.number, parent_child.unwrap_or(0.0));
                let exact = [parent_child, sibling, child.accessed.own()];
                predictor.add(child.predicted.reuse, exact);
            }
            if self.order.is_some() {
                let members: Vec<Member<'_>> = siblings.iter().map(ChildLaunch::member).collect();
                pairs.kernels.add(&members, |one, other, ratio| {
                    chains.kernels.join(one, other, ratio);
                });
            }
        }
    }

    /// Compares a parent with its children, and these with each other, if all of them have ended. Nothing else is
    /// compared with the children.
    pub(super) fn compare_family(&mut self, number: TbNumber, place: (u32, String)) {
        let Some(parent) = self.tbs.get_mut(&number) else { return };
        if !parent.ended || parent.live > 0 || parent.children.is_empty() {
            return;
        }
        let children = std::mem::take(&mut parent.children);
        let children: Vec<Tb> =
            children.iter().filter_map(|child| self.tbs.remove(child)).collect();
        let Some(parent) = self.tbs.get(&number) else { return };
        let ReuseOfAll { tbs, pairs, chains, .. } = &mut self.reuse;
        let lines = &parent.accessed.lines;
        for child in &children {
            let ratio = tbs.add_child(lines, &child.accessed);
            chains.tbs.join(parent.unit, child.unit, ratio.unwrap_or(0.0));
        }
        tbs.add_siblings(&children.iter().map(|child| &child.accessed).collect::<Vec<_>>());
        if self.order.is_some() {
            let members: Vec<Member<'_>> =
                children.iter().map(|child| child.member(child.launch)).collect();
            pairs.tbs.add(&members, |one, other, ratio| chains.tbs.join(one, other, ratio));
        }
        let sets: Vec<&[u32]> =
            children.iter().map(|child| child.accessed.lines.as_slice()).collect();
        self.found.entry(place).or_default().add_family(lines, &sets);
    }
}
