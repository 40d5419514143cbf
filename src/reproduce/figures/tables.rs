//! The tables of chapter 4 of the thesis: the machine, its launch latencies, and its benchmarks.

use super::super::benchmarks::{Benchmark, Size, CALLS, TABLE_6};
use super::super::case::{Case, Variant, K20C};
use super::super::listing::Listing;
use super::{CDP, CDPF, DTBL};
use anyhow::Context;
use heddle_sim::config::GpuConfig;
use heddle_workloads::inputs::{
    InputSpec, COMBUSTION, GENERATORS, MATCHING_INPUTS, POINTS, RATINGS, RELATIONS,
};
use serde_json::{json, Value};
use std::collections::BTreeMap;

type Results = BTreeMap<String, Value>;

/// A line of Table 4: what, its value, its unit, and the key that holds it.
const MACHINE_PARAMETERS: &[(&str, u64, &str, &str)] = &[
    ("SMX clock", 706, "MHz", "core_mhz"),
    ("memory clock", 2600, "MHz", "memory_mhz"),
    ("SMXs", 13, "", "smx.count"),
    ("resident TBs of an SMX", 16, "", "smx.tbs"),
    ("resident threads of an SMX", 2048, "", "smx.threads"),
    ("32-bit registers of an SMX", 65_536, "", "smx.registers"),
    ("shared memory of an SMX", 49_152, "bytes", "smx.shared_bytes"),
    ("concurrent kernels", 32, "", "units.kdes"),
];
/// Bytes of the L1 in Table 4, and bytes of a line of our L1.
const L1_BYTES: u64 = 16_384;
const LINE_BYTES: u64 = 128;

/// A line of Table 5: what the kernels of `calls` print it as, and its b and A.
const CALL_LATENCIES: &[(&str, f64, f64)] = &[
    ("cudaStreamCreateWithFlags", 7165.0, 0.0),
    ("cudaGetParameterBuffer", 8023.0, 129.0),
    ("cudaLaunchDevice", 12_187.0, 1592.0),
];
const DISPATCH: (&str, f64) = ("kernel dispatch", 283.0);

/// Constant, slope, and the cycles of each number of threads.
type Line = (f64, f64, Vec<u64>);

fn no_cases(_: Size) -> Vec<Case> {
    Vec::new()
}

fn machine(_: Size, _: &Results) -> anyhow::Result<Vec<Vec<Value>>> {
    let config = GpuConfig::preset(K20C.preset)?;
    let entries: BTreeMap<String, String> = config.entries().into_iter().collect();
    let line = |&(what, published, unit, key): &(&str, u64, &str, &str)| {
        let ours: u64 = entries.get(key).with_context(|| format!("there is no {key}"))?.parse()?;
        Ok(vec![json!(what), json!(unit), json!(published), json!(ours), json!(key)])
    };
    let mut rows = MACHINE_PARAMETERS.iter().map(line).collect::<anyhow::Result<Vec<_>>>()?;
    let l1 = u64::from(config.l1.sets) * u64::from(config.l1.ways) * LINE_BYTES;
    let keys = "l1.sets, l1.ways";
    rows.push(vec![json!("L1 of an SMX"), json!("bytes"), json!(L1_BYTES), json!(l1), json!(keys)]);
    Ok(rows)
}

fn latency_cases(size: Size) -> Vec<Case> {
    let of = |benchmark| [CDP, CDPF, DTBL].map(|variant| Case { benchmark, size, variant });
    CALLS.iter().flat_map(of).collect()
}

/// Returns the cycles that a run has printed after `what`.
fn printed(results: &Results, run: &str, what: &str) -> anyhow::Result<u64> {
    let lines = results.get(run).and_then(|result| result.get("printed")?.as_array());
    let mut lines = lines.into_iter().flatten().filter_map(Value::as_str);
    let number = lines.find_map(|line| line.strip_prefix(what)?.strip_prefix(": "));
    let number = number.and_then(|rest| rest.split(' ').next()?.parse().ok());
    number.with_context(|| format!("the run {run} has not printed the cycles of {what}"))
}

/// Returns the cycles of a call by each number of threads, and the line through the first and the
/// last of them.
fn line_of(results: &Results, variant: &str, what: &str) -> anyhow::Result<Line> {
    let of =
        |benchmark: &Benchmark| printed(results, &format!("{}.{variant}", benchmark.name), what);
    let cycles = CALLS.iter().map(of).collect::<anyhow::Result<Vec<_>>>()?;
    let threads = |benchmark: &Benchmark| benchmark.input(Size::Full).parse::<f64>();
    let (first, last) = (threads(&CALLS[0])?, threads(&CALLS[CALLS.len() - 1])?);
    let (low, high) = (cycles[0] as f64, cycles[cycles.len() - 1] as f64);
    let slope = (high - low) / (last - first);
    Ok((low - slope * first, slope, cycles))
}

