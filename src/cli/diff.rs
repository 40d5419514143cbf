//! `heddle diff`: explains two results by what differed in their machines, programs and inputs, and what came of it.

use super::args::{DiffArgs, Format};
use super::output;
use crate::results::{read, Change, Difference};

/// Most characters of a value in a table for people; the other forms have it whole.
const VALUE: usize = 14;

/// What has hundreds of numbers of its own, which a table for people leaves out.
const DETAILS: [&str; 7] = [
    "account_depths",
    "account_kernels",
    "account_lines",
    "account_smxs",
    "active_lanes",
    "intervals",
    "launch_tree",
];

/// Runs the command.
pub fn run(args: &DiffArgs) -> anyhow::Result<()> {
    let found = Difference::of(&read(&args.first)?, &read(&args.second)?);
    if output::is_json() {
        return output::json(&found);
    }
    let Difference { differ_in, differ_out, same } = &found;
    let all: Vec<&Change> = differ_out.iter().collect();
    let (details, figures): (Vec<&Change>, Vec<&Change>) =
        all.iter().partition(|change| output::format() == Format::Table && is_detail(change));
    say("What they are results of", "is the same", &differ_in.iter().collect::<Vec<_>>());
    say("What came of it", "is the same, but for the time it took", &figures);
    if !details.is_empty() {
        let count = details.len();
        output::note!(
            "{count} numbers of kernels, SMXs, lines, intervals and launches differ too; --json has them."
        );
    }
    if !differ_out.is_empty() {
        output::note!("{same} other values are the same.");
    }
    let same_trace = differ_out.iter().all(|change| change.name != "trace_hash");
    if same_trace {
        output::note!("The trace hashes are equal: every unit did the same on every cycle.");
    }
    Ok(())
}

/// Whether it is one of many numbers of a part of the run.
fn is_detail(change: &Change) -> bool {
    change.name.split('.').next().is_some_and(|name| DETAILS.contains(&name))
}

fn say(what: &str, same: &str, changes: &[&Change]) {
    if changes.is_empty() {
        output::note!("{what} {same}.");
        return;
    }
    let row = |change: &&Change| {
        let ratio = change.ratio.map_or_else(String::new, |ratio| format!("{ratio:.3}"));
        vec![change.name.clone(), short(&change.first), short(&change.second), ratio]
    };
    output::note!("{what} differs:");
    output::show(&output::table(
        &["what", "first", "second", "second\nover first"],
        &changes.iter().map(row).collect::<Vec<_>>(),
    ));
}

/// Returns a value as a table has it; one that is absent is a dash.
fn short(value: &str) -> String {
    if value.is_empty() {
        return "-".into();
    }
    if output::format() != Format::Table {
        return value.to_owned();
    }
    match (value.parse::<u64>(), value.parse::<f64>()) {
        (Ok(count), _) => output::grouped(count),
        (_, Ok(number)) if number.abs() >= 0.001 => format!("{number:.4}"),
        (_, Ok(number)) => format!("{number:.2e}"),
        _ => output::shortened(value, VALUE),
    }
}
