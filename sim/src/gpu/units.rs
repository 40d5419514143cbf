//! The units on the scheduling path, in whatever backends the caller chose.

use crate::config::GpuConfig;
use heddle_hw::kit::{Clocked, Pins, Unit};
use heddle_hw::{agt, dats, dgb, kernel_distributor, kmu, smx_scheduler};

/// A unit whose backend is chosen at run time.
pub type BoxedClocked<I, O> = Box<dyn Clocked<In = I, Out = O>>;

/// Where units come from: fast models, circuits, Verilated libraries, or pairs of them.
pub trait UnitFactory {
    /// Builds one unit; the error says in one sentence why it cannot be had.
    fn build<R: Unit>(&self, params: &R::Params) -> Result<BoxedClocked<R::In, R::Out>, String>;
}

/// The fast models: needs nothing but this crate.
pub struct ModelUnits;

impl UnitFactory for ModelUnits {
    fn build<R: Unit>(&self, params: &R::Params) -> Result<BoxedClocked<R::In, R::Out>, String> {
        Ok(Box::new(R::model(params)))
    }
}

/// A unit with the pins of the current cycle.
pub struct Socket<I: Pins, O: Pins> {
    unit: BoxedClocked<I, O>,
    /// Outputs in this cycle.
    pub out: O,
    /// Inputs at the edge that ends this cycle.
    pub input: I,
    /// Inputs and outputs as the trace has seen them last; all zeros before.
    pub(super) traced: (I, O),
    /// Steps taken, for speed figures.
    pub steps: u64,
}

impl<I: Pins, O: Pins> Socket<I, O> {
    fn new(unit: BoxedClocked<I, O>) -> Self {
        let out = unit.out();
        let traced = (I::default(), O::default());
        Self { unit, out, input: I::default(), traced, steps: 0 }
    }

    /// Whether the coming edge can change anything.
    fn moves(&self) -> bool {
        !(self.unit.idle() && self.input.is_neutral())
    }

    /// The clock edge, left out where it would change nothing. Whether the unit moved.
    fn step(&mut self) -> Result<bool, String> {
        let moves = self.moves();
        if moves {
            self.unit.step(&self.input);
            self.out = self.unit.out();
            self.steps += 1;
            if let Some(fault) = self.unit.fault() {
                return Err(fault);
            }
        }
        Ok(moves)
    }
}

/// The scheduling hardware of one GPU.
pub struct Units {
    /// Kernel Management Unit.
    pub kmu: Socket<kmu::pins::In, kmu::pins::Out>,
    /// Kernel Distributor and FCFS controller.
    pub kd: Socket<kernel_distributor::pins::In, kernel_distributor::pins::Out>,
    /// Aggregated Group Table.
    pub agt: Socket<agt::pins::In, agt::pins::Out>,
    /// SMX scheduler.
    pub scheduler: Socket<smx_scheduler::pins::In, smx_scheduler::pins::Out>,
    /// Dependency-aware TB scheduler.
    pub dats: Socket<dats::pins::In, dats::pins::Out>,
    /// Dependency Graph Buffer.
    pub dgb: Socket<dgb::pins::In, dgb::pins::Out>,
}

impl Units {
    /// Names of the units in the order traces use.
    pub const NAMES: [&'static str; 6] = [
        kmu::Kmu::NAME,
        kernel_distributor::KernelDistributor::NAME,
        agt::Agt::NAME,
        smx_scheduler::SmxScheduler::NAME,
        dats::Dats::NAME,
        dgb::Dgb::NAME,
    ];

    /// Builds the units with the sizes of a configuration.
    pub fn new(config: &GpuConfig, factory: &impl UnitFactory) -> Result<Self, String> {
        let sizes = UnitSizes::of(config);
        Ok(Self {
            kmu: Socket::new(factory.build::<kmu::Kmu>(&sizes.kmu)?),
            kd: Socket::new(factory.build::<kernel_distributor::KernelDistributor>(&sizes.kd)?),
            agt: Socket::new(factory.build::<agt::Agt>(&sizes.agt)?),
            scheduler: Socket::new(factory.build::<smx_scheduler::SmxScheduler>(&sizes.scheduler)?),
            dats: Socket::new(factory.build::<dats::Dats>(&sizes.dats)?),
            dgb: Socket::new(factory.build::<dgb::Dgb>(&sizes.dgb)?),
        })
    }

