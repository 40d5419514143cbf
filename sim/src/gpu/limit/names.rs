//! Names of kernels that hold in every run of a program. A kernel has two: what it is to do, and which thread launched
//! it. Threads that take work from a common list do not get the same work in each run, and what a kernel is to do may be
//! at an address that is another in each.

use super::profile::TbId;
use crate::gpu::ids::{LaunchId, TbNumber};
use std::collections::HashMap;

/// A kernel that a TB launches: its entry PC, its grid, and the values of its parameters.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(in crate::gpu) struct Work {
    pub pc: u32,
    pub grid: [u32; 3],
    pub parameters: Vec<u8>,
}

/// The name of a kernel.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Name {
    /// Launched by the host, after so many others.
    Host { nth: u32 },
    /// Launched by a TB, after so many others that are to do the same.
    Work { work: Work, nth: u32 },
    /// Launched by a thread of a TB, after so many others.
    Thread { tb: TbId, thread: u32, nth: u32 },
}

/// How many kernels have been launched so far.
#[derive(Debug, Default)]
pub(super) struct Names {
    hosts: u32,
    launched: HashMap<Work, u32>,
}

impl Names {
    /// The host launches a kernel.
    pub fn by_host(&mut self) -> Name {
        self.hosts += 1;
        Name::Host { nth: self.hosts - 1 }
    }

    /// A TB launches a kernel that is to do this.
    pub fn by_work(&mut self, work: Work) -> Name {
        let count = self.launched.entry(work.clone()).or_default();
        *count += 1;
        Name::Work { work, nth: *count - 1 }
    }
}

/// Who launched a kernel in this run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Kin {
    /// The kernel.
    pub launch: LaunchId,
    /// The launch of the TB that launched it, and that TB; none if the host did.
    pub parent: Option<(LaunchId, TbNumber)>,
}

impl Kin {
    /// Whether both were launched by the same TB.
    pub fn is_sibling_of(&self, other: &Self) -> bool {
        self.parent.is_some_and(|(_, tb)| other.parent.is_some_and(|(_, others)| tb == others))
    }

    /// Whether a TB of the other has launched it.
    pub fn is_child_of(&self, other: &Self) -> bool {
        self.parent.is_some_and(|(launch, _)| launch == other.launch)
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::gpu::ids::DeviceAddr;

    /// Kernel `number`, launched by a TB of another kernel or by the host.
    pub fn kin(number: u64, parent: Option<(u64, u64)>) -> Kin {
        let launch = |number| LaunchId::new(DeviceAddr::new(number));
        let parent = parent.map(|(of, tb)| (launch(of), TbNumber::new(tb)));
        Kin { launch: launch(number), parent }
    }

    /// A kernel that is told from others by one parameter.
    pub fn work(parameter: u8) -> Work {
        Work { pc: 8, grid: [1; 3], parameters: vec![parameter] }
    }

    #[test]
    fn a_name_says_what_is_launched_and_how_many_like_it_were_before() {
        let mut names = Names::default();
        assert_eq!([0; 2].map(|_| names.by_host()), [0, 1].map(|nth| Name::Host { nth }));
        let name = |parameter, nth| Name::Work { work: work(parameter), nth };
        let launched = [3, 4, 3].map(|parameter| names.by_work(work(parameter)));
        assert_eq!(launched, [name(3, 0), name(4, 0), name(3, 1)]);
    }

    #[test]
    fn siblings_have_one_tb_as_their_parent_and_children_any_of_the_kernel() {
        let [parent, one, other, third] =
            [kin(1, None), kin(2, Some((1, 7))), kin(3, Some((1, 7))), kin(4, Some((1, 8)))];
        assert!(one.is_sibling_of(&other) && !one.is_sibling_of(&third));
        assert!(one.is_child_of(&parent) && third.is_child_of(&parent));
        assert!(!parent.is_sibling_of(&kin(9, None)), "the host's have no parent");
    }
}
