//! Prints the report as tables.

use super::{Report, Unit};
use crate::cli::output::{self, grouped, note};
use heddle_gen::storage::{Reconciled, Row};
use heddle_gen::synth::fpga::Family;
use heddle_gen::synth::timing::Crossing;

const MISSING: &str = "-";

/// Prints a value if there is one.
fn shown<T>(value: Option<T>, show: impl Fn(T) -> String) -> String {
    value.map_or_else(|| MISSING.to_string(), show)
}

fn whole(number: f64) -> String {
    grouped(number.round() as u64)
}

fn hundredths(number: f64) -> String {
    format!("{number:.2}")
}

/// Prints storage: fields if `fields`, then one row per unit, then the published figures.
pub fn storage(report: &Report, fields: bool) {
    if fields {
        let row = |row: &Row| {
            let numbers = [row.bits.to_string(), row.entries.to_string(), grouped(row.bytes)];
            let figure = row.figure.unwrap_or("").to_string();
            [vec![row.unit.to_string(), row.field.to_string()], numbers.to_vec(), vec![figure]]
                .concat()
        };
        let rows = report.units.iter().flat_map(|unit| &unit.storage.fields).map(row);
        let header = ["unit", "field", "bits", "entries", "bytes", "figure"];
        output::show(&output::table(&header, &rows.collect::<Vec<_>>()));
    }
    let row = |unit: &Unit| {
        let storage = &unit.storage;
        let percent = |share: f64| format!("{share:.3}");
        let shares = [storage.percent_of_registers, storage.percent_of_shared].map(percent);
        [vec![storage.name.to_string(), grouped(storage.total_bytes)], shares.to_vec()].concat()
    };
    let rows: Vec<_> = report.units.iter().map(row).collect();
    let header = ["unit", "bytes", "of the register files (%)", "of the shared memories (%)"];
    output::show(&output::table(&header, &rows));
    let machine = &report.machine;
    note!(
        "{}: {} B of registers, {} B of shared memory in all SMXs",
        machine.config,
        grouped(machine.register_bytes),
        grouped(machine.shared_bytes)
    );
    let row = |figure: &Reconciled| {
        let bytes = [figure.ours_bytes, figure.published_bytes].map(grouped);
        let difference = i128::from(figure.ours_bytes) - i128::from(figure.published_bytes);
        let further = [figure.padding_bytes, figure.beyond_bytes].map(grouped);
        let difference = vec![difference.to_string()];
        [vec![figure.figure.clone()], bytes.to_vec(), difference, further.to_vec()].concat()
    };
    let rows: Vec<_> = report.reconciled.iter().map(row).collect();
    if !rows.is_empty() {
        let header = [
            "figure",
            "ours (bytes)",
            "published (bytes)",
            "difference",
            "of these padding",
            "beyond the figure",
        ];
        output::show(&output::table(&header, &rows));
    }
}

/// Prints logic, memories and clock, then FPGAs, then what is missing.
pub fn cost(report: &Report) {
    if let Some(library) = &report.library {
        note!(
            "logic in {}: NAND2 {}, flip-flop {}; memories by the model of OpenRAM's cells",
            library.path.display(),
            library.nand2_area,
            library.flip_flop_area
        );
        let rows: Vec<_> = report.units.iter().map(logic).collect();
        let header = [
            "unit",
            "cells",
            "flip-flops",
            "NAND2",
            "depth",
            "memory bits",
            "macros",
            "in register files",
            "memory NAND2",
            "period ns",
            "MHz",
            "after SRAM ns",
            "clock FO4",
            "MHz at 45 nm",
            "MHz at 28 nm",
            "longest path",
        ];
        output::show(&output::table(&header, &rows));
    }
    for across in report.units.iter().filter_map(|unit| unit.cost.across.as_ref()) {
        print_crossing("from unit to unit", across.register.as_ref(), report.fo4_ns);
        print_crossing("from a memory to another unit", across.memory.as_ref(), report.fo4_ns);
    }
    let rows: Vec<_> = report.units.iter().filter_map(fpga).collect();
    if !rows.is_empty() {
        let header = ["unit", "family", "LUTs", "flip-flops", "block RAMs", "MHz"];
        output::show(&output::table(&header, &rows));
    }
    let notes = report.units.iter().flat_map(|unit| &unit.cost.notes);
    for skipped in report.skipped.iter().chain(notes) {
        note!("skipped: {skipped}");
    }
}

fn logic(unit: &Unit) -> Vec<String> {
    let (logic, timing) = (unit.cost.logic.as_ref(), unit.cost.timing.as_ref());
    let (clock, built) = (unit.cost.clock.as_ref(), unit.cost.memories.as_ref());
    vec![
        unit.storage.name.to_string(),
        shown(logic, |logic| grouped(logic.cells)),
        shown(logic, |logic| grouped(logic.flip_flops)),
        shown(logic, |logic| whole(logic.nand2)),
        shown(logic, |logic| logic.depth.to_string()),
        shown(unit.cost.sram_bits, grouped),
        shown(built, |built| built.macros.len().to_string()),
        shown(built, |built| grouped(built.register_file_bits)),
        shown(unit.cost.sram_nand2, whole),
        shown(timing, |timing| hundredths(timing.period_ns)),
        shown(timing, |timing| whole(timing.clock_mhz)),
        shown(timing.and_then(|timing| timing.after_memory_ns), hundredths),
        shown(clock, |clock| format!("{:.1}", clock.fo4)),
        shown(clock, |clock| whole(clock.mhz_45nm)),
        shown(clock, |clock| whole(clock.mhz_28nm)),
        shown(timing, |timing| format!("{} to {}", timing.from, timing.to)),
    ]
}

fn fpga(unit: &Unit) -> Option<Vec<String>> {
    let fpga = unit.cost.fpga.as_ref()?;
    let family = match fpga.family {
        Family::Ice40 => "iCE40 HX8K",
        Family::Ecp5 => "ECP5 25F",
    };
    let counts = [fpga.luts, fpga.flip_flops, fpga.block_rams].map(grouped);
    let clock = shown(unit.cost.fpga_mhz, |mhz| format!("{mhz:.1}"));
    let name = unit.storage.name.to_string();
    Some([vec![name, family.to_string()], counts.to_vec(), vec![clock]].concat())
}

fn print_crossing(which: &str, crossing: Option<&Crossing>, fo4_ns: Option<f64>) {
    let Some(Crossing { period_ns, from, to }) = crossing else { return };
    let in_fo4 = fo4_ns.map_or(String::new(), |fo4| format!(", {:.1} FO4", period_ns / fo4));
    note!("longest path {which}: {period_ns:.2} ns{in_fo4}, {from} to {to}");
}
