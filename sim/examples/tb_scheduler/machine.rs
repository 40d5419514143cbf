//! A machine for CDP with a TB source and a placement of its own.

use super::lifo::{self, Lifo};
use super::packed::{self, Packed};
use heddle_hw::chip::{Count, Declaration, InstanceVisitor, Sizes};
use heddle_hw::kernel_distributor::{self, KernelDistributor};
use heddle_hw::kmu::{self, Kmu};
use heddle_hw::residency::Residency;

/// KMU, Kernel Distributor and residency, with the newest kernel first and the lowest SMX first.
pub struct NewestFirst;

impl Declaration for NewestFirst {
    fn instances<V: InstanceVisitor>(sizes: &Sizes, visitor: &mut V) -> Result<(), V::Error> {
        let one = Count::One;
        visitor.instance::<Kmu>(
            "kmu",
            one,
            Some(kmu::pins::Params { hwqs: sizes.hwqs, clusters: 0, levels: 1 }),
        )?;
        let kernels = kernel_distributor::pins::Params { entries: sizes.kdes };
        visitor.instance::<KernelDistributor>("kernel_distributor", one, Some(kernels))?;
        visitor.instance::<Lifo>("lifo", one, Some(lifo::pins::Params { smxs: sizes.smxs }))?;
        visitor.instance::<Packed>("packed", one, Some(packed::pins::Params {}))?;
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
    stream kernel_distributor.enter -> lifo.enter
    pulse  lifo.look -> kernel_distributor.look
    level  kernel_distributor.kde -> lifo.kde
    pulse  lifo.spent -> kernel_distributor.spent
    pulse  lifo.ask -> residency.ask
    meet   lifo.want & residency.room & packed.turn -> lifo.grant, residency.grant, packed.grant
    level  residency.room -> packed.room
    pulse  lifo.tb -> residency.tb, kernel_distributor.start
    pulse  residency.kd_end -> kernel_distributor.end
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
    tbs: lifo.tb
    status: kmu.pending, kmu.suspended, kernel_distributor.live, kernel_distributor.kde_graph, residency.resident
";
