//! `heddle reproduce`: the papers' figures beside ours.

use super::args::ReproduceArgs;
use super::output;
use crate::reproduce::{chart, find, ids, measure, write_whole, Figure, Report, Store, Table};
use anyhow::bail;
use indicatif::{ProgressBar, ProgressStyle};
use std::thread::available_parallelism;

/// Counts finished runs on standard error, if that is a terminal.
struct Bar(ProgressBar);

impl Report for Bar {
    fn begin(&self, all: usize, kept: usize) {
        self.0.set_length(all as u64);
        self.0.set_position(kept as u64);
    }

    fn start(&self, name: &str) {
        self.0.set_message(name.to_owned());
    }

    fn finish(&self, _: &str) {
        self.0.inc(1);
    }
}

/// Runs the command.
pub fn run(args: &ReproduceArgs) -> anyhow::Result<()> {
    let mut figures: Vec<&Figure> = Vec::new();
    for name in &args.figures {
        let found = find(name);
        if found.is_empty() {
            bail!("no figure is called `{name}`; known: {}", ids().collect::<Vec<_>>().join(", "));
        }
        figures.extend(found);
    }
    let out = args.out.join(args.size.name());
    let store = Store::open(&out)?;
    let cases: Vec<_> = figures.iter().flat_map(|figure| figure.cases(args.size)).collect();
    let jobs = args.jobs.or_else(|| available_parallelism().ok()).map_or(1, |jobs| jobs.get());
    let bar = Bar(ProgressBar::new(0));
    if let Ok(style) = ProgressStyle::with_template("{bar:30} {pos}/{len} runs {msg} [{elapsed}]") {
        bar.0.set_style(style);
    }
    let results = measure(&cases, &store, jobs, &bar)?;
    bar.0.finish_and_clear();
    let tables: Vec<Table> =
        figures.iter().map(|figure| figure.table(args.size, &results)).collect();
    for table in &tables {
        let file = |ending: &str| out.join(format!("{}.{ending}", table.figure));
        let mut json = serde_json::to_string_pretty(table)?;
        json.push('\n');
        write_whole(&file("json"), json.as_bytes())?;
        write_whole(&file("svg"), chart::svg(table)?.as_bytes())?;
        if !args.json {
            output::emit!("\n{}: {}", table.figure, table.title);
            output::emit!("{}", text(table));
        }
    }
    if args.json {
        return output::json(&tables);
    }
    output::emit!("\ntables and charts: {}/*.json, *.svg; runs: {0}/runs/", out.display());
    Ok(())
}

/// A table for people: ours, and the published value in brackets where it is known.
fn text(table: &Table) -> String {
    let mut header = vec![""];
    header.extend(&table.series);
    let cell = |(ours, published): (&Option<f64>, &Option<f64>)| match published {
        None => table.unit.show(*ours),
        Some(_) => format!("{} [{}]", table.unit.show(*ours), table.unit.show(*published)),
    };
    let rows = table.rows.iter().map(|row| {
        let cells = row.ours.iter().zip(&row.published).map(cell);
        std::iter::once(row.benchmark.to_owned()).chain(cells).collect()
    });
    output::table(&header, &rows.collect::<Vec<Vec<String>>>())
}
