//! What stands around a plot: the machine, the program and its inputs, and the version.

use super::{free, Plot};
use crate::cli::provenance::VERSION_AND_COMMIT;
use crate::reproduce::Caption;
use crate::sweep::columns::Table;
use crate::sweep::point::Study;

/// Most values of a kind that are named.
const NAMED: usize = 6;

/// Returns the caption of a plot of a table.
pub fn of(plot: &Plot, study: &Study, table: &Table, failed: usize) -> Caption {
    let title = match plot {
        Plot::Line { x, y } => {
            let by = free(study, &[x]).join(", ");
            if by.is_empty() {
                format!("{y} over {x}")
            } else {
                format!("{y} over {x}, by {by}")
            }
        }
        Plot::Heat { x, y, value } => format!("{value} by {x} and {y}"),
        Plot::Pareto { a, b } => format!("{} and {}: what nothing else beats", a.column, b.column),
    };
    let named = |column: &str| some(&distinct(table, column));
    let mut made = format!("{} on {}", named("workload"), named("machine"));
    let common = common_settings(table);
    if !common.is_empty() {
        made += &format!(" with {}", some(&common));
    }
    let mut notes = vec![format!("{made}, by Heddle {VERSION_AND_COMMIT}.")];
    let inputs = named("input");
    if !inputs.is_empty() {
        notes.push(format!("Inputs: {inputs}."));
    }
    if failed > 0 {
        notes.push(format!("{failed} points are not drawn: they have no result."));
    }
    Caption::plain(title, notes)
}

fn some(values: &[String]) -> String {
    let more = values.len().saturating_sub(NAMED);
    let named = values[..values.len() - more].join(", ");
    if more > 0 {
        format!("{named} and {more} others")
    } else {
        named
    }
}

/// The values of a column, each once, in the order of the rows.
fn distinct(table: &Table, column: &str) -> Vec<String> {
    let mut values: Vec<String> = Vec::new();
    for value in table.column(column) {
        let text = value.to_string();
        if !text.is_empty() && !values.contains(&text) {
            values.push(text);
        }
    }
    values
}

/// What was set in all runs alike, as KEY=VALUE.
fn common_settings(table: &Table) -> Vec<String> {
    let settings = |value: &crate::results::Scalar| -> Vec<String> {
        serde_json::from_str(&value.to_string()).unwrap_or_default()
    };
    let all = table.column("overrides").map(settings);
    all.reduce(|mut common, of| {
        common.retain(|setting| of.contains(setting));
        common
    })
    .unwrap_or_default()
}
