//! What every integer of a configuration may be, and its unit. The check of a value and the page of keys both read this
//! table.

use super::check::{matches, BUS_TURNAROUND, SPACING_MAX};
use heddle_hw::kit::unit::Allowed;
use heddle_hw::{
    agt, dgb, kernel_distributor, kmu, laperm, placement_rr, rename, residency, reuse_monitor,
    skip_table,
};
use std::fmt;

/// What an integer may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Range {
    pattern: &'static str,
    /// The least.
    pub low: i64,
    /// The greatest.
    pub high: i64,
    /// What is counted.
    pub unit: &'static str,
    steps: Steps,
}

/// Which numbers of a range are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Steps {
    All,
    /// A value that indexes by bits.
    PowersOfTwo,
    /// A size that the scheduling hardware counts in granules of as many bytes or registers.
    MultiplesOf(i64),
    OneOf(&'static [u32]),
}

const fn range(pattern: &'static str, low: i64, high: i64, unit: &'static str) -> Range {
    Range { pattern, low, high, unit, steps: Steps::All }
}

/// The range of a key that is a size of a unit: what the unit may have.
const fn sized(key: &'static str, allowed: Allowed, unit: &'static str) -> Range {
    let (low, high) = allowed.bounds();
    let steps = match allowed {
        Allowed::Range(..) => Steps::All,
        Allowed::PowersOfTwo(..) => Steps::PowersOfTwo,
        Allowed::OneOf(values) => Steps::OneOf(values),
    };
    Range { pattern: key, low, high, unit, steps }
}

impl Range {
    const fn powers_of_two(self) -> Self {
        Self { steps: Steps::PowersOfTwo, ..self }
    }

    const fn multiples_of(self, unit: i64) -> Self {
        Self { steps: Steps::MultiplesOf(unit), ..self }
    }

    /// Says what is allowed if `value` is not.
    pub(super) fn refusal(&self, value: i64) -> Option<String> {
        let Self { low, high, .. } = *self;
        if !(low..=high).contains(&value) {
            return Some(format!("allowed are {low} to {high}"));
        }
        match self.steps {
            Steps::PowersOfTwo if value & (value - 1) != 0 => {
                Some("it must be a power of two".into())
            }
            Steps::MultiplesOf(unit) if value % unit != 0 => {
                let near = (value - value % unit).max(unit);
                let next = near + unit;
                Some(format!(
                    "it is counted in units of {unit}; choose a multiple, such as {near} or {next}"
                ))
            }
            Steps::OneOf(values) if !values.iter().any(|&one| i64::from(one) == value) => {
                Some(format!("it comes in {}", listed(values)))
            }
            _ => None,
        }
    }
}

fn listed(values: &[u32]) -> String {
    values.iter().map(u32::to_string).collect::<Vec<_>>().join(" or ")
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let Self { low, high, .. } = *self;
        match self.steps {
            Steps::All => write!(f, "{low} to {high}"),
            Steps::PowersOfTwo => write!(f, "powers of two, {low} to {high}"),
            Steps::MultiplesOf(unit) => write!(f, "multiples of {unit}, {low} to {high}"),
            Steps::OneOf(values) => f.write_str(&listed(values)),
        }
    }
}

/// The range of an integer: that of the key itself, else that of the pattern that it matches.
pub(super) fn of(key: &str) -> Option<&'static Range> {
    // Almost every key stands there itself, which costs less to find out than to try the patterns.
    let own = RANGES.iter().find(|range| range.pattern == key);
    own.or_else(|| RANGES.iter().find(|range| matches(range.pattern, key)))
}

