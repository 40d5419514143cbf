//! Heddle's own machine.
//!
//! A unit of the machine is one line under `units`, and its links; a cell of the kit, or a unit that no machine
//! has, is a name under `cells`. Every list of units in the project comes from here.

use super::{Count, Declaration, InstanceVisitor};
use crate::kit::Unit;
use crate::{agt, dgb, kmu, laperm, placement_rr, rename, residency, reuse_monitor, skip_table};

/// The sizes that a configuration gives the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// SMXs.
    pub smxs: u32,
    /// Hardware work queues.
    pub hwqs: u32,
    /// Entries of the Kernel Distributor.
    pub kdes: u32,
    /// TBs in a row that an SMX gets, where placement is by round robin.
    pub consecutive: u32,
    /// What an SMX has for TBs.
    pub smx: residency::pins::Params,
    /// The Aggregated Group Table, of a machine that coalesces groups.
    pub agt: Option<agt::pins::Params>,
    /// The Dependency Graph Buffer, of a machine that follows dependency graphs.
    pub dgb: Option<dgb::pins::Params>,
    /// LaPerm's queues, of a machine that has them in place of the FCFS source, the AGT and placement.
    pub laperm: Option<laperm::pins::Params>,
    /// The KMU's pool has a list for each level, as LASER's pools of high and low priority are, and not one for each
    /// cluster and level as LaPerm has them.
    pub pool_by_priority: bool,
    /// The reuse monitor of each SMX, of a machine that has them.
    pub monitor: Option<reuse_monitor::pins::Params>,
    /// The skip table of each SMX, of a machine whose warps skip what another one executes.
    pub skip_table: Option<skip_table::pins::Params>,
    /// The rename unit of each SMX, of the same machines.
    pub rename: Option<rename::pins::Params>,
}

impl Sizes {
    /// The KMU's, whose pool has lists where LaPerm has queues.
    fn kmu(&self) -> kmu::pins::Params {
        let (clusters, levels) = self.laperm.as_ref().map_or((0, 1), |l| (l.clusters(), l.levels));
        // With one cluster a kernel of a higher level always goes first, and each level is first in, first out.
        let clusters = if self.pool_by_priority { 1 } else { clusters };
        kmu::pins::Params { hwqs: self.hwqs, clusters, levels }
    }

    fn placement_rr(&self) -> placement_rr::pins::Params {
        placement_rr::pins::Params { smxs: self.smxs, consecutive: self.consecutive }
    }
}

/// Declares units: a [`Declaration`]'s instances, and the lists of all units with specifications.
macro_rules! units {
    (($d:tt) $machine:ident, $sizes:ident
     cells { $( $cell_name:ident: $($cell:ident)::+; )* }
     units { $( $name:ident: $($unit:ident)::+, $count:ident, $params:expr; )* }
    ) => {
        fn instances<V: InstanceVisitor>($sizes: &Sizes, visitor: &mut V) -> Result<(), V::Error> {
            $( visitor.instance::<crate::$($unit)::+>(stringify!($name), Count::$count, $params)?; )*
            Ok(())
        }

        /// Names of all cells of the kit and of all units of the machine.
        pub const UNITS: &[&str] =
            &[$( <crate::$($cell)::+ as Unit>::NAME, )* $( <crate::$($unit)::+ as Unit>::NAME, )*];

        /// Names of the instances of the machine, as declared.
        pub const INSTANCES: &[&str] = &[$( stringify!($name), )*];

        /// Runs `visitor` for the unit called `name`; none if there is no such unit.
        #[cfg(feature = "spec")]
        pub fn visit_unit<V: crate::kit::unit::UnitVisitor>(name: &str, visitor: V) -> Option<V::Output> {
            $( if name == <crate::$($cell)::+ as Unit>::NAME {
                return Some(visitor.visit::<crate::$($cell)::+>());
            } )*
            $( if name == <crate::$($unit)::+ as Unit>::NAME {
                return Some(visitor.visit::<crate::$($unit)::+>());
            } )*
            None
        }

        /// Calls a macro with every unit, as `folder: type,` each, the cells of the kit first.
        #[macro_export]
        macro_rules! each_unit {
            ($d callback:ident) => {
                $d callback! {
                    $( $cell_name: $crate::$($cell)::+, )*
                    $( $name: $crate::$($unit)::+, )*
                }
            };
        }
    };
}

