//! Heddle's own machine.
//!
//! A unit of the machine is one line under `units`, and its links; a cell of the kit is a name under
//! `cells`. Every list of units in the project comes from here.

use super::{Count, Declaration, InstanceVisitor};
use crate::kit::Unit;
use crate::{agt, dgb, smx_scheduler};

/// The sizes that a configuration gives the machine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sizes {
    /// SMXs.
    pub smxs: u32,
    /// Hardware work queues.
    pub hwqs: u32,
    /// Entries of the Kernel Distributor.
    pub kdes: u32,
    /// What an SMX has for TBs.
    pub smx: smx_scheduler::pins::Params,
    /// The Aggregated Group Table, of a machine that coalesces groups.
    pub agt: Option<agt::pins::Params>,
    /// The Dependency Graph Buffer, of a machine that follows dependency graphs.
    pub dgb: Option<dgb::pins::Params>,
}

/// Declares units: a [`Declaration`]'s instances, and the lists of all units with specifications.
macro_rules! units {
    (($d:tt) $machine:ident, $sizes:ident
     cells { $( $cell_name:ident: $($cell:ident)::+; )* }
     units { $( $name:ident: $($unit:ident)::+, $count:ident, $params:expr; )* }
     beside { $( $other:ident: $($besides:ident)::+; )* }
    ) => {
        fn instances<V: InstanceVisitor>($sizes: &Sizes, visitor: &mut V) -> Result<(), V::Error> {
            $( visitor.instance::<crate::$($unit)::+>(stringify!($name), Count::$count, $params)?; )*
            Ok(())
        }

        /// Names of the units that are specified and proved, and that no machine has yet.
        pub const BESIDE: &[&str] = &[$( <crate::$($besides)::+ as Unit>::NAME, )*];

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
            $( if name == <crate::$($besides)::+ as Unit>::NAME {
                return Some(visitor.visit::<crate::$($besides)::+>());
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
                    $( $other: $crate::$($besides)::+, )*
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
    }
    units {
        kmu: kmu::Kmu, One, Some(crate::kmu::pins::Params { hwqs: s.hwqs });
        kernel_distributor: kernel_distributor::KernelDistributor, One,
            Some(crate::kernel_distributor::pins::Params { entries: s.kdes });
        agt: agt::Agt, One, s.agt.clone();
        smx_scheduler: smx_scheduler::SmxScheduler, One, Some(s.smx.clone());
        dats: dats::Dats, One, s.dgb.is_some().then_some(crate::dats::pins::Params {});
        dgb: dgb::Dgb, One, s.dgb.clone();
    }
    // The TB sources, the placement and the residency that the SMX scheduler, the Kernel Distributor and
    // DATS give way to.
    beside {
        fcfs: fcfs::Fcfs;
        kd: kd::Kd;
        dats_source: dats_source::DatsSource;
        placement_rr: placement_rr::RoundRobin;
        residency: residency::Residency;
    }
}

/// The machine of the papers: KMU, Kernel Distributor, AGT, SMX scheduler, DATS and DGB.
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
    stream agt.link -> kernel_distributor.link
    stream kernel_distributor.next -> agt.next
    level  kernel_distributor.head -> smx_scheduler.head
    pulse  smx_scheduler.native_done -> kernel_distributor.native_done
    pulse  smx_scheduler.advance -> kernel_distributor.advance
    pulse  smx_scheduler.unmark -> kernel_distributor.unmark
    pulse  smx_scheduler.tb -> kernel_distributor.start
    pulse  smx_scheduler.kd_end -> kernel_distributor.end
    stream smx_scheduler.take -> agt.take
    pulse  agt.group -> smx_scheduler.group
    stream smx_scheduler.done -> agt.done
    stream smx_scheduler.agt_end -> agt.end
    stream smx_scheduler.graph -> dats.graph
    stream dats.issue -> smx_scheduler.node
    level  dats.issue_node -> smx_scheduler.node_id
    stream smx_scheduler.node_end -> dats.end
    level  smx_scheduler.node_end_id -> dats.end_node
    stream dats.start -> dgb.start
    stream dgb.node -> dats.node
    stream dats.done -> dgb.done
    level  dgb.tail_level -> dats.tail_level
    # Without a graph nothing is bounded, and the inputs of an idle buffer stay at zero.
    level  dats.limit_level unless dgb.start_ready -> dgb.limit_level
";

const BOUNDARY: &str = "
    straps: kmu.cfg
    host: kmu.host, kmu.hwq_ready, kmu.done
    memory: kmu.mem, agt.mem, dats.mem, dgb.mem
    smxs: kmu.cmd, kmu.overflow, kernel_distributor.match, kernel_distributor.retire, agt.alloc, smx_scheduler.tb, smx_scheduler.end
    status: kmu.pending, kmu.suspended, kernel_distributor.live, agt.occupied, dgb.pub_used
";
