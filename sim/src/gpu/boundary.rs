//! The boundary of the chip: the pins that host, launch path, SMXs and memory drive and read, each
//! found once by its name.

use super::ids::{DeviceAddr, Hwq, Kdei, SlotId, SmxId, TbSlot};
use crate::config::{GpuConfig, LaunchMode, TbPlacement, TbSource};
use crate::smx::registers_of_unit;
use heddle_hw::agt::agei::Agei;
use heddle_hw::chip::{Chip, PinRef, Sizes};
use heddle_hw::kernel_distributor::pins::{decode_grid, decode_shape};
use heddle_hw::kit::unit::Unit;
use heddle_hw::kit::{width, Class};
use heddle_hw::{agt, dgb, laperm, rename, residency, reuse_monitor, skip_table};

/// A value that stands on one pin as a word.
pub(super) trait PinWord: Copy {
    /// The value that a pin shows.
    fn from_pin(word: u32) -> Self;
    /// The word that a pin shows.
    fn to_pin(self) -> u32;
}

macro_rules! pin_words {
    ($($kind:ident: $from:expr, $to:expr;)*) => {
        $(impl PinWord for $kind {
            #[inline]
            fn from_pin(word: u32) -> Self {
                $from(word)
            }

            #[inline]
            fn to_pin(self) -> u32 {
                $to(self)
            }
        })*
    };
}

pin_words! {
    SmxId: SmxId::new, SmxId::number;
    SlotId: SlotId::new, SlotId::number;
    Kdei: Kdei::new, Kdei::number;
    Hwq: Hwq::new, Hwq::number;
    Agei: Agei::from_word, Agei::word;
    DeviceAddr: |word| DeviceAddr::new(u64::from(word)), DeviceAddr::word;
}

/// The value on a pin.
#[inline]
pub(super) fn get<T: PinWord>(chip: &Chip, pin: PinRef) -> T {
    T::from_pin(chip.get(pin))
}

/// Sets a pin to a value, or to zero where there is none.
#[inline]
pub(super) fn set<T: PinWord>(chip: &mut Chip, pin: PinRef, value: Option<T>) {
    chip.set(pin, value.map_or(0, T::to_pin));
}

/// The tag of a kernel that comes from a hardware work queue, in a machine of some class.
pub(super) fn tag_of(class: Class, hwq: Hwq) -> u32 {
    from_host(class) | hwq.to_pin()
}

/// The hardware work queue of a kernel with this tag on this chip; none if it does not come from one.
pub(super) fn queue_of(chip: &Chip, tag: u32) -> Option<Hwq> {
    let from_host = from_host(chip.layout().class);
    (tag & from_host != 0).then(|| Hwq::from_pin(tag & (from_host - 1)))
}

/// Declares a struct of pins of one instance. A machine may have none of it, one, or one for each SMX.
macro_rules! boundary_pins {
    ($(#[$doc:meta])* $name:ident of $instance:literal {
        in { $($input:ident),* $(,)? } out { $($output:ident),* $(,)? }
    }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub(super) struct $name { $(pub $input: PinRef,)* $(pub $output: PinRef,)* }

        impl $name {
            /// The pins of every instance on `chip` that has them: one, or one for each SMX, by number.
            pub fn all(chip: &Chip) -> impl Iterator<Item = Self> + '_ {
                chip.layout().declared($instance).filter_map(|(_, slot)| {
                    Some(Self {
                        $($input: slot.input_pin(stringify!($input))?,)*
                        $($output: slot.output_pin(stringify!($output))?,)*
                    })
                })
            }
        }
    };
}

boundary_pins! {
    /// The KMU, as the configuration straps it.
    StrapPins of "kmu" { in { cfg_dispatch_cycles, cfg_pending_limit } out {} }
}
boundary_pins! {
    /// The KMU, as the host sees it.
    HostPins of "kmu" {
        in { host_valid, host_hwq, host_desc, done_valid, done_hwq } out { hwq_ready }
    }
}
boundary_pins! {
    /// The KMU, as the launch path sees it.
    CommandPins of "kmu" {
        in { cmd_valid, cmd_kind, cmd_desc, cmd_level, cmd_cluster } out { cmd_ready, overflow, pending, suspended }
    }
}
boundary_pins! {
    /// The Kernel Distributor, as the launch path and the host see it.
    MatchPins of "kernel_distributor" {
        in { match_valid, match_pc, match_shape, match_demand, match_count }
        out { match_ready, match_done, match_hit, match_kdei, retire_valid, retire_tag, live }
    }
}
boundary_pins! {
    /// The AGT, as the launch path sees it.
    AllocPins of "agt" {
        in {
            alloc_valid, alloc_hw_tid, alloc_kdei, alloc_grid_x, alloc_grid_yz, alloc_param,
            alloc_record, link_ready
        }
        out { alloc_ready, link_valid, link_agei, occupied }
    }
}
boundary_pins! {
    /// LaPerm's queues, as the launch path sees them.
    QueuePins of "laperm" {
        in {
            alloc_valid, alloc_kdei, alloc_cluster, alloc_level, alloc_grid_x, alloc_grid_yz,
            alloc_param, alloc_record
        }
        out { alloc_ready }
    }
}
boundary_pins! {
    /// Residency, as the SMXs see it.
    ResidencyPins of "residency" {
        in { end_valid, end_smx, end_slot } out { start_valid, start_smx, start_slot, end_ready }
    }
}

