//! What parents, their children and siblings share, in lines. Thesis 5.1.1.

use super::ratios::{shared, union, with_others, Mean};
use crate::ratio::ratio;

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
    pub(super) fn add_family(&mut self, parent: &[u32], children: &[&[u32]]) {
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
    pub(super) fn merge(&mut self, other: &Self) {
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
