//! The host's side of `kernels/nested.cuh`: how an application with nested parallelism is launched in each way.

use super::{Nesting, Way};
use heddle_sim::host::{Arg, HostLaunch};
use heddle_sim::mem::{GlobalMemory, MemoryFault};

/// Number of threads per TB of parents.
pub(super) const PARENT_TB_THREADS: u32 = 128;

/// What the host knows of the children of an application.
#[derive(Clone, Copy, Debug)]
pub struct Children {
    /// Name of the application in `NESTED_KERNELS`.
    pub app: &'static str,
    /// Size of the structure `Child`.
    pub bytes: u32,
    /// Its `TB_THREADS`.
    pub tb_threads: u32,
}

/// Entries that children are written to before they are launched together; absent if nothing is gathered.
#[derive(Clone, Copy, Debug, Default)]
struct List {
    entries: u64,
    /// Entries taken, times 2^32, plus (for grids) TBs.
    used: u64,
}

/// Launches parents, and the children that they leave to the host.
#[derive(Clone, Debug)]
pub struct Nested {
    children: Children,
    nesting: Nesting,
    /// Of each list.
    capacity: u32,
    /// The two lists; kernels write to the first. Grids read from one while they write to the other.
    lists: [List; 2],
}

impl Nested {
    /// Creates a launcher that launches as `config` says.
    pub fn new(children: Children, nesting: Nesting) -> Self {
        Self { children, nesting, capacity: 0, lists: [List::default(); 2] }
    }

    /// Allocates the lists for as many children as one launch of parents and all its descendants can leave. If a
    /// list is full, the finding threads do the work of the children.
    pub fn setup(&mut self, memory: &mut GlobalMemory, capacity: u32) -> Result<(), MemoryFault> {
        let lists = match self.nesting.way {
            Way::GatherGrid => 2,
            way if way.gathers() => 1,
            _ => return Ok(()),
        };
        self.capacity = capacity;
        let bytes = u64::from(capacity) * u64::from(self.entry_bytes());
        for list in &mut self.lists[..lists] {
            list.entries = memory.alloc_named("the list of children", bytes.max(1), 256)?;
            list.used = memory.alloc_named("the length of the list of children", 8, 256)?;
        }
        Ok(())
    }

    /// Returns one launch of parents: `items` threads, each of which may find a child.
    pub fn parents(
        &self,
        memory: &mut GlobalMemory,
        items: u32,
        parent: Arg,
    ) -> Result<HostLaunch, MemoryFault> {
        self.empty_list(memory)?;
        Ok(HostLaunch {
            kernel: format!("{}_{}", self.children.app, self.nesting.way.kernel_name()),
            grid: [items.div_ceil(PARENT_TB_THREADS), 1, 1],
            block: [PARENT_TB_THREADS, 1, 1],
            shared_bytes: 0,
            args: vec![parent, self.image()],
            stream: 0,
            mapping: None,
        })
    }

    /// Returns the launch of the children that the last grid left, if there are any. It must be called before the
    /// host goes on.
    pub fn left_by_grid(
        &mut self,
        memory: &mut GlobalMemory,
    ) -> Result<Option<HostLaunch>, MemoryFault> {
        if self.nesting.way != Way::GatherGrid || self.capacity == 0 {
            return Ok(None);
        }
        let tbs = memory.read_u32(self.lists[0].used)?;
        let taken = memory.read_u32(self.lists[0].used + 4)?;
        if taken == 0 {
            return Ok(None);
        }
        let full = self.lists[0];
        self.lists.swap(0, 1);
        self.empty_list(memory)?;
        let fields = [
            Arg::U64(full.entries),
            Arg::U32(taken.min(self.capacity)),
            Arg::U32(tbs),
            self.image(),
        ];
        Ok(Some(HostLaunch {
            kernel: format!("{}_{}_child", self.children.app, self.nesting.way.kernel_name()),
            grid: [tbs.div_ceil(self.nesting.coarsening), 1, 1],
            block: [self.children.tb_threads, 1, 1],
            shared_bytes: 0,
            args: vec![Arg::structure(&fields)],
            stream: 0,
            mapping: None,
        }))
    }

    fn empty_list(&self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        match self.lists[0].used {
            0 => Ok(()),
            used => memory.write_u32s(used, &[0, 0]),
        }
    }

    /// The structure `Nesting`.
    fn image(&self) -> Arg {
        let list = self.lists[0];
        Arg::structure(&[
            Arg::U64(list.entries),
            Arg::U64(list.used),
            Arg::U32(self.capacity),
            Arg::U32(self.nesting.child_min_items),
            Arg::U32(self.nesting.coarsening),
        ])
    }

    /// Returns the size of the structure `Listed`.
    fn entry_bytes(&self) -> u32 {
        (self.children.bytes + 4).next_multiple_of(8)
    }
}