boundary_pins! {
    /// A reuse monitor, as its SMX sees it.
    MonitorPins of "reuse_monitor" {
        in {
            cfg_parents_count, cfg_own_parents, cfg_own_children, read_valid, read_line, read_child,
            read_parent, clear
        }
        out {
            result_parent_child, result_sibling, result_own, parent_child_hits, parent_child_misses,
            sibling_hits, sibling_misses, own_hits, own_misses, predicted, high_priority, clearing
        }
    }
}

boundary_pins! {
    /// A skip table, as its SMX sees it.
    SkipTablePins of "skip_table" {
        in {
            ask0_valid, ask0_tb, ask0_warp, ask0_pc, ask0_load, ask0_register,
            ask1_valid, ask1_tb, ask1_warp, ask1_pc, ask1_load, ask1_register,
            ask2_valid, ask2_tb, ask2_warp, ask2_pc, ask2_load, ask2_register,
            ask3_valid, ask3_tb, ask3_warp, ask3_pc, ask3_load, ask3_register,
            wb_valid, wb_tb, wb_pc, store_valid, store_tb, fence,
            path_valid, path_what, path_tb, path_warps
        }
        out { answer0, answer1, answer2, answer3 }
    }
}

boundary_pins! {
    /// A rename unit, as its SMX sees it.
    RenameUnitPins of "rename" {
        in {
            change_valid, change_what, change_tb, change_register, change_wide, change_warps,
            look_valid, look_tb, look_warp,
            look_register0, look_register1, look_register2, look_register3
        }
        out {
            result_done, result_low, result_free,
            place_shared, place_low0, place_low1, place_low2, place_low3
        }
    }
}

boundary_pins! {
    /// The queues of chains, as the profile of a limit study sees them.
    HomePins of "chain_queues" {
        in { home_smx } out { place_valid, place_param, place_item }
    }
}

/// A source of TBs, as the SMXs see it.
#[derive(Clone, Copy, Debug)]
struct SourcePins {
    valid: PinRef,
    pc: PinRef,
    param: PinRef,
    shape: PinRef,
    grid: (PinRef, PinRef),
    block: (PinRef, PinRef),
    /// Of a source whose TBs have levels.
    level: Option<PinRef>,
}

impl SourcePins {
    fn find(chip: &Chip, source: &str) -> Option<Self> {
        let pin = |name| chip.output(source, name);
        Some(Self {
            valid: pin("tb_valid")?,
            pc: pin("tb_pc")?,
            param: pin("tb_param")?,
            shape: pin("tb_shape")?,
            grid: (pin("tb_grid_x")?, pin("tb_grid_yz")?),
            block: (pin("tb_block_x")?, pin("tb_block_yz")?),
            level: pin("tb_level"),
        })
    }
}

/// A TB that starts.
#[derive(Clone, Copy, Debug)]
pub(super) struct StartingTb {
    /// Where residency has put it.
    pub at: TbSlot,
    pub pc: u32,
    /// Address of its parameters; of a TB that comes back, of its descriptor.
    pub param: DeviceAddr,
    /// Dimensions in threads.
    pub block: [u32; 3],
    pub grid: [u32; 3],
    pub block_idx: [u32; 3],
    /// Level of its source's queues: 0 where there are none.
    pub level: u32,
}

/// What a machine must have to run kernels at all, and what only some have.
#[derive(Clone, Debug)]
pub(super) struct BoundaryPins {
    pub straps: StrapPins,
    pub host: HostPins,
    pub command: CommandPins,
    pub kernels: MatchPins,
    pub residency: ResidencyPins,
    /// Whoever sends TBs, in the order of the boundary.
    sources: Vec<SourcePins>,
    pub alloc: Option<AllocPins>,
    pub queues: Option<QueuePins>,
    pub homes: Option<HomePins>,
}

impl BoundaryPins {
    /// The pins on `chip`. The error names the instance that is missing.
    pub fn find(chip: &Chip) -> Result<Self, String> {
        let missing =
            |name: &str| format!("the declaration of the chip has no {name} with its pins");
        let tbs = chip.resolved().boundary.iter().filter(|group| group.name == "tbs");
        let sources = tbs.flat_map(|group| &group.ends);
        let sources = sources.filter_map(|end| SourcePins::find(chip, &end.instance));
        Ok(Self {
            straps: StrapPins::all(chip).next().ok_or_else(|| missing("kmu"))?,
            host: HostPins::all(chip).next().ok_or_else(|| missing("kmu"))?,
            command: CommandPins::all(chip).next().ok_or_else(|| missing("kmu"))?,
            kernels: MatchPins::all(chip).next().ok_or_else(|| missing("kernel_distributor"))?,
            residency: ResidencyPins::all(chip).next().ok_or_else(|| missing("residency"))?,
            sources: sources.collect(),
            alloc: AllocPins::all(chip).next(),
            queues: QueuePins::all(chip).next(),
            homes: HomePins::all(chip).next(),
        })
    }

