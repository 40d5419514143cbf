//! `heddle inputs`: what inputs there are, and what a graph is like.

use super::args::InputsArgs;
use super::output;
use anyhow::anyhow;
use heddle_sim::inputs::{
    load, Graph, InputSpec, COMBUSTION, GENERATORS, MATCHING_INPUTS, POINTS, RATINGS, RELATIONS,
    TILING,
};
use serde::Serialize;

/// Inputs that are no graphs: the application that takes them, and how they are written.
const OTHERS: [(&str, &str); 6] = [
    ("amr", COMBUSTION),
    ("bht", POINTS),
    ("join", RELATIONS),
    ("pre", RATINGS),
    ("regx", MATCHING_INPUTS),
    ("dtw, heat2d, hist, int_img, sor and sw", TILING),
];

#[derive(Serialize)]
struct Form {
    form: &'static str,
    about: String,
}

/// How many vertices have a degree of `least` or more, but less than that of the next.
#[derive(Serialize)]
struct Bin {
    least: u32,
    vertices: u64,
}

/// A graph, and the published one that it stands for.
#[derive(Serialize)]
struct Description {
    input: String,
    vertices: u32,
    arcs: u32,
    mean_degree: f64,
    largest_degree: u32,
    degrees: Vec<Bin>,
    original: Option<OriginalGraph>,
}

#[derive(Serialize)]
struct OriginalGraph {
    name: &'static str,
    vertices: u32,
    arcs: u32,
    mean_degree: f64,
    /// Of this graph over that of the original.
    size_ratio: f64,
    mean_degree_ratio: f64,
}

/// Runs the command.
pub fn run(args: &InputsArgs) -> anyhow::Result<()> {
    if args.graphs.is_empty() {
        return list(args);
    }
    let described = args.graphs.iter().map(|text| describe(text));
    let described = described.collect::<anyhow::Result<Vec<_>>>()?;
    if args.json {
        return output::json(&described);
    }
    described.iter().for_each(print);
    Ok(())
}

fn list(args: &InputsArgs) -> anyhow::Result<()> {
    let graphs = GENERATORS.iter().map(|g| Form { form: g.form, about: g.describe.to_owned() });
    let others = OTHERS.map(|(app, form)| Form { form, about: format!("input of {app}") });
    let forms: Vec<Form> = graphs.chain(others).collect();
    if args.json {
        return output::json(&forms);
    }
    let rows = forms.iter().map(|form| vec![form.form.to_owned(), form.about.clone()]);
    output::emit!("{}", output::table(&["written", "what it is"], &rows.collect::<Vec<_>>()));
    Ok(())
}

fn describe(text: &str) -> anyhow::Result<Description> {
    let graph = InputSpec::parse(text).and_then(|spec| load(&spec)).map_err(|e| anyhow!("{e}"))?;
    let mean = |arcs: u32, vertices: u32| f64::from(arcs) / f64::from(vertices.max(1));
    let mean_degree = mean(graph.edges(), graph.vertices());
    let original = InputSpec::original(text).map(|original| OriginalGraph {
        name: original.name,
        vertices: original.vertices,
        arcs: original.arcs,
        mean_degree: mean(original.arcs, original.vertices),
        size_ratio: f64::from(graph.vertices()) / f64::from(original.vertices),
        mean_degree_ratio: mean_degree / mean(original.arcs, original.vertices),
    });
    Ok(Description {
        input: text.to_owned(),
        vertices: graph.vertices(),
        arcs: graph.edges(),
        mean_degree,
        largest_degree: graph.hub().map_or(0, |hub| graph.degree(hub)),
        degrees: degrees(&graph),
        original,
    })
}

/// The degrees in bins that double: 0, 1, 2 to 3, 4 to 7 and so on.
fn degrees(graph: &Graph) -> Vec<Bin> {
    let mut bins: Vec<Bin> = Vec::new();
    for vertex in 0..graph.vertices() {
        let bin = (u32::BITS - graph.degree(vertex).leading_zeros()) as usize;
        while bins.len() <= bin {
            let least = if bins.is_empty() { 0 } else { 1 << (bins.len() - 1) };
            bins.push(Bin { least, vertices: 0 });
        }
        bins[bin].vertices += 1;
    }
    bins
}

fn print(graph: &Description) {
    output::emit!(
        "{}: {} vertices, {} arcs, mean degree {:.2}, largest {}",
        graph.input,
        output::grouped(graph.vertices.into()),
        output::grouped(graph.arcs.into()),
        graph.mean_degree,
        output::grouped(graph.largest_degree.into())
    );
    if let Some(original) = &graph.original {
        output::emit!(
            "stands for {}: {} vertices, {} arcs, mean degree {:.2}; this one has {:.4} of its vertices and {:.3} of its mean degree",
            original.name,
            output::grouped(original.vertices.into()),
            output::grouped(original.arcs.into()),
            original.mean_degree,
            original.size_ratio,
            original.mean_degree_ratio
        );
    }
    let rows = graph.degrees.iter().map(|bin| {
        let share = bin.vertices as f64 / f64::from(graph.vertices.max(1));
        let least = output::grouped(bin.least.into());
        vec![least, output::grouped(bin.vertices), output::percent(Some(share))]
    });
    let header = ["degree from", "vertices", "share"];
    output::emit!("{}", output::table(&header, &rows.collect::<Vec<_>>()));
}
