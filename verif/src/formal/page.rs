//! Writes the book's page of proofs.

use super::guarantees::{guarantees, properties, Guarantee};
use super::{plans_of, FormalError, Plan, Proved};
use std::fmt::Write;

/// Heading of the part that is measured, and is not compared with the committed page.
pub const MEASURED: &str = "## Seconds";

/// Returns the page, from the labels in `verif/formal` and the proofs, of which those at other points than the preset
/// only have rows among the seconds.
pub fn page(proofs: &[(Plan, Proved)]) -> Result<String, FormalError> {
    let mut page = String::from(HEAD);
    let guarantees = guarantees()?;
    for (plan, proved) in proofs.iter().filter(|(plan, _)| !plan.is_point()) {
        let found = properties(plan.unit)?;
        line(&mut page, &format!("\n## {}\n", plan.unit));
        line(&mut page, "| what | how |\n|---|---|");
        for label in &found.proved {
            line(
                &mut page,
                &format!("| {} | k-induction, k = {} |", sentence(label), plan.k_of(label)),
            );
        }
        for (label, cycle) in proved.covers.iter().filter(|(label, _)| !plan.deep.contains(label)) {
            line(&mut page, &format!("| possible: {} | cycle {cycle} |", sentence(label)));
        }
        for label in &plan.deep {
            line(&mut page, &format!("| possible: {} | in the full check |", sentence(label)));
        }
        line(&mut page, &points(&plans_of(plan.unit).map_err(FormalError::Plan)?));
        let helpers = found.helpers.len();
        line(&mut page, &format!("Helpers, proved with the above: {helpers}. Assumed, besides the rules of the incoming streams:"));
        if found.assumed.is_empty() {
            line(&mut page, "nothing.");
            continue;
        }
        line(&mut page, "\n| assumed | who guarantees it |\n|---|---|");
        for label in &found.assumed {
            let rows = guarantees.get(plan.unit);
            let told = rows.and_then(|rows| rows.get(label)).map(Guarantee::told);
            line(&mut page, &format!("| {} | {} |", sentence(label), told.unwrap_or_default()));
        }
    }
    line(&mut page, &format!("\n{MEASURED}\n"));
    line(&mut page, "Written when the page was; a proof and the search for its covers.\n");
    line(&mut page, "| unit | proof | covers |\n|---|---|---|");
    for (plan, proved) in proofs {
        let (proof, cover) = (proved.proof_seconds, proved.cover_seconds);
        line(&mut page, &format!("| {plan} | {proof:.1} | {cover:.1} |"));
    }
    Ok(page)
}

/// Says at which other sizes the properties are proved.
fn points(plans: &[Plan]) -> String {
    let of = |full: bool| -> Vec<String> {
        let points = plans.iter().filter(|plan| plan.is_point() && plan.full == full);
        points.map(|plan| format!("`{}`", plan.point())).collect()
    };
    let mut told = String::new();
    for (names, check) in [(of(false), ""), (of(true), " in the full check")] {
        if !names.is_empty() {
            write!(told, "\nProved and possible{check} too at {}.\n", names.join(", "))
                .expect("writing to a string");
        }
    }
    told
}

const HEAD: &str = include_str!("page_head.md");

/// Returns a label as a sentence: `rule_3_it_holds` is "rule 3: it holds".
pub(super) fn sentence(label: &str) -> String {
    let mut words: Vec<String> = label.split('_').map(str::to_string).collect();
    let numbers = words.iter().rposition(|word| word.parse::<u32>().is_ok());
    let rules = words.iter().take(3).any(|word| word == "rule" || word == "rules");
    if let (true, Some(_)) = (rules, numbers) {
        let named = |word: &String| word == "and" || word.parse::<u32>().is_ok();
        let begin = words.iter().position(|word| word.parse::<u32>().is_ok()).unwrap_or(0);
        let end = begin + words[begin..].iter().take_while(|word| named(word)).count();
        words[end - 1].push(':');
    }
    words.join(" ")
}

pub(super) fn line(page: &mut String, text: &str) {
    writeln!(page, "{text}").expect("writing to a string");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formal::plan_of;

    #[test]
    fn points_of_the_full_check_are_told_apart() {
        let tiny = plan_of("fifo").unwrap();
        let at = |size: &str, full| Plan { sizes: vec![size.to_string()], full, ..tiny.clone() };
        assert_eq!(points(std::slice::from_ref(&tiny)), "");
        let told = points(&[tiny.clone(), at("depth=4", false), at("depth=8", true)]);
        let often = "\nProved and possible too at `depth=4`.\n";
        let full = "\nProved and possible in the full check too at `depth=8`.\n";
        assert_eq!(told, format!("{often}{full}"));
    }

    #[test]
    fn a_label_reads_as_a_sentence_with_its_rule_in_front() {
        assert_eq!(sentence("rule_3_it_holds"), "rule 3: it holds");
        assert_eq!(sentence("rules_1_and_2_it_holds"), "rules 1 and 2: it holds");
        assert_eq!(sentence("kd_rule_5_the_head_stays"), "kd rule 5: the head stays");
        assert_eq!(sentence("no_more_than_1024_run"), "no more than 1024 run");
    }
}
