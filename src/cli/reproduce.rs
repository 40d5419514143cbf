//! `heddle reproduce`: prints the papers' figures beside ours.

use super::args::ReproduceArgs;
use super::output;
use super::progress::Bar;
use crate::files::make_dir;
use crate::reproduce::{find, ids, measure, Case, Exhibit, Files, Shown};
use crate::runs::Store;
use anyhow::bail;
use std::collections::BTreeSet;
use std::thread::available_parallelism;

/// Keeps the figures that can be shown of the benchmarks of `--only`, and says which are left out. The error names a
/// benchmark that none of them has, or says that no figure is kept.
fn choose(figures: &mut Vec<&dyn Exhibit>, args: &ReproduceArgs) -> anyhow::Result<()> {
    let cases: Vec<_> = figures.iter().map(|figure| figure.cases(args.size)).collect();
    let known: BTreeSet<_> = cases.iter().flatten().map(|case| case.benchmark.name).collect();
    if let Some(name) = args.only.iter().find(|name| !known.contains(name.as_str())) {
        let known = known.into_iter().collect::<Vec<_>>().join(", ");
        bail!("--only {name}: these figures have no such benchmark; they have {known}");
    }
    let (mut kept, mut left) = (Vec::new(), Vec::new());
    for (figure, cases) in figures.drain(..).zip(&cases) {
        let chosen = |case: &Case| is_chosen(case, args);
        let shown = cases.iter().all(chosen) || figure.is_divisible() && cases.iter().any(chosen);
        let list = if shown { &mut kept } else { &mut left };
        list.push(figure);
    }
    if !left.is_empty() {
        let left = left.iter().map(|figure| figure.id()).collect::<Vec<_>>().join(", ");
        let why = format!("--only does not name all the benchmarks of {left}");
        if kept.is_empty() {
            bail!("{why}; name them, or leave it out");
        }
        eprintln!("left out, as {why}");
    }
    *figures = kept;
    Ok(())
}

/// Whether `--only` names the benchmark of a case, or is not there.
fn is_chosen(case: &Case, args: &ReproduceArgs) -> bool {
    args.only.is_empty() || args.only.iter().any(|name| name == case.benchmark.name)
}

/// Runs the command.
pub fn run(args: &ReproduceArgs) -> anyhow::Result<()> {
    let mut figures: Vec<&dyn Exhibit> = Vec::new();
    for name in &args.figures {
        let found = find(name);
        if found.is_empty() {
            bail!("no figure is called `{name}`; known: {}", ids().collect::<Vec<_>>().join(", "));
        }
        figures.extend(found);
    }
    if !args.only.is_empty() {
        choose(&mut figures, args)?;
    }
    let cases = figures.iter().flat_map(|figure| figure.cases(args.size));
    let cases: Vec<_> = cases.filter(|case| is_chosen(case, args)).collect();
    let files = match &args.inputs {
        Some(dir) => Files::find(dir, &cases)?,
        None => Files::default(),
    };
    if args.inputs.is_some() && !output::is_json() {
        files.told(&cases).iter().for_each(|line| output::note!("{line}"));
    }
    let runs = args.out.join(args.size.name());
    let store = Store::at(runs.join("runs"));
    store.make()?;
    store.clear()?;
    let out = match &args.inputs {
        Some(_) => args.out.join(format!("{}-files", args.size.name())),
        None => runs.clone(),
    };
    make_dir(&out)?;
    let jobs = args.jobs.or_else(|| available_parallelism().ok()).map_or(1, |jobs| jobs.get());
    let bar = Bar::new("runs");
    let results = measure(&cases, &files, &store, jobs, &bar)?;
    bar.clear();
    let shown = figures.iter().map(|figure| figure.write(args.size, &results, &out));
    let shown = shown.collect::<anyhow::Result<Vec<Shown>>>()?;
    if output::is_json() {
        return output::json(&shown.iter().map(|shown| &shown.json).collect::<Vec<_>>());
    }
    for Shown { id, title, header, rows, .. } in &shown {
        output::note!("\n{id}: {title}");
        output::show(&output::table(header, rows));
    }
    output::note!(
        "\ntables and charts: {}/*.json, *.svg; runs: {}/runs/",
        out.display(),
        runs.display()
    );
    Ok(())
}
