//! Tables of the account of a run, for people.

use super::output;
use heddle_sim::gpu::RunResult;
use heddle_sim::smx::{Lanes, Reason, Slots};

/// Prints what became of the slots of the warp schedulers, in the whole run and by kernel, and the active lanes of the
/// issued instructions; nothing if no account was kept.
pub fn tables(result: &RunResult) -> Option<String> {
    let (whole, lanes) = (result.account.as_ref()?, result.active_lanes.as_ref()?);
    let kernels = result.account_kernels.as_ref()?;
    let mut columns = vec![("all", whole)];
    columns.extend(kernels.iter().map(|(name, counts)| (name.as_str(), &counts.slots)));
    Some(format!("{}\n{}", slots(&columns), instructions(lanes)))
}

fn slots(columns: &[(&str, &Slots)]) -> String {
    let mut header = vec!["scheduler slots"];
    header.extend(columns.iter().map(|(name, _)| *name));
    let lost = Reason::ALL.iter().filter(|&&reason| columns[0].1.of(reason) > 0);
    let rows = lost.map(|&reason| {
        let shares = columns.iter().map(|(_, slots)| output::percent(Some(slots.share(reason))));
        [reason.name().to_string()].into_iter().chain(shares).collect()
    });
    let mut rows: Vec<Vec<String>> = rows.collect();
    let totals = columns.iter().map(|(_, slots)| output::grouped(slots.total()));
    rows.push(["slots".to_string()].into_iter().chain(totals).collect());
    output::table(&header, &rows)
}

/// Prints the instructions by quarters of a warp.
fn instructions(lanes: &Lanes) -> String {
    let rows = [1, 9, 17, 25].map(|first| {
        let last = first + 7;
        let count: u64 = (first..=last).map(|active| lanes.of(active)).sum();
        vec![format!("W{first} to W{last}"), output::grouped(count)]
    });
    output::table(&["active lanes", "instructions"], &rows)
}
