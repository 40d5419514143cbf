//! Writes the book's page of the theorem of the chip.

use super::chip::{chip_properties, machine, Theorem};
use super::page::{line, sentence, MEASURED};
use super::FormalError;
use heddle_gen::units::UNITS;
use heddle_hw::chip::standard::INSTANCES;
use itertools::Itertools;

const HEAD: &str = include_str!("chip_page_head.md");

/// Returns the page, from the labels in `verif/formal/chip.v` and the proof.
pub fn chip_page(theorem: &Theorem) -> Result<String, FormalError> {
    let (mut page, found, sizes) = (String::from(HEAD), chip_properties()?, machine());
    line(&mut page, "\n## The machine\n");
    let smx = &sizes.smx;
    line(
        &mut page,
        &format!(
            "{} SMXs of {} slots, {} threads, {} registers and {} B of shared memory; {} KDEs; {} hardware work queues.\n",
            sizes.smxs,
            smx.slots,
            smx.threads,
            smx.registers * 256,
            smx.shared * 256,
            sizes.kdes,
            sizes.hwqs
        ),
    );
    let ours = |unit: &&&str| theorem.units.iter().any(|known| known == **unit);
    let absent = INSTANCES.iter().filter(|unit| UNITS.contains(unit) && !ours(unit)).join(", ");
    line(&mut page, &format!("Covered: {}.\n", theorem.units.join(", ")));
    line(&mut page, &format!("Not in this machine, so not covered: {absent}."));
    line(&mut page, "\n## Proved\n\n| what | how |\n|---|---|");
    for label in &found.proved {
        line(&mut page, &format!("| {} | k-induction, k = 1 |", sentence(label)));
    }
    for (label, cycle) in &theorem.covers {
        line(&mut page, &format!("| possible: {} | cycle {cycle} |", sentence(label)));
    }
    line(
        &mut page,
        &format!(
            "\nProved with it: every property of these units, and {} helpers. The proofs of the units assume these of a neighbour, and here they are proved:\n",
            found.helpers.len()
        ),
    );
    line(&mut page, "| unit | what its proof assumes |\n|---|---|");
    let row = |page: &mut String, name: &String| {
        let (unit, label) = name.split_once('.').unwrap_or(("", name));
        line(page, &format!("| {unit} | {} |", sentence(label)));
    };
    theorem.closed.iter().for_each(|name| row(&mut page, name));
    line(&mut page, "\n## Assumed\n");
    line(&mut page, "Of host, memory and SMXs:\n");
    line(&mut page, "| unit | what is assumed |\n|---|---|");
    theorem.assumed.iter().for_each(|name| row(&mut page, name));
    found.assumed.iter().for_each(|name| row(&mut page, &format!("chip.{name}")));
    let (proof, covers) = theorem.seconds;
    line(&mut page, &format!("\n{MEASURED}\n"));
    line(&mut page, "Written when the page was.\n");
    line(&mut page, &format!("| proof | covers |\n|---|---|\n| {proof:.1} | {covers:.1} |"));
    Ok(page)
}
