//! `heddle area --storage`: what the rooms remember, and what the papers say they should.

use super::args::AreaArgs;
use super::output;
use anyhow::{bail, Context};
use heddle_gen::rooms::{for_room, ROOMS};
use heddle_gen::storage::{Accounting, Reconciled, Row, FIGURES};
use heddle_hw::kit::room::RoomVisitor;
use heddle_hw::kit::Laws;
use serde::Serialize;

#[derive(Serialize)]
struct RoomStorage {
    name: &'static str,
    preset: String,
    total_bytes: u64,
    fields: Vec<Row>,
}

#[derive(Serialize)]
struct Report {
    reconciled: Vec<Reconciled>,
    rooms: Vec<RoomStorage>,
}

/// Adds one room to the account.
struct Count<'a> {
    preset: &'a str,
    accounting: &'a mut Accounting,
}

impl RoomVisitor for Count<'_> {
    type Output = anyhow::Result<()>;
    fn visit<R: Laws>(self) -> Self::Output {
        let params = R::preset(self.preset).with_context(|| {
            let known = R::preset_names().join(", ");
            format!("unknown preset `{}`; presets of {} are: {known}", self.preset, R::NAME)
        })?;
        self.accounting.add::<R>(&params);
        Ok(())
    }
}

/// Runs the command.
pub fn run(args: &AreaArgs) -> anyhow::Result<()> {
    if !args.storage {
        bail!("say what to account for: `heddle area --storage` counts storage");
    }
    let names = match &args.unit {
        Some(unit) => vec![unit.as_str()],
        None => ROOMS.to_vec(),
    };
    let mut accounting = Accounting::default();
    for name in names {
        for_room(name, Count { preset: &args.preset, accounting: &mut accounting })??;
    }
    // A single room holds only its share of a figure, and tiny sizes none that was published.
    let whole = args.unit.is_none() && args.preset == "paper";
    let reconciled = if whole { accounting.reconcile(&FIGURES) } else { Vec::new() };
    let rooms = accounting.totals().into_iter().map(|(name, total_bytes)| RoomStorage {
        name,
        preset: args.preset.clone(),
        total_bytes,
        fields: accounting.rows.iter().filter(|row| row.room == name).cloned().collect(),
    });
    let report = Report { reconciled, rooms: rooms.collect() };
    if args.json {
        return output::json(&report);
    }
    print(&report);
    Ok(())
}

fn print(report: &Report) {
    let row = |row: &Row| {
        vec![
            row.room.to_string(),
            row.field.to_string(),
            row.bits.to_string(),
            row.entries.to_string(),
            output::grouped(row.bytes),
            row.figure.unwrap_or("").to_string(),
        ]
    };
    let rows: Vec<_> = report.rooms.iter().flat_map(|room| &room.fields).map(row).collect();
    output::emit!(
        "{}",
        output::table(&["room", "field", "bits", "entries", "bytes", "figure"], &rows)
    );
    let row = |figure: &Reconciled| {
        let bytes = [figure.ours_bytes, figure.published_bytes].map(output::grouped);
        [vec![figure.figure.clone()], bytes.to_vec()].concat()
    };
    let rows: Vec<_> = report.reconciled.iter().map(row).collect();
    if !rows.is_empty() {
        output::emit!("{}", output::table(&["figure", "ours (bytes)", "published (bytes)"], &rows));
    }
}
