//! Ranges of the values, and which keys were probably meant.

use super::ConfigError;
use heddle_hw::kit::unit::Allowed;
use heddle_hw::{
    agt, dgb, kernel_distributor, kmu, laperm, placement_rr, rename, residency, reuse_monitor,
    skip_table,
};
use toml::Value;

/// Inclusive range of every integer, by dotted path. The upper bounds of `smx` and `units` are what
/// the pins and counters of the scheduling hardware carry.
pub(super) const RANGES: &[(&str, i64, i64)] = &[
    ("core_mhz", 1, 10_000),
    ("memory_mhz", 2, 40_000),
    ("memory_bytes", 1 << 20, u32::MAX as i64),
    sized("smx.count", residency::pins::SMXS),
    sized("smx.cluster", residency::pins::SMXS),
    sized("tb.consecutive", placement_rr::pins::CONSECUTIVE),
    sized("smx.tbs", residency::pins::SLOTS),
    ("smx.threads", 32, 2048),
    ("smx.warps", 1, 64),
    ("smx.registers", 1024, 256 * residency::pins::UNITS.bounds().1),
    ("smx.register_step", 1, 32),
    ("smx.shared_bytes", 0, 256 * residency::pins::UNITS.bounds().1),
    ("smx.schedulers", 1, 8),
    ("warp.active", 1, 64),
    ("smx.issue_per_warp", 1, 2),
    ("smx.tb_launch_cycles", 0, 1 << 24),
    ("fetch.icache_sets", 1, 4096),
    ("fetch.icache_ways", 1, 64),
    ("fetch.warps_per_cycle", 1, 64),
    ("fetch.latency", 1, 1000),
    ("fetch.buffer", 1, 16),
    ("registers.banks", 1, 16),
    ("registers.ports", 1, 15),
    ("registers.result_buses", 1, 64),
    ("registers.*", 1, 32),
    ("smx.watchdog_cycles", 0, 1 << 40),
    ("execution_units.sp", 1, 8),
    ("execution_units.sfu", 1, 8),
    ("execution_units.dp", 0, 8),
    ("latencies.pipeline", 0, 1000),
    ("latencies.*.latency", 1, 100_000),
    ("latencies.*.initiation", 1, 100_000),
    ("latencies.branch", 1, 1000),
    ("latencies.barrier_release", 1, 1000),
    ("latencies.shared", 1, 10_000),
    ("latencies.constant", 1, 10_000),
    ("l1.sets", 1, 4096),
    ("l1.ways", 1, 128),
    ("l1.latency", 1, 10_000),
    ("l1.mshr_entries", 1, 4096),
    ("l1.mshr_merges", 1, 4096),
    ("constant_cache.sets", 1, 4096),
    ("constant_cache.ways", 1, 64),
    ("constant_cache.mshr_entries", 1, 4096),
    ("constant_cache.mshr_merges", 1, 4096),
    ("interconnect.latency", 1, 10_000),
    ("interconnect.flit_bytes", 1, 1024),
    ("interconnect.header_bytes", 1, 1024),
    ("interconnect.buffer_flits", 1, 65_536),
    ("l2.slices", 1, 256),
    ("l2.interleave_bytes", 128, 65_536),
    ("l2.sets", 1, 65_536),
    ("l2.ways", 1, 64),
    ("l2.latency", 1, 10_000),
    ("l2.input_queue", 1, 65_536),
    ("l2.mshr_entries", 1, 65_536),
    ("l2.mshr_merges", 1, 65_536),
    ("l2.atomic_initiation", 1, 1000),
    ("l2.atomic_slice_initiation", 1, 1000),
    ("dram.channels", 1, 64),
    ("dram.queue", 1, 4096),
    ("dram.backlog", 1, 65_536),
    ("dram.banks", 1, 64),
    ("dram.bank_groups", 1, 64),
    ("dram.row_bytes", 128, 65_536),
    ("dram.interleaved_banks", 1, 64),
    ("dram.bank_interleave_bytes", 128, 65_536),
    ("dram.burst_bytes", 32, 128),
    ("dram.read_bytes", 32, 128),
    ("dram.extra_latency", 0, 10_000),
    // Distances between commands are looked for within words of 64 clocks.
    ("dram.burst", 1, 64),
    ("dram.ccd_long", 1, 64),
    ("dram.rrd", 1, 64),
    ("dram.rcd", 1, 1000),
    ("dram.rp", 1, 1000),
    ("dram.ras", 1, 1000),
    ("dram.rc", 1, 1000),
    ("dram.cl", 1, 1000),
    ("dram.wl", 1, 1000),
    ("dram.wr", 1, 1000),
    ("dram.wtr", 1, 64),
    ("dram.rtp", 1, 1000),
    ("dram.refi", 0, 1 << 24),
    ("dram.rfc", 1, 10_000),
    ("kernel.pending_limit", 1, 1 << 24),
    ("kernel.nesting_limit", 0, 1024),
    ("kernel.sync_depth", 0, 1024),
    ("kernel.host_launch_cycles", 0, 1 << 40),
    ("kernel.host_copy_bytes_per_cycle", 0, 1 << 20),
    // A pin of 16 bits tells the KMU.
    ("launch_latency.kmu_dispatch", 0, u16::MAX as i64),
    ("launch_latency.swap_bytes_per_cycle", 1, 1 << 20),
    ("launch_latency.*", 0, 1 << 32),
    sized("units.hwqs", kmu::pins::HWQS),
    sized("units.kdes", kernel_distributor::pins::ENTRIES),
    sized("units.agt_entries", agt::pins::ENTRIES),
    sized("units.lna_entries", dgb::pins::NODES),
    // Two chunks of 128 bytes: what is fetched must have a place beside what is walked.
    ("units.lea_entries", 64, 8192),
    sized("units.pub_entries", dgb::pins::PUB_ENTRIES),
    sized("units.graph_id_bits", dgb::pins::ID_BITS),
    ("dats.level_bound", 0, 65_533),
    sized("laperm.levels", laperm::pins::LEVELS),
    sized("laperm.entries", laperm::pins::ENTRIES),
    sized("laser.filter_words", reuse_monitor::pins::WORDS),
    ("laser.first_children", 0, 1 << 24),
    sized("darsie.entries", skip_table::pins::ENTRIES),
    ("darsie.registers", 0, rename::pins::REGISTERS.bounds().1),
    ("graph.inferred_bytes", 4, 4096),
    ("energy.node_nm", 1, 1000),
    ("energy.dram_fj_per_bit", 0, 1_000_000),
    ("energy.smx_idle_mw", 0, 1_000_000),
];