    /// Wires outputs to inputs between units; the pins towards SMXs, host and memory are set by
    /// their owners. A ready is passed on only while there is something to take, which changes no
    /// transfer and leaves the inputs of an idle unit neutral.
    pub fn wire(&mut self) {
        let (kmu, kd, agt, scheduler) =
            (&self.kmu.out, &self.kd.out, &self.agt.out, &self.scheduler.out);

        let i = &mut self.kmu.input;
        i.disp_ready = kmu.disp_valid && kd.disp_ready;

        let i = &mut self.kd.input;
        i.disp_valid = kmu.disp_valid;
        i.disp_pc = kmu.disp_pc;
        i.disp_grid_x = kmu.disp_grid_x;
        i.disp_grid_yz = kmu.disp_grid_yz;
        i.disp_shape = kmu.disp_shape;
        i.disp_demand = kmu.disp_demand;
        i.disp_param = kmu.disp_param;
        i.disp_tag = kmu.disp_tag;
        i.disp_desc = kmu.disp_desc;
        i.link_valid = agt.link_valid;
        i.link_kdei = agt.link_kdei;
        i.link_agei = agt.link_agei;
        i.next_ready = kd.next_valid && agt.next_ready;
        i.native_done = scheduler.native_done;
        i.advance_valid = scheduler.advance_valid;
        i.advance_next = scheduler.advance_next;
        i.unmark = scheduler.unmark;
        i.start_valid = scheduler.tb_valid;
        i.end_valid = scheduler.kd_end_valid;
        i.end_kdei = scheduler.kd_end_kdei;

        let i = &mut self.agt.input;
        i.link_ready = agt.link_valid && kd.link_ready;
        i.next_valid = kd.next_valid;
        i.next_prev = kd.next_prev;
        i.next_agei = kd.next_agei;
        i.take_valid = scheduler.take_valid;
        i.take_agei = scheduler.take_agei;
        i.done_valid = scheduler.done_valid;
        i.done_agei = scheduler.done_agei;
        i.done_count = scheduler.done_count;
        i.end_valid = scheduler.agt_end_valid;
        i.end_agei = scheduler.agt_end_agei;

        let i = &mut self.scheduler.input;
        i.head_valid = kd.head_valid;
        i.head_kdei = kd.head_kdei;
        i.head_first = kd.head_first;
        i.head_pc = kd.head_pc;
        i.head_grid_x = kd.head_grid_x;
        i.head_grid_yz = kd.head_grid_yz;
        i.head_shape = kd.head_shape;
        i.head_demand = kd.head_demand;
        i.head_param = kd.head_param;
        i.head_nagei = kd.head_nagei;
        i.head_lagei = kd.head_lagei;
        i.take_ready = scheduler.take_valid && agt.take_ready;
        i.group_valid = agt.group_valid;
        i.group_grid_x = agt.group_grid_x;
        i.group_grid_yz = agt.group_grid_yz;
        i.group_param = agt.group_param;
        i.group_next = agt.group_next;
        i.done_ready = scheduler.done_valid && agt.done_ready;
        i.agt_end_ready = scheduler.agt_end_valid && agt.end_ready;
        self.wire_graph();
    }

