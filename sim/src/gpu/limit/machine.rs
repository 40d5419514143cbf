//! The machine of the limit study from the second level on: kernels by CDP, and the queues of chains as the source of TBs.

use super::source::{self, ChainQueues};
use heddle_hw::chip::{Count, Declaration, InstanceVisitor, Sizes};
use heddle_hw::kernel_distributor::{self, KernelDistributor};
use heddle_hw::kmu::{self, Kmu};
use heddle_hw::residency::Residency;

/// KMU, Kernel Distributor, queues of chains and residency.
pub struct ChainMachine;

impl Declaration for ChainMachine {
    fn instances<V: InstanceVisitor>(sizes: &Sizes, visitor: &mut V) -> Result<(), V::Error> {
        let one = Count::One;
        let (hwqs, kdes, smxs) = (sizes.hwqs, sizes.kdes, sizes.smxs);
        let pool = kmu::pins::Params { hwqs, clusters: 0, levels: 1 };
        visitor.instance::<Kmu>("kmu", one, Some(pool))?;
        let kernels = kernel_distributor::pins::Params { entries: kdes };
        visitor.instance::<KernelDistributor>("kernel_distributor", one, Some(kernels))?;
        let queues = source::pins::Params { kdes, smxs };
        visitor.instance::<ChainQueues>("chain_queues", one, Some(queues))?;
        visitor.instance::<Residency>("residency", one, Some(sizes.smx.clone()))
    }

    fn links() -> String {
        LINKS.to_string()
    }

    fn boundary() -> String {
        BOUNDARY.to_string()
    }
}

const LINKS: &str = "
    stream kmu.disp -> kernel_distributor.disp
    stream kernel_distributor.enter -> chain_queues.enter
    pulse  chain_queues.look -> kernel_distributor.look
    level  kernel_distributor.kde -> chain_queues.kde
    pulse  chain_queues.spent -> kernel_distributor.spent
    pulse  chain_queues.ask -> residency.ask
    # They offer one SMX a TB at a time, which has the turn.
    meet   chain_queues.want & residency.room -> chain_queues.grant, residency.grant
    pulse  chain_queues.tb -> residency.tb, kernel_distributor.start
    pulse  residency.kd_end -> kernel_distributor.end, chain_queues.end
    # No TB is of a group or of a graph, and nobody but the Kernel Distributor is told.
    tie    residency.tb_group = 0
    tie    residency.tb_tell_agt = 0
    tie    residency.tb_tell_dats = 0
    tie    residency.told_agt = 0
    tie    residency.told_dats = 0
";

const BOUNDARY: &str = "
    straps: kmu.cfg
    host: kmu.host, kmu.hwq_ready, kmu.done
    memory: kmu.mem
    smxs: kmu.cmd, kmu.overflow, kernel_distributor.match, kernel_distributor.retire, residency.start, residency.end
    profile: chain_queues.place, chain_queues.home
    tbs: chain_queues.tb
    status: kmu.pending, kmu.suspended, kernel_distributor.live, kernel_distributor.kde_graph, residency.resident
";
