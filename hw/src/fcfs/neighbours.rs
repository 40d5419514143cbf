//! What Kernel Distributor, AGT, DATS and grant promise the FCFS TB source.

use super::pins::{In, Out, Params};
use crate::kernel_distributor::pins::has_tbs;
use crate::kit::neighbours::{entry, promised, wanted, Neighbours};

/// A kernel in its entry.
#[derive(Clone, Default)]
struct Kernel {
    has_entered: bool,
    /// Work that has not been spent.
    owed: u64,
}

/// What the neighbours have done so far.
pub(super) struct Promises {
    kernels: Vec<Kernel>,
    /// A group has been taken, and not answered.
    takes: bool,
    /// A graph has been taken, and is not done.
    graph: bool,
    looked: bool,
}

impl Promises {
    pub fn new(params: &Params) -> Self {
        let kernels = vec![Kernel::default(); params.kdes as usize];
        Self { kernels, takes: false, graph: false, looked: false }
    }

    fn kernels(&mut self, input: &In, output: &Out) -> Result<(), String> {
        if input.link_valid {
            let kernel = entry(&mut self.kernels, input.link_kdei, "rule 2: a group")?;
            promised(kernel.has_entered, || {
                format!(
                    "rule 2: a group is linked to entry {}, which has not entered",
                    input.link_kdei
                )
            })?;
            kernel.owed += u64::from(output.link_ready);
        }
        if output.spent_valid {
            let kernel = entry(&mut self.kernels, output.spent_kdei, "rule 9: work")?;
            kernel.owed = kernel.owed.saturating_sub(1);
        }
        if input.enter_valid {
            let entered = input.enter_kdei;
            let kernel = entry(&mut self.kernels, entered, "rule 1: an enter")?;
            promised(kernel.owed == 0, || {
                format!("rule 1: entry {entered} enters before all its work has been spent")
            })?;
            (kernel.has_entered, kernel.owed) = (true, 1);
        }
        Ok(())
    }
}

impl Neighbours<In, Out> for Promises {
    fn cycle(&mut self, input: &In, output: &Out) -> Result<(), String> {
        self.kernels(input, output)?;
        wanted(6, &input.grant_smxs, &output.want_smxs)?;
        if input.group_valid {
            promised(std::mem::take(&mut self.takes), || {
                "rule 8: a group is read that was not taken".into()
            })?;
            promised(has_tbs([input.group_grid_x, input.group_grid_yz]), || {
                "rule 10: a group has no TB".into()
            })?;
        }
        self.takes |= output.take_valid && input.take_ready;
        promised(!input.graph_done || self.graph, || {
            "rule 7: a graph is done that was not taken".into()
        })?;
        self.graph &= !input.graph_done;
        self.graph |= output.graph_valid && input.graph_ready;
        promised(!self.looked || has_tbs([input.kde_grid_x, input.kde_grid_yz]), || {
            "rule 10: a kernel that is looked at has no TB".into()
        })?;
        self.looked = output.look_valid;
        Ok(())
    }
}
