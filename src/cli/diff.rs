//! `heddle diff`: explains two results by what differed in their machines, programs and inputs, and what came of it.

use super::args::DiffArgs;
use super::output;
use crate::results::{read, Change, Difference};

/// Most characters of a value in the table; JSON has it whole.
const VALUE: usize = 24;

/// Runs the command.
pub fn run(args: &DiffArgs) -> anyhow::Result<()> {
    let found = Difference::of(&read(&args.first)?, &read(&args.second)?);
    if args.json {
        return output::json(&found);
    }
    let Difference { differ_in, differ_out, same } = &found;
    say("What they are results of", "is the same", differ_in);
    say("What came of it", "is the same, but for the time it took", differ_out);
    if !differ_out.is_empty() {
        output::emit!("{same} other values are the same.");
    }
    let same_trace = differ_out.iter().all(|change| change.name != "trace_hash");
    if same_trace {
        output::emit!("The trace hashes are equal: every unit did the same on every cycle.");
    }
    Ok(())
}

fn say(what: &str, same: &str, changes: &[Change]) {
    if changes.is_empty() {
        output::emit!("{what} {same}.");
        return;
    }
    let row = |change: &Change| {
        let ratio = change.ratio.map_or_else(String::new, |ratio| format!("{ratio:.3}"));
        vec![change.name.clone(), short(&change.first), short(&change.second), ratio]
    };
    output::emit!("{what} differs:");
    output::emit!(
        "{}",
        output::table(
            &["", "first", "second", "second\nover first"],
            &changes.iter().map(row).collect::<Vec<_>>()
        )
    );
}

/// Returns what fits into the table of a value; one that is absent is a dash.
fn short(value: &str) -> String {
    if value.is_empty() {
        return "-".into();
    }
    output::shortened(value, VALUE)
}
