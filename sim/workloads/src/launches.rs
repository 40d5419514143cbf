//! Measures the cost of a launch with children that have nothing to do. Mode `flat` is the same run without them.

use super::nested::{Children, Nested};
use super::vertices::structure;
use super::words::place;
use super::Nesting;
use heddle_sim::host::{HostStep, Workload};
use heddle_sim::mem::{GlobalMemory, MemoryFault};

/// `Nothing` in launches.cu.
const CHILDREN: Children = Children { app: "launches", bytes: 4, tb_threads: 32 };

/// Launches a number of empty children, one per thread.
#[derive(Clone, Debug)]
pub struct Launches {
    count: u32,
    /// Number of items of a child: as few as are launched.
    child_items: u32,
    nested: Nested,
    found: u64,
    launched: bool,
}

impl Launches {
    /// Most children: four times as many as the paper launches.
    pub const MAX_COUNT: u32 = 1 << 20;

    /// Creates `count` children, 1 to [`Launches::MAX_COUNT`], launched as `config` says.
    pub fn new(count: u32, nesting: Nesting) -> Self {
        let nested = Nested::new(CHILDREN, nesting);
        Self { count, child_items: nesting.child_min_items, nested, found: 0, launched: false }
    }
}

impl Workload for Launches {
    fn name(&self) -> &str {
        "launches"
    }

    fn ptx(&self) -> &str {
        ptx!("launches")
    }

    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        self.nested.setup(memory, self.count)?;
        self.found = place(memory, "buffer `found`", &vec![0; self.count as usize])?;
        Ok(())
    }

    fn step(&mut self, memory: &mut GlobalMemory) -> Result<HostStep, MemoryFault> {
        if let Some(children) = self.nested.left_by_grid(memory)? {
            return Ok(HostStep::Launch(vec![children]));
        }
        if self.launched {
            return Ok(HostStep::Done);
        }
        self.launched = true;
        let finder = structure(&[self.found], &[self.count, self.child_items]);
        Ok(HostStep::Launch(vec![self.nested.parents(memory, self.count, finder)?]))
    }

    fn verify(&self, memory: &GlobalMemory) -> Result<(), String> {
        let found = memory.read_u32s(self.found, u64::from(self.count));
        let found = found.map_err(|fault| format!("launches: reading what was found: {fault}"))?;
        match found.iter().position(|&found| found != 1) {
            None => Ok(()),
            Some(thread) => Err(format!("launches: thread {thread} has found no child")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Way;
    use super::*;

    #[test]
    fn verify_names_the_first_thread_without_a_child() {
        let mut memory = GlobalMemory::new(1 << 20);
        let mut launches = Launches::new(3, Way::Flat.into());
        launches.setup(&mut memory).unwrap();
        memory.write_u32s(launches.found, &[1, 0, 0]).unwrap();
        let expected = "launches: thread 1 has found no child";
        assert_eq!(launches.verify(&memory).unwrap_err(), expected);
        memory.write_u32s(launches.found, &[1, 1, 1]).unwrap();
        assert_eq!(launches.verify(&memory), Ok(()));
    }
}