/// The range of a key that is a size of a unit: what the unit may have.
const fn sized(key: &str, allowed: Allowed) -> (&str, i64, i64) {
    let (low, high) = allowed.bounds();
    (key, low, high)
}

/// Values that index by bits.
const POWERS_OF_TWO: &[&str] = &[
    "registers.banks",
    "l1.sets",
    "constant_cache.sets",
    "l2.sets",
    "l2.interleave_bytes",
    "dram.banks",
    "dram.bank_groups",
    "dram.row_bytes",
    "dram.interleaved_banks",
    "dram.bank_interleave_bytes",
    "dram.burst_bytes",
    "dram.read_bytes",
    "units.agt_entries",
    "units.lna_entries",
    "units.lea_entries",
    "laperm.entries",
    "graph.inferred_bytes",
];

/// Sizes that the scheduling hardware counts in granules, and the bytes or registers of a granule.
const MULTIPLES: &[(&str, i64)] = &[("smx.registers", 256), ("smx.shared_bytes", 256)];

/// 128 MiB: more cache than any GPU has, and little enough to simulate.
const L2_LINES_MAX: i64 = 1 << 20;

/// Longest distance between commands that the DRAM's schedule keeps, in command clocks.
const SPACING_MAX: i64 = 64;
/// Idle clocks of the data bus between a read and a write.
pub(crate) const BUS_TURNAROUND: u32 = 2;