fn latencies(_: Size, results: &Results) -> anyhow::Result<Vec<Vec<Value>>> {
    let mut rows = Vec::new();
    let mut add = |name: String, published: Option<(f64, f64)>, (b, a, cycles): Line| {
        let tenth = |value: f64| json!((value * 10.0).round() / 10.0);
        let (published_b, published_a) = published.unzip();
        let mut row = vec![json!(name), json!(published_b), tenth(b), json!(published_a), tenth(a)];
        row.extend(cycles.into_iter().map(|cycles| json!(cycles)));
        rows.push(row);
    };
    let line = |variant: Variant, what| line_of(results, variant.name, what);
    for &(what, b, a) in CALL_LATENCIES {
        add(format!("{what}, CDP"), Some((b, a)), line(CDP, what)?);
    }
    let (buffer, b, a) = CALL_LATENCIES[1];
    add(format!("{buffer}, DTBL"), Some((b, a)), line(DTBL, buffer)?);
    add("launch of a group, DTBL".to_owned(), None, line(DTBL, CALL_LATENCIES[2].0)?);
    let (dispatch, published) = DISPATCH;
    let (whole, ideal) = (line(CDP, dispatch)?, line(CDPF, dispatch)?);
    let less = whole.2.iter().zip(ideal.2).map(|(whole, ideal)| whole.saturating_sub(ideal));
    let less = (whole.0 - ideal.0, whole.1 - ideal.1, less.collect());
    add("from the end of a kernel to the next".to_owned(), None, whole);
    add(format!("{dispatch}: that, less with ideal latency"), Some((published, 0.0)), less);
    Ok(rows)
}

/// The thesis's data set of a benchmark, and the properties of ours.
fn data_set(benchmark: &Benchmark) -> Option<(&'static str, &'static str)> {
    let kind = benchmark.input(Size::Full).split(':').next()?;
    let graph = GENERATORS.iter().find(|generator| generator.form.split(':').next() == Some(kind));
    let source = match kind {
        "combustion" => ("Combustion Simulation", "discs of burnt gas with wrinkled rims"),
        "points" => ("Random Data Points", "uniform in the unit cube"),
        "darpa" => ("DARPA Network Packets", "packets of text of four services, 58 rules"),
        "strings" => ("Random String Collection", "letters drawn evenly from 64, 192 rules"),
        "movielens" => ("Movie Lens", "ratings with the spread of MovieLens 100K"),
        "uniform" => ("Uniform Distributed Data", "keys evenly distributed"),
        "gaussian" => ("Gaussian Distributed Data", "keys normal around the middle one"),
        "citation" | "citation-shuffled" => ("Citation Network", graph?.describe),
        "road" => ("USA Road Network", graph?.describe),
        "cage" => ("Cage15 Sparse Matrix", graph?.describe),
        "graph500" | "balanced" => ("Graph 500 Logn20", graph?.describe),
        "flight" | "flight-skewed" => ("Flight Network", graph?.describe),
        _ => return None,
    };
    Some(source)
}

/// Returns the parameters of an input by their names in `heddle inputs`.
fn parameters(input: &str) -> Option<String> {
    let (kind, values) = input.split_once(':')?;
    let graphs = GENERATORS.iter().map(|generator| generator.form);
    let forms = graphs.chain([COMBUSTION, POINTS, RATINGS, RELATIONS, MATCHING_INPUTS]);
    let mut forms = forms.flat_map(|form| form.split([',', ' ']));
    let names = forms.find_map(|form| form.strip_prefix(kind)?.strip_prefix(':'))?;
    let names = names.split(':').map(|name| name.trim_matches(['[', ']']).to_lowercase());
    let pairs = names.zip(values.split(':')).map(|(name, value)| format!("{name} {value}"));
    Some(pairs.collect::<Vec<_>>().join(", ").replace('_', " "))
}

fn inputs(size: Size, _: &Results) -> anyhow::Result<Vec<Vec<Value>>> {
    let line = |benchmark: &&Benchmark| {
        let input = benchmark.input(size);
        let (source, ours) =
            data_set(benchmark).with_context(|| format!("no words for {input}"))?;
        let original = InputSpec::original(input);
        let original = original.map(|it| format!("{} vertices, {} arcs", it.vertices, it.arcs));
        Ok(vec![
            json!(benchmark.name),
            json!(source),
            json!(original),
            json!(input),
            json!(parameters(input)),
            json!(ours),
        ])
    };
    TABLE_6.iter().map(line).collect()
}

/// Tables of chapter 4.
pub const TABLES: &[Listing] = &[
    Listing {
        id: "dtbl-table4",
        title: "the machine",
        columns: &["", "unit", "published", "ours", "key"],
        cases: no_cases,
        rows: machine,
    },
    Listing {
        id: "dtbl-table5",
        title: "cycles of launches: b + A x for x calling threads of a warp, measured by the kernels' clock",
        columns: &["", "b [published]", "b", "A [published]", "A", "x = 1", "2", "16", "32"],
        cases: latency_cases,
        rows: latencies,
    },
    Listing {
        id: "dtbl-table6",
        title: "the benchmarks and their inputs",
        columns: &["", "thesis's input", "its size", "ours", "its size", "properties"],
        cases: no_cases,
        rows: inputs,
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_benchmark_has_words_for_its_input_at_every_size() {
        for size in [Size::Smoke, Size::Study, Size::Full] {
            for row in inputs(size, &Results::new()).expect("words for all") {
                assert!(row[4].as_str().is_some_and(|text| text.contains("seed 1")), "{row:?}");
            }
        }
    }

    #[test]
    fn the_parameters_of_an_input_go_by_their_names() {
        let named = |input| parameters(input).expect("a known form");
        assert_eq!(named("graph500:9:16:1"), "scale 9, edge factor 16, seed 1");
        assert_eq!(named("gaussian:512:256:64:1"), "left 512, right 256, keys 64, seed 1");
        assert_eq!(named("strings:64:16:1"), "count 64, length 16, seed 1");
    }
}
