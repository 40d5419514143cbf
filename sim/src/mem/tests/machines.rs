//! Microbenchmarks of the memory system on every preset, with its own clocks: the cost of an access at each level,
//! and the throughput of each port, slice and bus.

use super::levels::{l2, of_channel, of_slice, rows_of_a_bank, sector};
use super::*;
use crate::config::GpuConfig;

/// Returns every preset, without refresh.
fn machines() -> impl Iterator<Item = (MemorySystem, GpuConfig)> {
    GpuConfig::preset_names().map(|name| {
        let mut config = GpuConfig::preset(name).unwrap();
        config.set("dram.refi", "0").unwrap();
        (MemorySystem::new(&config), config)
    })
}

/// Returns the flits of a packet with `sectors` sectors.
fn flits(config: &GpuConfig, sectors: u64) -> u64 {
    let crossbar = &config.interconnect;
    let bytes = u64::from(crossbar.header_bytes) + sectors * SECTOR_BYTES;
    bytes.div_ceil(crossbar.flit_bytes.into())
}

/// Returns the core cycles of a load of one sector past the L1, made in cycle `now`. It keeps its DRAM channel
/// busy for `clocks` command clocks. A channel acts in whole clocks, an SMX in whole cycles.
fn through_dram(config: &GpuConfig, now: u64, clocks: u32) -> u64 {
    let (numerator, denominator) = (2 * u64::from(config.core_mhz), u64::from(config.memory_mhz));
    let crossing = u64::from(config.interconnect.latency);
    let way = u64::from(config.dram.extra_latency / 2);
    let arrival = now + crossing + u64::from(config.l2.latency) + way;
    let end = (arrival * denominator).div_ceil(numerator) + u64::from(clocks);
    (end * numerator).div_ceil(denominator) + way + crossing - now
}

/// Requests lines that no L1 holds, each whole by another SMX in the same cycle. Returns the cycles until the last
/// arrives. The lines are local memory, which goes through the L1 of every machine.
fn from_all_smxs(memory: &mut MemorySystem, config: &GpuConfig, now: u64, lines: &[u64]) -> u64 {
    let requests = lines.iter().enumerate().map(|(i, &number)| {
        let smx = i % config.smx.count as usize;
        memory.access(now, smx, &[line(number)], AccessKind::Load, true).completes_at
    });
    requests.max().unwrap_or(now) - now
}

/// Brings lines to the L2, but to no L1.
fn to_l2(memory: &mut MemorySystem, lines: &[u64]) {
    for (i, &number) in lines.iter().enumerate() {
        memory.access(1000 * i as u64, 0, &[line(number)], AccessKind::LoadPastL1, false);
    }
}

/// Returns the cycles from a request of whole lines to the L1 until the first sector of the first arrives, if the
/// L2 has it.
fn l1_miss(config: &GpuConfig) -> u64 {
    u64::from(config.l1.latency) + l2(config)
}

#[test]
fn a_chase_costs_each_level_and_each_state_of_a_row_its_own() {
    for (mut memory, config) in machines() {
        let (name, dram) = (&config.name, &config.dram);
        let mut chase = |now, index| {
            sector(&mut memory, now, of_channel(&config, index), AccessKind::LoadPastL1)
        };
        let through = |now, clocks| through_dram(&config, now, clocks);
        let column = dram.cl + dram.burst;
        let (next_in_row, other_row) = (u64::from(dram.bank_groups), rows_of_a_bank(&config));
        assert_eq!(chase(1001, 0), through(1001, dram.rcd + column), "closed bank, {name}");
        assert_eq!(chase(2002, next_in_row), through(2002, column), "open row, {name}");
        let conflict = through(3003, dram.rp + dram.rcd + column);
        assert_eq!(chase(3003, other_row), conflict, "another row, {name}");
        assert_eq!(chase(4004, other_row), l2(&config), "L2 hit, {name}");
        // Local memory always goes through the L1.
        for (now, expected) in [(5005, None), (6006, Some(u64::from(config.l1.latency)))] {
            let load = memory.access(now, 0, &[line(0)], AccessKind::Load, true);
            let latency = load.completes_at - now;
            assert!(expected.is_none_or(|expected| latency == expected), "L1 hit, {name}");
        }
    }
}

#[test]
fn an_l1_delivers_a_line_a_cycle_on_every_preset() {
    for (mut memory, config) in machines() {
        let lines: Vec<Transaction> = (0..8).map(line).collect();
        memory.access(1000, 0, &lines, AccessKind::Load, true);
        let warm = memory.access(9000, 0, &lines, AccessKind::Load, true).completes_at;
        assert_eq!(warm, 9000 + 7 + u64::from(config.l1.latency), "{}", config.name);
    }
}

#[test]
fn a_port_into_an_smx_carries_a_flit_a_cycle_on_every_preset() {
    for (mut memory, config) in machines() {
        let lines: Vec<u64> = (0..8).collect();
        to_l2(&mut memory, &lines);
        let lines: Vec<Transaction> = lines.into_iter().map(line).collect();
        let loaded = memory.access(20_000, 0, &lines, AccessKind::Load, true).completes_at;
        // A line is requested with one packet and comes with four, so that only this port has to wait.
        let received = 8 * 4 * flits(&config, 1);
        assert_eq!(loaded, 20_000 + l1_miss(&config) + received - 1, "{}", config.name);
    }
}