    /// The TB that starts in this cycle: what its source says of it, and where residency has put it.
    pub fn starting_tb(&self, chip: &Chip) -> Option<StartingTb> {
        let source = self.sources.iter().find(|source| chip.get(source.valid) != 0)?;
        let triple = |(x, yz): (PinRef, PinRef)| decode_grid([chip.get(x), chip.get(yz)]);
        let (smx, slot) = (self.residency.start_smx, self.residency.start_slot);
        Some(StartingTb {
            at: TbSlot { smx: get(chip, smx), slot: get(chip, slot) },
            pc: chip.get(source.pc),
            param: get(chip, source.param),
            block: decode_shape(chip.get(source.shape)),
            grid: triple(source.grid),
            block_idx: triple(source.block),
            level: source.level.map_or(0, |level| chip.get(level)),
        })
    }
}

/// Tag bit of a kernel that came from an HWQ, in a machine of some class: the uppermost. The bits below it are the queue.
fn from_host(class: Class) -> u32 {
    1 << (width::TAG.of(class) - 1)
}

/// Bytes that the dependency graph buffer fetches at a time: a line.
pub(super) const CHUNK_BYTES: u32 = 128;

/// The sizes that a configuration gives the chip. Units that it does not use are absent: the AGT where
/// nothing is launched from the device, DATS and the DGB where graphs are not followed.
pub fn chip_sizes(config: &GpuConfig) -> Sizes {
    Sizes {
        smxs: config.smx.count,
        hwqs: config.units.hwqs,
        kdes: config.units.kdes,
        consecutive: config.tb.consecutive,
        smx: residency::pins::Params {
            smxs: config.smx.count,
            slots: config.smx.tbs,
            threads: config.smx.threads,
            registers: config.smx.registers / 256,
            shared: config.smx.shared_bytes / 256,
        },
        agt: (config.kernel.launch != LaunchMode::Flat && !config.tb.source.has_queues())
            .then(|| agt_sizes(config)),
        dgb: (config.tb.source == TbSource::Dats).then(|| dgb_sizes(config)),
        laperm: config.tb.source.has_queues().then(|| laperm_sizes(config)),
        pool_by_priority: config.tb.source.is_by_priority(),
        monitor: config.has_monitors().then(|| monitor_sizes(config)),
        skip_table: config.has_skip_tables().then(|| skip_table_sizes(config)),
        rename: config.has_skip_tables().then(|| rename_sizes(config)),
    }
}

/// The sizes of the Aggregated Group Table.
pub fn agt_sizes(config: &GpuConfig) -> agt::pins::Params {
    let units = &config.units;
    agt::pins::Params { entries: units.agt_entries, organisation: units.agt_organisation }
}

/// The sizes of LaPerm's queues, which LASER uses too: those of the CUs, from which other CUs steal.
pub fn laperm_sizes(config: &GpuConfig) -> laperm::pins::Params {
    let (smx, placement) = (&config.smx, config.tb.placement);
    let by_priority = config.tb.source.is_by_priority();
    laperm::pins::Params {
        smxs: smx.count,
        cluster: if placement == TbPlacement::Any { smx.count } else { smx.cluster },
        // Of low and of high priority.
        levels: if by_priority { 2 } else { config.laperm.levels },
        entries: config.laperm.entries,
        kdes: config.units.kdes,
        adaptive: by_priority || placement == TbPlacement::Adaptive,
    }
}

/// The sizes of the reuse monitors.
fn monitor_sizes(config: &GpuConfig) -> reuse_monitor::pins::Params {
    let words = config.laser.filter_words;
    reuse_monitor::pins::Params { words, ..reuse_monitor::ReuseMonitor::paper() }
}

/// The sizes of the skip tables, which take TBs of any size.
fn skip_table_sizes(config: &GpuConfig) -> skip_table::pins::Params {
    let (paper, tbs) = (skip_table::SkipTable::paper(), config.smx.tbs.max(2));
    skip_table::pins::Params { tbs, entries: config.darsie.entries, ..paper }
}

/// The sizes of the rename units, which take TBs of any size too.
fn rename_sizes(config: &GpuConfig) -> rename::pins::Params {
    let (paper, tbs) = (rename::Rename::paper(), config.smx.tbs.max(2));
    rename::pins::Params { tbs, registers: registers_of_unit(&config.darsie), ..paper }
}

/// The sizes of the Dependency Graph Buffer.
fn dgb_sizes(config: &GpuConfig) -> dgb::pins::Params {
    let units = &config.units;
    dgb::pins::Params {
        nodes: units.lna_entries,
        edges: units.lea_entries,
        pub_entries: units.pub_entries,
        chunk_bytes: CHUNK_BYTES,
        id_bits: units.graph_id_bits,
    }
}
