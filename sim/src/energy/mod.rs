//! The energy of a run: counts of what happened, each times what it costs.
//!
//! What an event costs is a published figure (`energy.toml`). It is scaled from the node of its source to that of the
//! machine (`energy.node_nm`) in proportion, since voltages have hardly fallen since 45 nm and a gate's capacitance goes
//! with its size. docs/src/energy.md says what is counted, and what is not.

mod table;
#[cfg(test)]
mod tests;

use crate::config::{Frontend, GpuConfig};
use crate::mem::{L1Stats, MemoryStats, LINE_BYTES, SECTOR_BYTES, SHARED_BANKS};
use crate::smx::{Activity, Operation, SkipCounts, SmxStats};
use serde::Serialize;
use table::{Table, TABLE};

/// Joules per picojoule.
const PICO: f64 = 1e-12;

/// Joules of a run, by what took them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct EnergyParts {
    /// Instructions brought from the instruction cache, decoded and issued.
    pub fetch_decode: f64,
    /// Registers read for operands and written with results.
    pub register_file: f64,
    /// Lanes in the execution units, with the addresses of memory accesses.
    pub execute: f64,
    /// Words read and written in shared memory.
    pub shared: f64,
    /// Lines read, filled and written in the L1s.
    pub l1: f64,
    /// Constants and parameters read in the constant caches, and lines filled.
    pub constant_cache: f64,
    /// Sectors read, filled and written in the L2.
    pub l2: f64,
    /// Flits between the SMXs and the L2.
    pub noc: f64,
    /// Bursts of DRAM, with its share of activations and the bus.
    pub dram: f64,
    /// What is looked up to skip instructions.
    pub skip_table: f64,
    /// What SMXs take in every cycle, whatever they do.
    pub leakage: f64,
}

impl EnergyParts {
    /// The energy of what these counts say, of a run of `cycles` core cycles.
    pub fn of(
        config: &GpuConfig,
        cycles: u64,
        smx: &SmxStats,
        skips: Option<&SkipCounts>,
        memory: &MemoryStats,
    ) -> Self {
        let costs = Costs { table: &TABLE, config };
        let (l1, constants) = (&config.l1, &config.constant_cache);
        let l1_bytes = line_bytes(l1.sets * l1.ways);
        let constant_bytes = line_bytes(constants.sets * constants.ways);
        let idle = u64::from(config.smx.count) * cycles;
        // Milliwatts over megahertz are nanojoules per cycle.
        let leakage = f64::from(config.energy.smx_idle_mw) / f64::from(config.core_mhz) * 1e-9;
        Self {
            fetch_decode: costs.front_end(smx),
            register_file: costs.registers(&smx.activity),
            execute: costs.lanes(&smx.activity),
            shared: costs.sram(
                f64::from(config.smx.shared_bytes) / SHARED_BANKS as f64,
                32.0 * smx.activity.shared_words as f64,
            ),
            l1: costs.sram(l1_bytes, bits(LINE_BYTES, l1_lines(&memory.l1))),
            constant_cache: costs.sram(
                constant_bytes,
                64.0 * memory.constant.loads as f64 + bits(LINE_BYTES, memory.constant.misses),
            ),
            l2: costs.l2(memory),
            noc: costs.wires(memory.flits),
            dram: costs.dram(memory),
            skip_table: skips.map_or(0.0, |skips| costs.skipping(skips)),
            leakage: leakage * idle as f64,
        }
    }

    /// All of it.
    pub fn total(&self) -> f64 {
        let Self { fetch_decode, register_file, execute, shared, l1, constant_cache, .. } = self;
        let Self { l2, noc, dram, skip_table, leakage, .. } = self;
        let smxs = fetch_decode + register_file + execute + shared + l1 + constant_cache;
        smxs + l2 + noc + dram + skip_table + leakage
    }
}

/// The bytes of a cache of `lines` lines.
fn line_bytes(lines: u32) -> f64 {
    f64::from(lines) * LINE_BYTES as f64
}

fn bits(bytes: u64, count: u64) -> f64 {
    (8 * bytes * count) as f64
}

