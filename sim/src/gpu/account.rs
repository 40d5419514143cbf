//! The account of a run, from those of its SMXs.

use crate::ptx::Program;
use crate::smx::{Counts, SmxAccount};
use std::collections::BTreeMap;

/// What became of every slot of every warp scheduler in a run.
#[derive(Clone, Debug, Default)]
pub(super) struct Account {
    pub whole: Counts,
    pub smxs: Vec<Counts>,
    /// By the kernel's name.
    pub kernels: BTreeMap<String, Counts>,
}

impl Account {
    /// Adds the accounts of all SMXs, which are in order.
    pub fn of(accounts: &[SmxAccount], program: &Program) -> Self {
        let mut account = Self::default();
        for smx in accounts {
            let sum = smx.sum();
            account.whole.add(&sum);
            account.smxs.push(sum);
            for (function, counts) in program.functions.iter().zip(&smx.kernels) {
                if counts.slots.total() > 0 {
                    account.kernels.entry(function.name.clone()).or_default().add(counts);
                }
            }
        }
        account
    }
}
