//! Registers per thread of the committed kernels, against those that ptxas counts (`sim/calibration/registers.toml`).

use heddle_sim::ptx::{Isa, Program};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

#[derive(Deserialize)]
struct Table {
    kernels: Vec<Row>,
}

/// Registers of a kernel by architecture; absent where its file is not for that.
#[derive(Deserialize)]
struct Row {
    file: String,
    name: String,
    sm_35: Option<u32>,
    sm_70: Option<u32>,
    sm_80: Option<u32>,
}

/// Rows of the largest errors that are printed.
const WORST: usize = 10;

fn check(architecture: &str, isa: Isa, of: fn(&Row) -> Option<u32>, median: f64) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let table: Table = toml::from_str(include_str!("../calibration/registers.toml")).unwrap();
    let mut files: BTreeMap<&str, Vec<&Row>> = BTreeMap::new();
    table.kernels.iter().for_each(|row| files.entry(&row.file).or_default().push(row));
    let mut errors = Vec::new();
    for (file, rows) in files {
        let text = std::fs::read_to_string(root.join(file)).unwrap();
        let mut program = Program::parse(file, &text).unwrap();
        program.count_registers(isa, None);
        for row in rows {
            let Some(expected) = of(row) else { continue };
            let function = program.function_by_name(&row.name).unwrap().1;
            let ours = program.registers_per_thread(function);
            let error = f64::from(ours.abs_diff(expected)) / f64::from(expected);
            errors.push((error, format!("{file} {}: {ours}, ptxas {expected}", row.name)));
        }
    }
    errors.sort_by(|a, b| a.0.total_cmp(&b.0));
    println!("{architecture}: median error {:.3}", errors[errors.len() / 2].0);
    errors.iter().rev().take(WORST).for_each(|(error, what)| println!("{error:.2} {what}"));
    let found = errors[errors.len() / 2].0;
    assert!(found <= median, "{architecture}: median error {found:.3} above {median}");
}

#[test]
fn half_of_the_kernels_have_within_a_tenth_the_registers_that_ptxas_counts_for_sm_70_and_sm_80() {
    check("sm_70", Isa::Sm70, |row| row.sm_70, 0.1);
    check("sm_80", Isa::Sm70, |row| row.sm_80, 0.1);
}

#[test]
fn half_of_the_kernels_have_within_a_ninth_the_registers_that_ptxas_counts_for_sm_35() {
    check("sm_35", Isa::Sm35, |row| row.sm_35, 1.0 / 9.0);
}

/// Returns the counts of every kernel in the table, for each instruction set, a line per kernel.
fn counts() -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let table: Table = toml::from_str(include_str!("../calibration/registers.toml")).unwrap();
    let mut text = String::from(
        "# file, kernel: registers per thread as counted for sm_35, sm_61 and sm_70.\n",
    );
    let mut programs: BTreeMap<&str, Vec<Program>> = BTreeMap::new();
    for row in &table.kernels {
        let programs = programs.entry(&row.file).or_insert_with(|| {
            let source = std::fs::read_to_string(root.join(&row.file)).unwrap();
            let program = Program::parse(&row.file, &source).unwrap();
            let counted = [Isa::Sm35, Isa::Sm61, Isa::Sm70].map(|isa| {
                let mut program = program.clone();
                program.count_registers(isa, None);
                program
            });
            counted.into()
        });
        let of = |program: &Program| {
            let (_, function) = program.function_by_name(&row.name).unwrap();
            program.registers_per_thread(function).to_string()
        };
        let counted: Vec<String> = programs.iter().map(of).collect();
        text += &format!("{}, {}: {}\n", row.file, row.name, counted.join(" "));
    }
    text
}

/// The estimate has many rules, most of which change a few kernels by a register. Each such change is to be seen.
#[test]
fn every_committed_kernel_is_counted_as_it_was_before() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("calibration/counted.txt");
    let counts = counts();
    if std::env::var_os("HEDDLE_BLESS").is_some() {
        return std::fs::write(&path, counts).unwrap();
    }
    let kept = std::fs::read_to_string(&path).unwrap();
    let differ: Vec<_> =
        kept.lines().zip(counts.lines()).filter(|(kept, found)| kept != found).collect();
    let stale = format!("{} differ, HEDDLE_BLESS=1 writes {}", differ.len(), path.display());
    assert!(kept == counts, "{stale}: {:?}", differ.first());
}

/// Returns the registers of the matrix product with a directive, counted or forced.
fn of_matmul(directive: &str, forced: Option<u32>) -> u32 {
    let text = include_str!("../calibration/matmul.ptx");
    let limited = text.replacen("\n{", &format!("\n{directive}\n{{"), 1);
    let mut program = Program::parse("matmul.ptx", &limited).unwrap();
    program.count_registers(Isa::Sm35, forced);
    program.registers_per_thread(&program.functions[0])
}

#[test]
fn maxnreg_limits_the_count_and_a_forced_count_takes_its_place() {
    let count = of_matmul("", None);
    assert_eq!(of_matmul(&format!(".maxnreg {}", count - 3), None), count - 3);
    assert_eq!(of_matmul(&format!(".maxnreg {}", count + 3), None), count);
    assert_eq!(of_matmul(".maxnreg 16", Some(40)), 40);
}