#[test]
fn a_port_out_of_an_smx_carries_a_flit_a_cycle_on_every_preset() {
    for (mut memory, config) in machines() {
        let lines: Vec<Transaction> = (0..8).map(line).collect();
        let stored = memory.access(1000, 0, &lines, AccessKind::Store, true).completes_at;
        // Four confirmations come back for each line. Where they take longer than the stores, they determine the
        // time.
        let (out, back) = (flits(&config, 4), 4 * flits(&config, 0));
        let cycles = out + 7 * out.max(back) + back - 2;
        assert_eq!(stored, 1000 + l1_miss(&config) + cycles, "{}", config.name);
    }
}

#[test]
fn a_slice_looks_a_sector_up_a_cycle_on_every_preset() {
    for (mut memory, config) in machines() {
        let count = u64::from(config.smx.count).min(8);
        let lines: Vec<u64> = (0..count).map(|i| of_slice(&config, i)).collect();
        to_l2(&mut memory, &lines);
        let last = from_all_smxs(&mut memory, &config, 20_000, &lines);
        // Each sector leaves in a packet of its own, over the slice's own port.
        let sectors = 4 * count * flits(&config, 1);
        assert_eq!(last, l1_miss(&config) + sectors - 1, "{}", config.name);
    }
}

#[test]
fn a_bus_carries_lines_of_open_rows_without_a_gap_where_they_go_round_the_bank_groups() {
    let round = |config: &GpuConfig| {
        config.dram.interleaved_banks == config.dram.bank_groups
            && u64::from(config.dram.bank_interleave_bytes) == LINE_BYTES
            // Otherwise a slice has two neighbouring lines, and what comes from two slices at once is out of order.
            && u64::from(config.l2.interleave_bytes) == LINE_BYTES
    };
    for (_, config) in machines().filter(|(_, config)| round(config)) {
        let lines_in_row = u64::from(config.dram.row_bytes) / LINE_BYTES;
        let groups = u64::from(config.dram.bank_groups);
        let stream = |count: u64| {
            let mut memory = MemorySystem::new(&config);
            // This opens one row of each group.
            for group in 0..groups {
                let index = group + groups * (lines_in_row - 1);
                let number = of_channel(&config, index);
                sector(&mut memory, 1000, number, AccessKind::LoadPastL1);
            }
            let lines: Vec<u64> = (0..count).map(|i| of_channel(&config, i)).collect();
            from_all_smxs(&mut memory, &config, 3000, &lines)
        };
        let measured = stream(16) - stream(8);
        let bursts = 8 * LINE_BYTES / u64::from(config.dram.read_bytes);
        let clocks = bursts * u64::from(config.dram.burst);
        let clock = 2.0 * f64::from(config.core_mhz) / f64::from(config.memory_mhz);
        let expected = clocks as f64 * clock;
        // Clocks are rounded to cycles at both ends.
        let off = measured as f64 - expected;
        assert!(off.abs() < 1.0, "{}: {expected}, was {measured}", config.name);
    }
}

#[test]
fn atomics_take_turns_at_an_address_and_by_sector_in_a_slice_on_every_preset() {
    for (mut memory, config) in machines() {
        // Lines of neighbouring slices are this far apart.
        let (name, piece) = (&config.name, u64::from(config.l2.interleave_bytes) / LINE_BYTES);
        let count = u64::from(config.smx.count).min(4);
        for i in 0..count {
            sector(&mut memory, 1000 * i, of_slice(&config, i), AccessKind::LoadPastL1);
            sector(&mut memory, 1000 * i, i * piece, AccessKind::LoadPastL1);
        }
        let mut atomic = |now, smx, number, repeats| {
            let request = Transaction { line: number, sectors: 1, repeats };
            memory.access(now, smx, &[request], AccessKind::Atomic, false).completes_at - now
        };
        // The sector travels to the slice and back.
        let way = l2(&config) + 2 * (flits(&config, 1) - 1);
        let initiation = u64::from(config.l2.atomic_initiation);
        for repeats in [1, 2, 8, 32] {
            let measured = atomic(10_000 * u64::from(repeats), 0, 0, repeats);
            assert_eq!(measured, way + u64::from(repeats) * initiation, "one address, {name}");
        }
        for i in 0..count {
            let of_one_slice = atomic(500_000, i as usize, of_slice(&config, i), 1);
            let unit = u64::from(config.l2.atomic_slice_initiation);
            let turns = i * unit.max(flits(&config, 1));
            assert_eq!(of_one_slice, way + turns + initiation, "one slice, {name}");
        }
        for i in 0..count {
            let of_other_slices = atomic(600_000, i as usize, i * piece, 1);
            assert_eq!(of_other_slices, way + initiation, "slice for slice, {name}");
        }
    }
}
