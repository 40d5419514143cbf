//! What Kernel Distributor, SMXs, grant and memory promise the LaPerm TB source.

use super::pins::{In, Out, Params};
use crate::agt::record;
use crate::kernel_distributor::pins::has_tbs;
use crate::kit::neighbours::{entry, promised, wanted, Asked, Neighbours};

/// What the neighbours have done so far.
pub(super) struct Promises {
    clusters: u32,
    levels: u32,
    /// Work of each kernel that has come and not been spent.
    owed: Vec<u64>,
    /// An entry was looked at in the cycle before.
    looked: bool,
    asked: Asked,
}

impl Promises {
    pub fn new(params: &Params) -> Self {
        let owed = vec![0; params.kdes as usize];
        Self {
            clusters: params.clusters(),
            levels: params.levels,
            owed,
            looked: false,
            asked: Asked::default(),
        }
    }
}

impl Neighbours<In, Out> for Promises {
    fn cycle(&mut self, input: &In, output: &Out) -> Result<(), String> {
        wanted(7, &input.grant_smxs, &output.want_smxs)?;
        if input.alloc_valid {
            let (cluster, level) = (input.alloc_cluster, input.alloc_level);
            promised(cluster < self.clusters, || {
                format!("rule 3: a group is of cluster {cluster}, which is not there")
            })?;
            promised((1..=self.levels).contains(&level), || {
                format!("rule 3: a group is of level {level}, and groups have 1 to {}", self.levels)
            })?;
            promised(has_tbs([input.alloc_grid_x, input.alloc_grid_yz]), || {
                "rule 10: a group has no TB".into()
            })?;
            promised(input.alloc_record.is_multiple_of(record::BYTES), || {
                format!("rule 11: a record is at {:#x}", input.alloc_record)
            })?;
        }
        if input.enter_valid {
            let (cluster, level) = (input.enter_cluster, input.enter_level);
            promised(level == 0 || cluster < self.clusters, || {
                format!("rule 2: a kernel is of cluster {cluster}, which is not there")
            })?;
            promised(level <= self.levels, || {
                format!("rule 2: a kernel is of level {level}, and the highest is {}", self.levels)
            })?;
        }
        if input.alloc_valid && output.alloc_ready {
            *entry(&mut self.owed, input.alloc_kdei, "rule 3: a group")? += 1;
        }
        if output.spent_valid {
            let owed = entry(&mut self.owed, output.spent_kdei, "rule 8: work")?;
            *owed = owed.saturating_sub(1);
        }
        if input.enter_valid && output.enter_ready {
            let entered = input.enter_kdei;
            let owed = entry(&mut self.owed, entered, "rule 2: an enter")?;
            promised(*owed == 0, || {
                format!("rule 2: entry {entered} enters before all its work has been spent")
            })?;
            *owed += 1;
        }
        promised(!self.looked || has_tbs([input.kde_grid_x, input.kde_grid_yz]), || {
            "rule 10: a kernel that is looked at has no TB".into()
        })?;
        self.looked = output.look_valid;
        let asks = output.mem_req_valid && input.mem_req_ready && !output.mem_req_write;
        self.asked.cycle(13, asks.into(), input.mem_resp_valid)
    }
}
