//! Tests that what a testbench replays tries the whole interface of the unit.

use crate::common::package::made;
use heddle_gen::units::{for_unit, presets_of, UNITS};
use heddle_hw::kit::pins::ports;
use heddle_hw::kit::unit::UnitVisitor;
use heddle_hw::kit::{Pins, Spec};
use std::collections::BTreeSet;

/// The pins of a unit at a preset, and what its specification excludes.
struct Interface {
    /// Name and width, in the order of a row.
    ports: Vec<(&'static str, usize)>,
    excluded: Vec<&'static str>,
    constant: Vec<&'static str>,
}

struct Read<'a>(&'a str);

impl UnitVisitor for Read<'_> {
    type Output = Interface;

    fn visit<R: Spec>(self) -> Interface {
        let params = R::preset(self.0).expect("a preset of the unit");
        let class = R::class(&params);
        let ports = [ports(R::In::pins(class)), ports(R::Out::pins(class))].concat();
        let names = |list: Vec<(&'static str, _)>| list.into_iter().map(|(name, _)| name).collect();
        Interface {
            ports: ports.iter().map(|port| (port.name, port.width as usize)).collect(),
            excluded: names(R::excluded(&params)),
            constant: names(R::constant(&params)),
        }
    }
}

/// A row of a recording.
struct Row {
    /// Bits of every port, as text.
    ports: Vec<String>,
    reset: bool,
    cycles: usize,
}

/// Reads a recording as its format is documented, without code of the exporter.
fn rows(text: &str, ports: &[(&str, usize)]) -> Vec<Row> {
    let width: usize = ports.iter().map(|(_, width)| width).sum();
    let read = |line: &str| {
        let (pins, end) = line.split_once('_').expect("pins and count");
        let digit = |digit: char| format!("{:04b}", digit.to_digit(16).expect("hexadecimal"));
        let bits: String = pins.chars().map(digit).collect();
        let mut rest = &bits[bits.len() - width..];
        let mut cut = |width: usize| {
            let (port, after) = rest.split_at(width);
            rest = after;
            port.to_string()
        };
        let end = usize::from_str_radix(end, 16).expect("hexadecimal");
        let ports = ports.iter().map(|(_, width)| cut(*width)).collect();
        Row { ports, reset: end >> 15 == 1, cycles: end & 0x7FFF }
    };
    text.lines().filter(|line| !line.starts_with("//")).map(read).collect()
}

/// Returns what rows leave untried.
fn untried(rows: &[Row], interface: &Interface) -> Vec<String> {
    let place = |name: &str| interface.ports.iter().position(|(port, _)| *port == name);
    let mut untried = Vec::new();
    for (valid, (name, _)) in interface.ports.iter().enumerate() {
        let Some(stream) = name.strip_suffix("_valid") else { continue };
        if interface.constant.contains(name) {
            continue;
        }
        let ready = place(&format!("{stream}_ready"));
        let runs = || rows.iter().filter(|row| !row.reset && row.ports[valid] == "1");
        let takes = |row: &&Row| ready.is_none_or(|ready| row.ports[ready] == "1");
        if runs().filter(takes).count() == 0 {
            untried.push(format!("{stream} transfers"));
        }
        let point = format!("{stream} waits");
        let waits = ready.is_none() || interface.excluded.contains(&point.as_str());
        if !waits && runs().all(|row| takes(&row)) {
            untried.push(point);
        }
    }
    for (port, (name, _)) in interface.ports.iter().enumerate() {
        let bits = || {
            rows.windows(2).map(|pair| (pair[0].ports[port].bytes(), pair[1].ports[port].bytes()))
        };
        let goes = |from: u8, to: u8| {
            bits().any(|(before, after)| before.zip(after).any(|bits| bits == (from, to)))
        };
        let moves = goes(b'0', b'1') && goes(b'1', b'0');
        if !moves && !interface.constant.contains(name) {
            untried.push(format!("{name} rises and falls"));
        }
    }
    let idle = interface.ports.len() - 1;
    let is_always_idle = interface.constant.contains(&"idle");
    if !is_always_idle && !rows.iter().any(|row| row.reset && row.ports[idle] == "0") {
        untried.push("reset of a busy unit".to_string());
    }
    untried
}

#[test]
fn every_recording_has_a_transfer_and_a_wait_of_every_stream_and_moves_every_pin() {
    let mut wrong = Vec::new();
    for unit in UNITS {
        for preset in presets_of(unit).expect("the list names its own units") {
            let files = match made(unit, preset) {
                Ok(files) => files,
                Err(error) => {
                    wrong.push(error.to_string());
                    continue;
                }
            };
            let text = &files[&format!("tb/heddle_{unit}_tb.hex")];
            let text = std::str::from_utf8(text).expect("text");
            let interface = for_unit(unit, Read(preset)).expect("a unit");
            let rows = rows(text, &interface.ports);
            let seeds: BTreeSet<&str> = text
                .lines()
                .filter_map(|line| line.strip_prefix("// seed ")?.split(',').next())
                .collect();
            println!(
                "{unit} {preset}: {} rows, {} cycles, {} resets, {} kB, {} runs, seeds {}",
                rows.len(),
                rows.iter().map(|row| row.cycles).sum::<usize>(),
                rows.iter().filter(|row| row.reset).count(),
                text.len() / 1000,
                text.matches("// ").count(),
                seeds.len()
            );
            let untried = untried(&rows, &interface);
            if !untried.is_empty() || seeds.len() < 2 {
                wrong.push(format!("{unit} {preset}, seeds {seeds:?}: {}", untried.join(", ")));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
