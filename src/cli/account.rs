//! Tables of the account of a run, for people.

use super::output;
use heddle_sim::gpu::{Interval, RunResult};
use heddle_sim::smx::{Lanes, Reason, Slots};

/// Returns what became of the slots of the warp schedulers, in the whole run and by kernel, the active lanes of the
/// issued instructions, and what was measured by intervals; nothing if no account was kept.
pub fn tables(result: &RunResult) -> Option<Vec<String>> {
    let (whole, lanes) = (result.account.as_ref()?, result.active_lanes.as_ref()?);
    let kernels = result.account_kernels.as_ref()?;
    let mut columns = vec![("all", whole)];
    columns.extend(kernels.iter().map(|(name, counts)| (name.as_str(), &counts.slots)));
    let mut tables = vec![slots(&columns), instructions(lanes)];
    tables.extend(result.intervals.as_deref().map(over_time));
    Some(tables)
}

/// Prints what was measured by intervals.
fn over_time(intervals: &[Interval]) -> String {
    let header = [
        "from\ncycle",
        "issued",
        "most lost to",
        "occupancy",
        "IPC",
        "L1\nhits",
        "L2\nhits",
        "bytes of\nDRAM",
    ];
    let row = |interval: &Interval| {
        let account = &interval.account;
        let lost = Reason::ALL.iter().copied().filter(|&reason| reason != Reason::Issued);
        // The first of several that are equal.
        let most = lost.rev().max_by_key(|&reason| account.of(reason)).unwrap_or_default();
        vec![
            output::grouped(interval.first_cycle),
            output::percent(Some(account.share(Reason::Issued))),
            most.name().to_owned(),
            output::percent(Some(interval.occupancy)),
            format!("{:.2}", interval.ipc),
            output::percent(interval.l1_hit_rate),
            output::percent(interval.l2_hit_rate),
            output::grouped(interval.dram_bytes),
        ]
    };
    output::table(&header, &intervals.iter().map(row).collect::<Vec<_>>())
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