/// What every integer may be, by dotted path; a `*` stands for one part of it. The key itself goes before a pattern. The upper bounds of `smx` and `units` are what
/// the pins and counters of the scheduling hardware carry.
const RANGES: &[Range] = &[
    range("core_mhz", 1, 10_000, "MHz"),
    range("memory_mhz", 2, 40_000, "MHz"),
    range("memory_bytes", 1 << 20, u32::MAX as i64, "bytes"),
    sized("smx.count", residency::pins::SMXS, "SMXs"),
    sized("smx.cluster", residency::pins::SMXS, "SMXs"),
    sized("tb.consecutive", placement_rr::pins::CONSECUTIVE, "TBs"),
    sized("smx.tbs", residency::pins::SLOTS, "TBs"),
    range("smx.threads", 32, 2048, "threads"),
    range("smx.warps", 1, 64, "warps"),
    range("smx.registers", 1024, 256 * residency::pins::UNITS.bounds().1, "registers")
        .multiples_of(256),
    range("smx.register_step", 1, 32, "registers"),
    range("smx.shared_bytes", 0, 256 * residency::pins::UNITS.bounds().1, "bytes")
        .multiples_of(256),
    range("smx.schedulers", 1, 8, "schedulers"),
    range("warp.active", 1, 64, "warps"),
    range("smx.issue_per_warp", 1, 2, "instructions per cycle"),
    range("smx.tb_launch_cycles", 0, 1 << 24, "cycles"),
    range("fetch.icache_sets", 1, 4096, "sets"),
    range("fetch.icache_ways", 1, 64, "ways"),
    range("fetch.warps_per_cycle", 1, 64, "warps per cycle"),
    range("fetch.latency", 1, 1000, "cycles"),
    range("fetch.buffer", 1, 16, "instructions"),
    range("registers.banks", 1, 16, "banks").powers_of_two(),
    range("registers.ports", 1, 15, "accesses per cycle"),
    range("registers.result_buses", 1, 64, "results per cycle"),
    range("registers.*", 1, 32, "collectors"),
    range("smx.watchdog_cycles", 0, 1 << 40, "cycles"),
    range("execution_units.sp", 1, 8, "units"),
    range("execution_units.sfu", 1, 8, "units"),
    range("execution_units.dp", 0, 8, "units"),
    range("latencies.pipeline", 0, 1000, "cycles"),
    range("latencies.*.latency", 1, 100_000, "cycles"),
    range("latencies.*.initiation", 1, 100_000, "cycles"),
    range("latencies.branch", 1, 1000, "cycles"),
    range("latencies.barrier_release", 1, 1000, "cycles"),
    range("latencies.shared", 1, 10_000, "cycles"),
    range("latencies.constant", 1, 10_000, "cycles"),
    range("l1.sets", 1, 4096, "sets").powers_of_two(),
    range("l1.ways", 1, 128, "ways"),
    range("l1.latency", 1, 10_000, "cycles"),
    range("l1.mshr_entries", 1, 4096, "entries"),
    range("l1.mshr_merges", 1, 4096, "loads"),
    range("constant_cache.sets", 1, 4096, "sets").powers_of_two(),
    range("constant_cache.ways", 1, 64, "ways"),
    range("constant_cache.mshr_entries", 1, 4096, "entries"),
    range("constant_cache.mshr_merges", 1, 4096, "loads"),
    range("interconnect.latency", 1, 10_000, "cycles"),
    range("interconnect.flit_bytes", 1, 1024, "bytes per cycle"),
    range("interconnect.header_bytes", 1, 1024, "bytes"),
    range("interconnect.buffer_flits", 1, 65_536, "flits"),
    range("l2.slices", 1, 256, "slices"),
    range("l2.interleave_bytes", 128, 65_536, "bytes").powers_of_two(),
    range("l2.sets", 1, 65_536, "sets").powers_of_two(),
    range("l2.ways", 1, 64, "ways"),
    range("l2.latency", 1, 10_000, "cycles"),
    range("l2.input_queue", 1, 65_536, "sectors"),
    range("l2.mshr_entries", 1, 65_536, "sectors"),
    range("l2.mshr_merges", 1, 65_536, "requests"),
    range("l2.atomic_initiation", 1, 1000, "cycles"),
    range("l2.atomic_slice_initiation", 1, 1000, "cycles"),
    range("dram.channels", 1, 64, "channels"),
    range("dram.queue", 1, 4096, "requests"),
    range("dram.backlog", 1, 65_536, "requests"),
    range("dram.banks", 1, 64, "banks").powers_of_two(),
    range("dram.bank_groups", 1, 64, "bank groups").powers_of_two(),
    range("dram.row_bytes", 128, 65_536, "bytes").powers_of_two(),
    range("dram.interleaved_banks", 1, 64, "banks").powers_of_two(),
    range("dram.bank_interleave_bytes", 128, 65_536, "bytes").powers_of_two(),
    range("dram.burst_bytes", 32, 128, "bytes").powers_of_two(),
    range("dram.read_bytes", 32, 128, "bytes").powers_of_two(),
    range("dram.extra_latency", 0, 10_000, "cycles"),
    // Distances between commands are looked for within words of 64 clocks. From a write to a read there are wl + burst +
    // wtr, and from a read to a write cl + burst - wl and the turnaround of the bus.
    range("dram.burst", 1, SPACING_MAX - 2, "command clocks"),
    range("dram.ccd_long", 1, 64, "command clocks"),
    range("dram.rrd", 1, 64, "command clocks"),
    range("dram.rcd", 1, 1000, "command clocks"),
    range("dram.rp", 1, 1000, "command clocks"),
    range("dram.ras", 1, 1000, "command clocks"),
    range("dram.rc", 1, 1000, "command clocks"),
    range("dram.cl", 1, 2 * SPACING_MAX - BUS_TURNAROUND as i64 - 3, "command clocks"),
    range("dram.wl", 1, SPACING_MAX - 2, "command clocks"),
    range("dram.wr", 1, 1000, "command clocks"),
    range("dram.wtr", 1, SPACING_MAX - 2, "command clocks"),
    range("dram.rtp", 1, 1000, "command clocks"),
    range("dram.refi", 0, 1 << 24, "command clocks"),
    range("dram.rfc", 1, 10_000, "command clocks"),
    range("kernel.pending_limit", 1, 1 << 24, "kernels"),
    range("kernel.nesting_limit", 0, 1024, "levels"),
    range("kernel.sync_depth", 0, 1024, "levels"),
    range("kernel.host_launch_cycles", 0, 1 << 40, "cycles"),
    range("kernel.host_copy_bytes_per_cycle", 0, 1 << 20, "bytes per cycle"),
    // A pin of 16 bits tells the KMU.
    range("launch_latency.kmu_dispatch", 0, u16::MAX as i64, "cycles"),
    range("launch_latency.swap_bytes_per_cycle", 1, 1 << 20, "bytes per cycle"),
    range("launch_latency.*", 0, 1 << 32, "cycles"),
    sized("units.hwqs", kmu::pins::HWQS, "queues"),
    sized("units.kdes", kernel_distributor::pins::ENTRIES, "entries"),
    sized("units.agt_entries", agt::pins::ENTRIES, "entries"),
    sized("units.lna_entries", dgb::pins::NODES, "nodes"),
    // Two chunks of 128 bytes: what is fetched must have a place beside what is walked.
    range("units.lea_entries", 64, 8192, "edges").powers_of_two(),
    sized("units.pub_entries", dgb::pins::PUB_ENTRIES, "entries"),
    sized("units.graph_id_bits", dgb::pins::ID_BITS, "bits"),
    range("dats.level_bound", 0, 65_533, "levels"),
    sized("laperm.levels", laperm::pins::LEVELS, "levels"),
    sized("laperm.entries", laperm::pins::ENTRIES, "entries"),
    sized("laser.filter_words", reuse_monitor::pins::WORDS, "words"),
    range("laser.first_children", 0, 1 << 24, "launches"),
    sized("darsie.entries", skip_table::pins::ENTRIES, "entries"),
    range("darsie.registers", 0, rename::pins::REGISTERS.bounds().1, "registers"),
    range("graph.inferred_bytes", 4, 4096, "bytes").powers_of_two(),
    range("energy.node_nm", 1, 1000, "nm"),
    range("energy.dram_fj_per_bit", 0, 1_000_000, "fJ per bit"),
    range("energy.smx_idle_mw", 0, 1_000_000, "mW"),
];