/// Every leaf with its dotted path, scalars of a section before its subsections.
pub(super) fn leaves(tree: &Value) -> Vec<(String, Value)> {
    fn walk(prefix: &str, node: &Value, out: &mut Vec<(String, Value)>) {
        let Value::Table(table) = node else {
            out.push((prefix.to_string(), node.clone()));
            return;
        };
        for (name, child) in table {
            let path = if prefix.is_empty() { name.clone() } else { format!("{prefix}.{name}") };
            walk(&path, child, out);
        }
    }
    let mut out = Vec::new();
    walk("", tree, &mut out);
    out
}

/// Whether a pattern in which `*` stands for one part of a path matches.
pub(super) fn matches(pattern: &str, key: &str) -> bool {
    if !pattern.contains('*') {
        return pattern == key;
    }
    let (pattern, key) = (pattern.split('.'), key.split('.'));
    pattern.clone().count() == key.clone().count()
        && pattern.zip(key).all(|(p, k)| p == "*" || p == k)
}

/// The range of an integer: that of the key itself, else that of the pattern that it matches.
pub(super) fn range(key: &str) -> Option<(i64, i64)> {
    // Almost every key stands there itself, which costs less to find out than to try the patterns.
    let own = RANGES.iter().find(|&&(pattern, ..)| pattern == key);
    let found = own.or_else(|| RANGES.iter().find(|(pattern, ..)| matches(pattern, key)));
    found.map(|&(_, low, high)| (low, high))
}

/// Refuses values outside their range and combinations that no machine has.
pub(super) fn check(tree: &Value) -> Result<(), ConfigError> {
    let bad = |key: &str, value: i64, expected: String| ConfigError::BadValue {
        key: key.to_string(),
        value: value.to_string(),
        expected,
    };
    let leaves = leaves(tree);
    for (key, value) in &leaves {
        let Value::Integer(value) = *value else { continue };
        if let Some((low, high)) = range(key).filter(|(low, high)| !(low..=high).contains(&&value))
        {
            return Err(bad(key, value, format!("allowed are {low} to {high}")));
        }
        if POWERS_OF_TWO.contains(&key.as_str()) && value & (value - 1) != 0 {
            return Err(bad(key, value, "it must be a power of two".into()));
        }
        let unit = MULTIPLES.iter().find(|(name, _)| name == key);
        if let Some((_, unit)) = unit.filter(|(_, unit)| value % unit != 0) {
            let near = (value - value % unit).max(*unit);
            let expected = format!(
                "it is counted in units of {unit}; choose a multiple, such as {near} or {}",
                near + unit
            );
            return Err(bad(key, value, expected));
        }
    }
    let integer = |key: &str| {
        let leaf = leaves.iter().find(|(name, _)| name == key);
        leaf.and_then(|(_, value)| value.as_integer()).unwrap_or(0)
    };
    let (threads, warps) = (integer("smx.threads"), integer("smx.warps"));
    if warps * 32 < threads {
        let expected = format!("smx.threads = {threads} need {} warps", (threads + 31) / 32);
        return Err(bad("smx.warps", warps, expected));
    }
    let lines = integer("l2.slices") * integer("l2.sets") * integer("l2.ways");
    if lines > L2_LINES_MAX {
        let expected = format!(
            "l2.slices x l2.sets x l2.ways may be {L2_LINES_MAX} lines of 128 bytes in all"
        );
        return Err(bad("l2.sets", integer("l2.sets"), expected));
    }
    for (index, sets) in [("l1.set_index", "l1.sets"), ("l2.set_index", "l2.sets")] {
        let word = leaves.iter().find(|(key, _)| key == index);
        let word = word.and_then(|(_, value)| value.as_str()).unwrap_or("");
        let (defined, text): (&[i64], _) = match word {
            "fermi-hash" => (&[32, 64], "32 and 64"),
            "polynomial" => (&[16, 32, 64], "16, 32 and 64"),
            _ => continue,
        };
        if !defined.contains(&integer(sets)) {
            let expected = format!("{index} = {word} is defined for {text}");
            return Err(bad(sets, integer(sets), expected));
        }
    }
    let (slices, channels) = (integer("l2.slices"), integer("dram.channels"));
    if channels > 0 && slices % channels != 0 {
        let expected = format!("it must divide the l2.slices = {slices} evenly");
        return Err(bad("dram.channels", channels, expected));
    }
    check_graph(&integer).map_err(|(key, expected)| bad(key, integer(key), expected))?;
    check_dram(&integer).map_err(|(key, expected)| bad(key, integer(key), expected))
}

