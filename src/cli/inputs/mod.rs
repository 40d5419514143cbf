//! `heddle inputs`: lists the forms of inputs, and measures inputs beside the originals they
//! replace.

mod describe;
mod graph;
mod kinds;
mod matrices;
mod sequences;

use super::args::InputsArgs;
use super::output;
use anyhow::{anyhow, bail};
use describe::{Description, Histogram, Measure};
use heddle_workloads::inputs::{InputError, GENERATORS};
use kinds::{Kind, KINDS};
use serde::Serialize;

#[derive(Serialize)]
struct Form {
    form: String,
    about: String,
}

/// Runs the command.
pub fn run(args: &InputsArgs) -> anyhow::Result<()> {
    if args.inputs.is_empty() {
        return list();
    }
    let described = args.inputs.iter().map(|text| describe(text, args.app.as_deref()));
    let described = described.collect::<anyhow::Result<Vec<_>>>()?;
    if output::is_json() {
        return output::json(&described);
    }
    described.iter().for_each(print);
    Ok(())
}

fn list() -> anyhow::Result<()> {
    let graphs = GENERATORS
        .iter()
        .map(|graph| Form { form: graph.form.to_owned(), about: graph.describe.to_owned() });
    let others = KINDS.iter().filter(|kind| kind.name != kinds::GRAPH).map(|kind| Form {
        form: (kind.forms)(),
        about: format!("input of {}", kind.apps.join(", ")),
    });
    let forms: Vec<Form> = graphs.chain(others).collect();
    if output::is_json() {
        return output::json(&forms);
    }
    let rows = forms.iter().map(|form| vec![form.form.clone(), form.about.clone()]);
    output::show(&output::table(&["written", "what it is"], &rows.collect::<Vec<_>>()));
    Ok(())
}

fn describe(text: &str, app: Option<&str>) -> anyhow::Result<Description> {
    let generated = KINDS.iter().find_map(|kind| Some((kind, kind.generator(text)?)));
    let kind = match app {
        Some(app) => of_app(app)?,
        None => generated.map_or(&KINDS[0], |(kind, _)| kind),
    };
    let described = (kind.describe)(text).map_err(|error| match error {
        InputError::UnknownGenerator { name, .. } if app.is_none() => {
            let forms: Vec<String> = KINDS.iter().map(|kind| (kind.forms)()).collect();
            anyhow!(InputError::UnknownGenerator { name, known: forms.join(", ") })
        }
        error if app.is_none() && generated.is_none() => {
            anyhow!("{error}; a file is read as a graph unless --app names another application")
        }
        error => anyhow!(error),
    })?;
    let generator = kind.generator(text);
    Ok(Description {
        input: text.to_owned(),
        kind: kind.name,
        original: generator.and_then(kinds::original),
        measures: described.measures,
        histogram: described.histogram,
    })
}

fn of_app(app: &str) -> anyhow::Result<&'static Kind> {
    let Some(kind) = KINDS.iter().find(|kind| kind.apps.contains(&app)) else {
        let known: Vec<&str> = KINDS.iter().flat_map(|kind| kind.apps).copied().collect();
        bail!("--app {app}: inputs are described for {}", known.join(", "));
    };
    Ok(kind)
}

fn print(input: &Description) {
    let published = input.measures.iter().any(|measure| measure.published.is_some());
    let original = match input.original {
        None => String::new(),
        Some(name) if published => format!(", stands for {name}"),
        Some(name) => format!(", stands for {name} (no published figure)"),
    };
    output::note!("{}: {}{original}", input.input, input.kind);
    let rows: Vec<Vec<String>> =
        input.measures.iter().map(|measure| measure_row(measure, published)).collect();
    let header = ["measure", "here", "published", "ratio", "published in"];
    output::show(&output::table(&header[..if published { 5 } else { 2 }], &rows));
    output::show(&histogram(&input.histogram));
}

fn measure_row(measure: &Measure, published: bool) -> Vec<String> {
    let or_dash = |value: Option<String>| value.unwrap_or_else(|| "-".to_owned());
    let mut row = vec![measure.name.to_owned(), or_dash(measure.value.map(number))];
    if published {
        row.push(or_dash(measure.published.map(number)));
        row.push(or_dash(measure.ratio.map(|ratio| format!("{ratio:.4}"))));
        row.push(or_dash(measure.source.map(str::to_owned)));
    }
    row
}

fn histogram(histogram: &Histogram) -> String {
    let whole: u64 = histogram.bins.iter().map(|bin| bin.count).sum();
    let rows = histogram.bins.iter().map(|bin| {
        let share = (whole > 0).then(|| bin.count as f64 / whole as f64);
        vec![output::grouped(bin.least), output::grouped(bin.count), output::percent(share)]
    });
    let least = format!("{} from", histogram.of);
    let header = [least.as_str(), histogram.counted, "share"];
    output::table(&header, &rows.collect::<Vec<_>>())
}

/// Prints counts exactly, numbers below 1 with four decimal places, and others with two.
fn number(value: f64) -> String {
    if value >= 0.0 && value.fract() == 0.0 && value < 1e15 {
        output::grouped(value as u64)
    } else if value.abs() < 1.0 {
        format!("{value:.4}")
    } else {
        format!("{value:.2}")
    }
}