    /// The same between the units that dependency graphs concern.
    fn wire_graph(&mut self) {
        let (scheduler, dats, dgb) = (&self.scheduler.out, &self.dats.out, &self.dgb.out);

        let i = &mut self.scheduler.input;
        i.graph_ready = scheduler.graph_valid && dats.graph_ready;
        i.node_valid = dats.issue_valid;
        i.node_id = dats.issue_node;
        i.node_block_x = dats.issue_block_x;
        i.node_block_yz = dats.issue_block_yz;
        i.node_last = dats.issue_last;
        i.node_end_ready = scheduler.node_end_valid && dats.end_ready;

        let i = &mut self.dats.input;
        i.graph_valid = scheduler.graph_valid;
        i.graph_header = scheduler.graph_header;
        i.issue_ready = dats.issue_valid && scheduler.node_ready;
        i.end_valid = scheduler.node_end_valid;
        i.end_node = scheduler.node_end_id;
        i.start_ready = dats.start_valid && dgb.start_ready;
        i.node_valid = dgb.node_valid;
        i.node_id = dgb.node_id;
        i.node_tb = dgb.node_tb;
        i.node_level = dgb.node_level;
        i.done_ready = dats.done_valid && dgb.done_ready;
        i.tail_level = dgb.tail_level;

        let i = &mut self.dgb.input;
        i.start_valid = dats.start_valid;
        i.start_nodes = dats.start_nodes;
        i.start_edges = dats.start_edges;
        i.start_node_base = dats.start_node_base;
        i.start_edge_base = dats.start_edge_base;
        // Without a graph nothing is bounded, and the inputs of an idle buffer stay neutral.
        i.limit_level = if dgb.start_ready { 0 } else { dats.limit_level };
        i.node_ready = dgb.node_valid && dats.node_ready;
        i.done_valid = dats.done_valid;
        i.done_node = dats.done_node;
    }

    /// Steps all units; whether any moved.
    pub fn step(&mut self) -> Result<bool, String> {
        let moved = [
            self.kmu.step()?,
            self.kd.step()?,
            self.agt.step()?,
            self.scheduler.step()?,
            self.dats.step()?,
            self.dgb.step()?,
        ];
        Ok(moved.contains(&true))
    }

    /// Whether all units wait for an input: as long as none changes, they do nothing.
    pub fn wait(&self) -> bool {
        self.kmu.unit.idle()
            && self.kd.unit.idle()
            && self.agt.unit.idle()
            && self.scheduler.unit.idle()
            && self.dats.unit.idle()
            && self.dgb.unit.idle()
    }

    /// Whether any unit would move at the coming edge.
    pub fn active(&self) -> bool {
        self.kmu.moves()
            || self.kd.moves()
            || self.agt.moves()
            || self.scheduler.moves()
            || self.dats.moves()
            || self.dgb.moves()
    }
}

/// Tag bit of a kernel that came from an HWQ.
pub const FROM_HOST: u32 = 1 << 5;

/// Sizes of the units in one GPU.
#[derive(Clone, Debug)]
pub struct UnitSizes {
    /// Kernel Management Unit.
    pub kmu: kmu::pins::Params,
    /// Kernel Distributor.
    pub kd: kernel_distributor::pins::Params,
    /// Aggregated Group Table.
    pub agt: agt::pins::Params,
    /// SMX scheduler.
    pub scheduler: smx_scheduler::pins::Params,
    /// Dependency-aware TB scheduler.
    pub dats: dats::pins::Params,
    /// Dependency Graph Buffer.
    pub dgb: dgb::pins::Params,
}

impl UnitSizes {
    /// The sizes a configuration asks for.
    pub fn of(config: &GpuConfig) -> Self {
        Self {
            kmu: kmu::pins::Params { hwqs: config.units.hwqs },
            kd: kernel_distributor::pins::Params { entries: config.units.kdes },
            agt: agt::pins::Params {
                entries: config.units.agt_entries,
                organisation: config.units.agt_organisation,
            },
            scheduler: smx_scheduler::pins::Params {
                smxs: config.smx.count,
                slots: config.smx.tbs,
                threads: config.smx.threads,
                registers: config.smx.registers / 256,
                shared: config.smx.shared_bytes / 256,
            },
            dats: dats::pins::Params {},
            dgb: dgb::pins::Params {
                nodes: config.units.lna_entries,
                edges: config.units.lea_entries,
                pub_entries: config.units.pub_entries,
                chunk_bytes: CHUNK_BYTES,
                id_bits: config.units.graph_id_bits,
            },
        }
    }
}

/// Bytes that the dependency graph buffer fetches at a time: a line.
pub(super) const CHUNK_BYTES: u32 = 128;