/// Refuses sizes of the dependency graph buffer that its circuit does not come in; names the key and what it may
/// be.
fn check_graph(integer: &impl Fn(&str) -> i64) -> Result<(), (&'static str, String)> {
    if ![16, 24].contains(&integer("units.graph_id_bits")) {
        return Err(("units.graph_id_bits", "it comes in 16 and 24".into()));
    }
    Ok(())
}

/// Refuses DRAM timing that no schedule meets; names the key and what it may be.
fn check_dram(integer: &impl Fn(&str) -> i64) -> Result<(), (&'static str, String)> {
    let (banks, groups) = (integer("dram.banks"), integer("dram.bank_groups"));
    if groups > banks {
        return Err(("dram.bank_groups", format!("there are dram.banks = {banks}")));
    }
    if integer("dram.interleaved_banks") > banks {
        return Err(("dram.interleaved_banks", format!("there are dram.banks = {banks}")));
    }
    let burst_bytes = integer("dram.burst_bytes");
    if integer("dram.read_bytes") > burst_bytes {
        return Err(("dram.read_bytes", format!("a burst has dram.burst_bytes = {burst_bytes}")));
    }
    let row_bytes = integer("dram.row_bytes");
    if integer("dram.bank_interleave_bytes") > row_bytes {
        let expected = format!("a piece is at most a row, dram.row_bytes = {row_bytes}");
        return Err(("dram.bank_interleave_bytes", expected));
    }
    let (burst, cl, wl) = (integer("dram.burst"), integer("dram.cl"), integer("dram.wl"));
    if integer("dram.ccd_long") < burst {
        return Err(("dram.ccd_long", format!("it is at least dram.burst = {burst}")));
    }
    let write_to_read = wl + burst + integer("dram.wtr");
    if write_to_read > SPACING_MAX {
        let expected =
            format!("dram.wl + dram.burst + dram.wtr may be {SPACING_MAX} clocks together");
        return Err(("dram.wtr", expected));
    }
    let read_to_write = cl + burst + i64::from(BUS_TURNAROUND) - wl;
    if !(1..=SPACING_MAX).contains(&read_to_write) {
        let expected = format!(
            "dram.cl + dram.burst + {BUS_TURNAROUND} - dram.wl, the clocks from a read to a write, may be 1 to {SPACING_MAX}"
        );
        return Err(("dram.cl", expected));
    }
    let (refi, rfc) = (integer("dram.refi"), integer("dram.rfc"));
    let row = integer("dram.rp") + integer("dram.rcd") + burst;
    if refi != 0 && refi <= rfc + row {
        let expected =
            format!("0, or more than dram.rfc + dram.rp + dram.rcd + dram.burst = {}", rfc + row);
        return Err(("dram.refi", expected));
    }
    Ok(())
}

/// What to try instead of an unknown key: the same last name elsewhere, else the keys of the deepest
/// section that exists.
pub(super) fn hint(tree: &Value, key: &str) -> String {
    let keys: Vec<String> = leaves(tree).into_iter().map(|(key, _)| key).collect();
    let last = key.rsplit('.').next().unwrap_or(key);
    let namesakes: Vec<&str> = keys
        .iter()
        .filter(|known| known.rsplit('.').next() == Some(last))
        .map(String::as_str)
        .collect();
    if !namesakes.is_empty() {
        return format!("did you mean {}?", namesakes.join(" or "));
    }
    let mut section = key;
    loop {
        let prefix = format!("{section}.");
        let inside: Vec<&str> =
            keys.iter().filter(|k| k.starts_with(&prefix)).map(String::as_str).collect();
        if !inside.is_empty() {
            return format!("keys of `{section}` are: {}", inside.join(", "));
        }
        match section.rfind('.') {
            Some(dot) => section = &section[..dot],
            None => break,
        }
    }
    let mut tops: Vec<&str> = keys.iter().filter_map(|k| k.split('.').next()).collect();
    tops.dedup();
    format!("keys and sections are: {}", tops.join(", "))
}
