//! What the warps of TBs repeat of each other, by kernel and shape of the TBs.

use crate::exec::RedundancyCounts;
use crate::ptx::Program;
use crate::smx::TbRedundancy;
use std::collections::BTreeMap;

/// The TBs of a kernel of one shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KernelRedundancy {
    /// Name of the kernel.
    pub kernel: String,
    /// Dimensions of a TB in threads.
    pub block: [u32; 3],
    /// TBs that have ended.
    pub tbs: u64,
    /// Their instructions.
    pub counts: RedundancyCounts,
}

/// What the TBs of a run repeat. Only for machines with `frontend = base`: what is skipped is not executed.
#[derive(Clone, Debug, Default)]
pub struct RedundancyCensus {
    /// By index of the kernel, and shape.
    kernels: BTreeMap<(u32, [u32; 3]), KernelRedundancy>,
}

impl RedundancyCensus {
    /// A TB has ended.
    pub(super) fn tb_ended(&mut self, program: &Program, tb: &TbRedundancy) {
        let TbRedundancy { function, block, counts } = *tb;
        let kernel = || program.functions[function as usize].name.clone();
        let new =
            || KernelRedundancy { kernel: kernel(), block, tbs: 0, counts: Default::default() };
        let row = self.kernels.entry((function, block)).or_insert_with(new);
        row.tbs += 1;
        row.counts += counts;
    }

    /// Returns the kernels, in the order of the text.
    pub fn kernels(&self) -> impl Iterator<Item = &KernelRedundancy> {
        self.kernels.values()
    }

    /// Returns the counts of all kernels.
    pub fn total(&self) -> RedundancyCounts {
        let mut total = RedundancyCounts::default();
        self.kernels.values().for_each(|row| total += row.counts);
        total
    }
}
