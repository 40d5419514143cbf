//! The host's side of `kernels/recursion.cuh`: one grid of tasks, which leave tasks of their kind.

use super::nested::{Children, Nested};
use super::Nesting;
use heddle_sim::host::{Arg, HostStep};
use heddle_sim::mem::{GlobalMemory, MemoryFault};

/// `TASK_THREADS` in recursion.cuh.
const TASK_THREADS: u32 = 128;

/// Most entries of a list of gathered parts: about 64 MiB. If the list is full, the finding TBs do the parts.
const MOST_PARTS: u64 = 1 << 20;

/// Launches the host's tasks, and those that they leave to the host.
#[derive(Clone, Debug)]
pub(super) struct Recursion {
    nested: Nested,
    /// Size of the smallest task that is launched.
    pub(super) smallest: u32,
    /// Last level whose tasks may be launched.
    deepest: u32,
    launched: bool,
}

impl Recursion {
    /// Creates a launcher of the tasks of `app`, whose `Part` has `bytes`, on a machine whose launches nest at most
    /// `nesting_limit` deep.
    pub(super) fn new(app: &'static str, bytes: u32, nesting: Nesting, nesting_limit: u32) -> Self {
        let children = Children { app, bytes, tb_threads: TASK_THREADS };
        // A part is one TB whatever its size, so the kernels compare sizes by themselves.
        let of_threads = Nesting { child_min_items: 1, ..nesting };
        let by_device = nesting.way.launches_from_device();
        Self {
            nested: Nested::new(children, of_threads),
            smallest: nesting.child_min_items,
            deepest: if by_device { nesting_limit } else { u32::MAX },
            launched: false,
        }
    }

    /// Allocates what gathered parts need, of which one grid and its descendants leave up to `parts`.
    pub(super) fn setup(
        &mut self,
        memory: &mut GlobalMemory,
        parts: u64,
    ) -> Result<(), MemoryFault> {
        self.nested.setup(memory, parts.min(MOST_PARTS) as u32)
    }

    /// Returns what the host does next, if `tbs` TBs begin with `task`. All tasks share `common`, and the limits of
    /// launches behind it.
    pub(super) fn step(
        &mut self,
        memory: &mut GlobalMemory,
        tbs: u32,
        common: &[Arg],
        task: &[u32],
    ) -> Result<HostStep, MemoryFault> {
        if let Some(parts) = self.nested.left_by_grid(memory)? {
            return Ok(HostStep::Launch(vec![parts]));
        }
        if self.launched {
            return Ok(HostStep::Done);
        }
        self.launched = true;
        let limits = [Arg::U32(self.deepest), Arg::U32(self.smallest)];
        // Both structures are aligned to the addresses in the first.
        let mut image = Arg::structure(&[common, &limits].concat()).image().to_vec();
        image.extend(task.iter().flat_map(|word| word.to_le_bytes()));
        image.resize(image.len().next_multiple_of(8), 0);
        let task = Arg::Bytes(image);
        Ok(HostStep::Launch(vec![self.nested.parents(memory, tbs * TASK_THREADS, task)?]))
    }
}
