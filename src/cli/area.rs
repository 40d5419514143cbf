//! `heddle area --storage`: what the rooms remember, and what the papers say they should.

use super::args::AreaArgs;
use super::output;
use anyhow::bail;
use heddle_gen::rooms::{for_room, ROOMS};
use heddle_hw::kit::room::{RoomVisitor, Storage};
use heddle_hw::kit::Laws;
use serde::Serialize;

/// Published storage figures and their bytes.
///
/// * `dtbl.registers`: DTBL section 4.4, "1096 Bytes of on-chip SRAM": AGEI of 13 x 16 TBCRs, NAGEI
///   and LAGEI of 32 KDEs, 32 FCFS bits, AGEI of the SSCR.
/// * `dtbl.agt`: the same section, 1024 entries of 20 bytes.
pub const FIGURES: [(&str, u64); 2] = [("dtbl.registers", 1096), ("dtbl.agt", 20_480)];

#[derive(Serialize)]
struct Reconciled {
    figure: &'static str,
    ours_bytes: u64,
    published_bytes: u64,
}

#[derive(Serialize)]
struct Field {
    #[serde(flatten)]
    storage: Storage,
    bytes: u64,
}

#[derive(Serialize)]
struct RoomStorage {
    name: &'static str,
    preset: String,
    total_bytes: u64,
    fields: Vec<Field>,
}

#[derive(Serialize)]
struct Report {
    reconciled: Vec<Reconciled>,
    rooms: Vec<RoomStorage>,
}

/// Counts one room.
struct Count<'a> {
    preset: &'a str,
}

impl RoomVisitor for Count<'_> {
    type Output = anyhow::Result<RoomStorage>;
    fn visit<R: Laws>(self) -> Self::Output {
        let Some(params) = R::preset(self.preset) else {
            bail!("unknown preset `{}`; presets are: tiny, paper", self.preset);
        };
        let fields: Vec<Field> = R::storage(&params)
            .into_iter()
            .map(|storage| Field { bytes: storage.bytes(), storage })
            .collect();
        let total_bytes = fields.iter().map(|field| field.bytes).sum();
        Ok(RoomStorage { name: R::NAME, preset: self.preset.into(), total_bytes, fields })
    }
}

/// Runs the command.
pub fn run(args: &AreaArgs) -> anyhow::Result<()> {
    if !args.storage {
        bail!("say what to account for: `heddle area --storage` counts storage");
    }
    let count = |name: &str| for_room(name, Count { preset: &args.preset })?;
    let rooms = match &args.unit {
        Some(unit) => vec![count(unit)?],
        None => ROOMS.iter().map(|name| count(name)).collect::<anyhow::Result<Vec<_>>>()?,
    };
    let published = |(figure, published_bytes): (&'static str, u64)| {
        let fields = rooms.iter().flat_map(|room| &room.fields);
        let ours = fields.filter(|field| field.storage.figure == Some(figure));
        Reconciled { figure, ours_bytes: ours.map(|field| field.bytes).sum(), published_bytes }
    };
    // A single room holds only its share of a figure, and tiny sizes none that was published.
    let whole = args.unit.is_none() && args.preset == "paper";
    let reconciled = if whole { FIGURES.into_iter().map(published).collect() } else { vec![] };
    let report = Report { reconciled, rooms };
    if args.json {
        return output::json(&report);
    }
    print(&report);
    Ok(())
}

fn print(report: &Report) {
    let mut rows = Vec::new();
    for room in &report.rooms {
        for field in &room.fields {
            let Field { storage, bytes } = field;
            rows.push(vec![
                room.name.to_string(),
                storage.field.to_string(),
                storage.bits.to_string(),
                storage.entries.to_string(),
                output::grouped(*bytes),
                storage.figure.unwrap_or("").to_string(),
            ]);
        }
    }
    println!("{}", output::table(&["room", "field", "bits", "entries", "bytes", "figure"], &rows));
    let row = |r: &Reconciled| {
        vec![r.figure.into(), output::grouped(r.ours_bytes), output::grouped(r.published_bytes)]
    };
    let rows: Vec<_> = report.reconciled.iter().map(row).collect();
    if !rows.is_empty() {
        println!("{}", output::table(&["figure", "ours (bytes)", "published (bytes)"], &rows));
    }
}