units! { ($) Standard, s
    cells {
        register: kit::register::Register;
        sram: kit::sram::SramBlock;
        arbiter: kit::arbiter::Arbiter;
        fifo: kit::fifo::Fifo;
        shifting_queue: shifting_queue::ShiftingQueue;
        xor_monitor: xor_monitor::XorMonitor;
    }
    units {
        kmu: kmu::Kmu, One, Some(s.kmu());
        kernel_distributor: kernel_distributor::KernelDistributor, One,
            Some(crate::kernel_distributor::pins::Params { entries: s.kdes });
        agt: agt::Agt, One, s.agt.clone();
        fcfs: fcfs::Fcfs, One,
            s.laperm.is_none().then_some(crate::fcfs::pins::Params { kdes: s.kdes, smxs: s.smxs });
        laperm: laperm::Laperm, One, s.laperm.clone();
        dats: dats::Dats, One, s.dgb.is_some().then_some(crate::dats::pins::Params { smxs: s.smxs });
        dgb: dgb::Dgb, One, s.dgb.clone();
        placement_rr: placement_rr::RoundRobin, One,
            s.laperm.is_none().then(|| s.placement_rr());
        residency: residency::Residency, One, Some(s.smx.clone());
        reuse_monitor: reuse_monitor::ReuseMonitor, PerSmx, s.monitor.clone();
        skip_table: skip_table::SkipTable, PerSmx, s.skip_table.clone();
        rename: rename::Rename, PerSmx, s.rename.clone();
    }
}

/// The machine of the papers: KMU, Kernel Distributor, AGT and DGB, and who schedules TBs: the sources FCFS,
/// DATS and LaPerm, placement by round robin, and residency; and in each SMX a reuse monitor, a skip table and
/// a rename unit.
pub struct Standard;

impl Declaration for Standard {
    fn instances<V: InstanceVisitor>(sizes: &Sizes, visitor: &mut V) -> Result<(), V::Error> {
        instances(sizes, visitor)
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
    stream kernel_distributor.enter -> fcfs.enter
    stream kernel_distributor.enter -> laperm.enter
    pulse  fcfs.look | laperm.look -> kernel_distributor.look
    level  kernel_distributor.kde -> fcfs.kde, laperm.kde
    pulse  fcfs.spent | laperm.spent -> kernel_distributor.spent
    # Groups.
    stream agt.link -> fcfs.link
    stream fcfs.next -> agt.next
    stream fcfs.take -> agt.take
    pulse  agt.group -> fcfs.group
    stream fcfs.done -> agt.done
    # A TB is granted where its source wants, residency has room, and placement has the turn.
    pulse  fcfs.ask | dats.ask | laperm.ask -> residency.ask
    meet   fcfs.want & residency.room & placement_rr.turn -> fcfs.grant
    meet   dats.want & residency.room & placement_rr.turn -> dats.grant
    meet   fcfs.want | dats.want | laperm.want & residency.room & placement_rr.turn | laperm.want -> residency.grant, placement_rr.grant
    # LaPerm wants for one SMX at a time, which has the turn.
    meet   laperm.want & residency.room -> laperm.grant
    level  residency.room -> placement_rr.room
    tie    placement_rr.mask = ones
    pulse  fcfs.tb | dats.tb | laperm.tb -> residency.tb, kernel_distributor.start
    # Its completion is told to those that its source named.
    pulse  residency.kd_end -> kernel_distributor.end, laperm.end
    stream residency.told_agt -> agt.end
    stream residency.told_dats -> dats.end
    # Dependency graphs.
    stream fcfs.graph -> dats.graph
    pulse  dats.graph_done -> fcfs.graph_done
    stream dats.start -> dgb.start
    stream dgb.node -> dats.node
    stream dats.done -> dgb.done
    level  dgb.tail_level -> dats.tail_level
    level  dats.limit_level -> dgb.limit_level
";

const BOUNDARY: &str = "
    straps: kmu.cfg, reuse_monitor.cfg
    host: kmu.host, kmu.hwq_ready, kmu.done
    memory: kmu.mem, agt.mem, laperm.mem, dats.mem, dgb.mem
    smxs: kmu.cmd, kmu.overflow, kernel_distributor.match, kernel_distributor.retire, agt.alloc, laperm.alloc, residency.start, residency.end, reuse_monitor.read, reuse_monitor.clear, skip_table.ask0, skip_table.ask1, skip_table.ask2, skip_table.ask3, skip_table.answer0, skip_table.answer1, skip_table.answer2, skip_table.answer3, skip_table.wb, skip_table.store, skip_table.fence, skip_table.path, rename.change, rename.result, rename.look, rename.place
    tbs: fcfs.tb, dats.tb, laperm.tb
    status: kmu.pending, kmu.suspended, kernel_distributor.live, agt.occupied, dgb.pub_used, fcfs.group_in_hand, laperm.queued, residency.resident, reuse_monitor.result, reuse_monitor.parent_child, reuse_monitor.sibling, reuse_monitor.own, reuse_monitor.predicted, reuse_monitor.high_priority, reuse_monitor.clearing
";