/// Lines that an L1 reads for loads, fills, keeps of stores, and reads to write them back.
fn l1_lines(l1: &L1Stats) -> u64 {
    l1.loads + l1.misses + l1.stores_kept + l1.write_backs
}

/// What events cost on a machine, in joules.
struct Costs<'a> {
    table: &'a Table,
    config: &'a GpuConfig,
}

impl Costs<'_> {
    /// Joules, on this machine, of a picojoule at a source's node.
    fn scale(&self, nm: f64) -> f64 {
        PICO * f64::from(self.config.energy.node_nm) / nm
    }

    fn front_end(&self, smx: &SmxStats) -> f64 {
        let costs = &self.table.front_end;
        let fetched = costs.fetch_pj * smx.activity.fetched as f64;
        let issued = costs.control_pj * smx.warp_instructions as f64;
        self.scale(costs.nm) * (fetched + issued)
    }

    fn registers(&self, activity: &Activity) -> f64 {
        let costs = &self.table.register_file;
        let reads = costs.read_pj * activity.register_reads as f64;
        let writes = costs.write_pj * activity.register_writes as f64;
        self.scale(costs.nm) * (reads + writes)
    }

    fn lanes(&self, activity: &Activity) -> f64 {
        let (costs, double) = (&self.table.lane, &self.table.lane_fp64);
        let lanes = |operation: Operation| activity.operations[operation as usize] as f64;
        let single = costs.move_pj * lanes(Operation::Move)
            + costs.int_add_pj * lanes(Operation::IntAdd)
            + costs.int_mul_pj * lanes(Operation::IntMul)
            + costs.int_mad_pj * lanes(Operation::IntMad)
            + costs.int_div_pj * lanes(Operation::IntDiv)
            + costs.fp32_add_pj * lanes(Operation::Fp32Add)
            + costs.fp32_mad_pj * lanes(Operation::Fp32Mad)
            + costs.fp32_div_pj * lanes(Operation::Fp32Div)
            + costs.sfu_pj * lanes(Operation::Sfu);
        let doubles = double.add_pj * lanes(Operation::Fp64Add)
            + double.mad_pj * lanes(Operation::Fp64Mad)
            + double.div_pj * lanes(Operation::Fp64Div);
        self.scale(costs.nm) * single + self.scale(double.nm) * doubles
    }

    /// So many bits of a memory of so many bytes.
    fn sram(&self, bytes: f64, bits: f64) -> f64 {
        let sram = &self.table.sram;
        let larger = (bytes.max(sram.bytes) / sram.bytes).sqrt();
        self.scale(sram.nm) * sram.access_pj * larger * bits / 64.0
    }

    fn l2(&self, memory: &MemoryStats) -> f64 {
        let l2 = &self.config.l2;
        let sectors = memory.l2.reads + memory.l2.writes + memory.l2.write_backs;
        let filled = u64::from(self.config.dram.burst_bytes) * memory.dram.reads;
        self.sram(line_bytes(l2.sets * l2.ways), bits(SECTOR_BYTES, sectors) + bits(filled, 1))
    }

    fn wires(&self, flits: u64) -> f64 {
        let wire = &self.table.wire;
        PICO * wire.bit_mm_pj * wire.mm * bits(self.config.interconnect.flit_bytes.into(), flits)
    }

    fn dram(&self, memory: &MemoryStats) -> f64 {
        let bursts = memory.dram.reads + memory.dram.writes;
        let femtojoules = f64::from(self.config.energy.dram_fj_per_bit);
        PICO * femtojoules / 1e3 * bits(self.config.dram.burst_bytes.into(), bursts)
    }

    fn skipping(&self, skips: &SkipCounts) -> f64 {
        let costs = &self.table.skipping;
        let entry = match self.config.frontend {
            Frontend::Uv => costs.reuse_bits,
            _ => costs.entry_bits,
        };
        let looked_up = entry * skips.looked_up as f64;
        self.sram(0.0, looked_up + costs.rename_bits * skips.renamed as f64)
    }
}
