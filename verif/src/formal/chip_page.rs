//! Writes the book's page of the theorems of the chip.

use super::chip::{bench, Machine, MACHINES};
use super::guarantees::{guarantees, Guarantee, Guarantees};
use super::page::{line, sentence, MEASURED};
use super::theorem::Theorem;
use super::FormalError;
use heddle_gen::units::UNITS;
use heddle_hw::chip::standard::INSTANCES;
use heddle_hw::chip::Sizes;
use itertools::Itertools;

const HEAD: &str = include_str!("chip_page_head.md");

/// Returns the page, from the labels in `verif/formal`. Only what was measured depends on the proofs.
pub fn chip_page(theorems: &[(Machine, Theorem)]) -> Result<String, FormalError> {
    let (mut page, guarantees) = (String::from(HEAD), guarantees()?);
    for machine in &MACHINES {
        about(&mut page, machine, &guarantees)?;
    }
    line(&mut page, &format!("\n{MEASURED}\n"));
    line(&mut page, "Written when the page was: of the proof, of the search for what is possible, and the cycle in which it is.\n");
    line(&mut page, "| machine | what | seconds | cycle |\n|---|---|---|---|");
    for (machine, theorem) in theorems {
        let (proof, covers) = theorem.seconds;
        line(&mut page, &format!("| {} | proof | {proof:.1} | |", machine.title));
        line(&mut page, &format!("| {} | possible | {covers:.1} | |", machine.title));
        for (label, cycle) in &theorem.covers {
            line(&mut page, &format!("| {} | {} | | {cycle} |", machine.title, sentence(label)));
        }
    }
    Ok(page)
}

/// Says what is proved of a machine, and what is assumed.
fn about(page: &mut String, machine: &Machine, rows: &Guarantees) -> Result<(), FormalError> {
    let (found, bench) = (machine.properties()?, bench(machine, &[], false)?);
    line(page, &format!("\n## {}\n", machine.title));
    line(page, &format!("`verif/formal/{}.v`. {}\n", machine.name, sizes(&machine.sizes())));
    let ours = |unit: &&&str| bench.units.iter().any(|known| known == **unit);
    let absent = INSTANCES.iter().filter(|unit| UNITS.contains(unit) && !ours(unit)).join(", ");
    line(page, &format!("Covered: {}.\n", bench.units.join(", ")));
    if !absent.is_empty() {
        line(page, &format!("Not in this machine, so not covered: {absent}.\n"));
    }
    line(page, "| what | how |\n|---|---|");
    let plan = machine.plan()?;
    for label in &found.proved {
        let k = plan.k_of(label);
        line(page, &format!("| {} | k-induction, k = {k} |", sentence(label)));
    }
    for label in &found.covered {
        line(page, &format!("| possible: {} | a run from power-up |", sentence(label)));
    }
    let helpers = found.helpers.len();
    line(page, &format!("\nProved with it: every property of these units, and {helpers} helpers. The proofs of the units assume these of a neighbour, and here they are proved:\n"));
    line(page, "| unit | what its proof assumes |\n|---|---|");
    for name in &bench.closed {
        let (unit, label) = split(name);
        line(page, &format!("| {unit} | {} |", sentence(label)));
    }
    line(page, "\nAssumed of host, memory and SMXs:\n");
    line(page, "| of | what is assumed | who guarantees it |\n|---|---|---|");
    let own = found.assumed.iter().map(|label| format!("{}.{label}", machine.name));
    for name in bench.assumed.iter().cloned().chain(own) {
        let (of, label) = split(&name);
        let told = rows.get(of).and_then(|rows| rows.get(label)).map(Guarantee::told);
        let of = if of == machine.name { "chip" } else { of };
        line(page, &format!("| {of} | {} | {} |", sentence(label), told.unwrap_or_default()));
    }
    Ok(())
}

/// Splits `of.label`.
fn split(name: &str) -> (&str, &str) {
    name.split_once('.').unwrap_or(("", name))
}

fn sizes(sizes: &Sizes) -> String {
    let smx = &sizes.smx;
    let mut told = format!(
        "{} SMXs of {} slots, {} threads, {} registers and {} B of shared memory; {} KDEs; {} hardware work queues",
        sizes.smxs,
        smx.slots,
        smx.threads,
        smx.registers * 256,
        smx.shared * 256,
        sizes.kdes,
        sizes.hwqs
    );
    if let Some(agt) = &sizes.agt {
        told += &format!("; an AGT of {} entries by hash", agt.entries);
    }
    if let Some(dgb) = &sizes.dgb {
        told += &format!(
            "; a DGB of {} nodes, {} edges and {} entries of the PUB, in chunks of {} B",
            dgb.nodes, dgb.edges, dgb.pub_entries, dgb.chunk_bytes
        );
    }
    told + "."
}
