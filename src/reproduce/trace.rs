//! A figure of the kernels of one iteration over time.

use super::benchmarks::{Benchmark, Size};
use super::case::{Case, Variant, LAUNCHES_OVER_TIME};
use super::exhibit::{write_files, Exhibit, Shown};
use super::figure::Unit;
use super::frame::{Caption, Drawn, Frame, Key};
use super::launches::Launch;
use anyhow::{anyhow, Context};
use plotters::prelude::*;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Lines that a terminal shows, evenly spread over the kernels.
const SHOWN: usize = 16;
const SIZE: (u32, u32) = (720, 420);
const PARENT: RGBColor = RGBColor(0xc0, 0x39, 0x2b);
const CHILD: RGBColor = RGBColor(0x4e, 0x79, 0xa7);
const WAITING: RGBColor = RGBColor(0xe6, 0xe6, 0xe6);

/// The kernels of the iteration with most children.
pub struct Trace {
    /// As typed.
    pub id: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// The application on its input.
    pub benchmark: &'static Benchmark,
    /// The run, which records its launches.
    pub variant: Variant,
}

/// A kernel.
#[derive(Clone, Debug, PartialEq, Serialize)]
struct Kernel {
    /// In the order of their calls; 0 is the parent.
    x: usize,
    /// Milliseconds from the parent's call to its own call, its first TB's start and its last TB's
    /// completion, and children that execute just after it has started.
    ours: [Option<f64>; 4],
}

/// The measured kernels.
#[derive(Clone, Debug, Serialize)]
struct Table {
    figure: &'static str,
    title: &'static str,
    size: Size,
    /// Number of the iteration, from 1, and of all iterations.
    iteration: usize,
    iterations: usize,
    series: [&'static str; 4],
    rows: Vec<Kernel>,
}

/// Returns the launches of the iteration with most children, the parent first, and its number from
/// 1. Iterations follow one another, and each is one kernel of the host.
fn largest(launches: &[Launch]) -> Option<(usize, &[Launch])> {
    let iterations: Vec<_> = launches.chunk_by(|_, next| !next.by_host).collect();
    // The last of the greatest in the reverse order is the first of equals.
    let largest =
        iterations.into_iter().enumerate().rev().max_by_key(|(_, launches)| launches.len());
    largest.map(|(index, launches)| (index + 1, launches))
}

/// Returns the rows of an iteration; `milliseconds` converts cycles.
fn kernels(launches: &[Launch], milliseconds: impl Fn(u64) -> f64) -> Vec<Kernel> {
    let begin = launches.first().map_or(0, |parent| parent.called);
    let since = |cycle: u64| milliseconds(cycle.saturating_sub(begin));
    let children = launches.get(1..).unwrap_or_default();
    let executing = |now: u64| {
        let started = children.iter().filter(|child| child.started.is_some_and(|at| at <= now));
        started.filter(|child| child.completed.is_none_or(|end| end > now)).count() as f64
    };
    let kernel = |(x, launch): (usize, &Launch)| Kernel {
        x,
        ours: [
            Some(since(launch.called)),
            launch.started.map(since),
            launch.completed.map(since),
            launch.started.map(executing),
        ],
    };
    launches.iter().enumerate().map(kernel).collect()
}

impl Trace {
    fn case(&self, size: Size) -> Case {
        Case { benchmark: self.benchmark, size, variant: self.variant }
    }

    fn measured(&self, size: Size, results: &BTreeMap<String, Value>) -> anyhow::Result<Table> {
        let case = self.case(size);
        let launches = results.get(&case.name()).and_then(|result| result.get(LAUNCHES_OVER_TIME));
        let launches = launches.with_context(|| format!("{} has no launches", case.name()))?;
        let launches: Vec<Launch> = serde_json::from_value(launches.clone())?;
        let (iteration, of_one) =
            largest(&launches).with_context(|| format!("{} launched nothing", case.name()))?;
        let mhz = f64::from(self.variant.config()?.core_mhz);
        Ok(Table {
            figure: self.id,
            title: self.title,
            size,
            iteration,
            iterations: launches.iter().filter(|launch| launch.by_host).count(),
            series: ["called", "started", "completed", "executing"],
            rows: kernels(of_one, |cycles| cycles as f64 / (1000.0 * mhz)),
        })
    }

    fn svg(&self, table: &Table, results: &BTreeMap<String, Value>) -> anyhow::Result<String> {
        let title = format!(
            "{}; iteration {} of {}, with {} children",
            self.title,
            table.iteration,
            table.iterations,
            table.rows.len() - 1
        );
        let caption = Caption::new(self.id, &title, table.size, &[self.case(table.size)], results);
        let mut text = String::new();
        draw(table, &mut text, &caption).map_err(|error| anyhow!("{}: {error}", self.id))?;
        Ok(text)
    }
}

fn draw(table: &Table, text: &mut String, caption: &Caption) -> Drawn {
    let frame = Frame::open(text, SIZE, caption)?;
    let end =
        table.rows.iter().filter_map(|kernel| kernel.ours[2]).fold(f64::MIN_POSITIVE, f64::max);
    let mut chart = ChartBuilder::on(&frame.plot)
        .x_label_area_size(44)
        .y_label_area_size(64)
        .build_cartesian_2d(-0.5..table.rows.len() as f64 - 0.5, 0.0..1.03 * end)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_desc("kernel, in the order of the calls (0: parent)")
        .y_desc("time since the call of the parent, ms")
        .x_label_formatter(&|x| format!("{x:.0}"))
        .draw()?;
    let line = |kernel: &Kernel, from: usize, to: usize, colour: RGBColor| {
        let (x, from, to) = (kernel.x as f64, kernel.ours[from]?, kernel.ours[to]?);
        Some(PathElement::new([(x, from), (x, to)], colour.stroke_width(1)))
    };
    let children = || table.rows.iter().skip(1);
    chart.draw_series(children().filter_map(|kernel| line(kernel, 0, 1, WAITING)))?;
    chart.draw_series(children().filter_map(|kernel| line(kernel, 1, 2, CHILD)))?;
    let parent = table.rows.first().and_then(|parent| line(parent, 1, 2, PARENT));
    chart.draw_series(parent)?;
    // The parent is one line at the edge: its end is shown across all kernels.
    if let Some(end) = table.rows.first().and_then(|parent| parent.ours[2]) {
        let across = [(-0.5, end), (table.rows.len() as f64 - 0.5, end)];
        chart.draw_series([PathElement::new(across, PARENT.stroke_width(1))])?;
    }
    frame.legend(&[
        ("parent's completion".to_owned(), Key::Line(PARENT)),
        ("child waits".to_owned(), Key::Line(WAITING)),
        ("child executes".to_owned(), Key::Line(CHILD)),
    ])?;
    frame.close()
}

impl Exhibit for Trace {
    fn id(&self) -> &'static str {
        self.id
    }

    fn title(&self) -> &'static str {
        self.title
    }

    fn cases(&self, size: Size) -> Vec<Case> {
        vec![self.case(size)]
    }

    fn table(&self, size: Size, results: &BTreeMap<String, Value>) -> anyhow::Result<Value> {
        Ok(serde_json::to_value(self.measured(size, results)?)?)
    }

    fn write(
        &self,
        size: Size,
        results: &BTreeMap<String, Value>,
        out: &Path,
    ) -> anyhow::Result<Shown> {
        let table = self.measured(size, results)?;
        let json = write_files(self.id, &table, &self.svg(&table, results)?, out)?;
        let step = table.rows.len().div_ceil(SHOWN).max(1);
        let row = |kernel: &Kernel| {
            let [called, started, completed, executing] = kernel.ours;
            let times = [called, started, completed].map(|time| Unit::Milliseconds.show(time));
            let cells = times.into_iter().chain([Unit::Count.show(executing)]);
            std::iter::once(kernel.x.to_string()).chain(cells).collect()
        };
        let rows = table.rows.iter().step_by(step).map(row).collect();
        let header = ["kernel", "called, ms", "started, ms", "completed, ms", "children executing"];
        let header = header.map(str::to_owned).into();
        Ok(Shown { id: self.id, title: self.title, json, header, rows })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn launch(by_host: bool, called: u64, started: u64, completed: u64) -> Launch {
        Launch { by_host, called, started: Some(started), completed: Some(completed) }
    }

    #[test]
    fn the_iteration_with_most_children_is_shown_the_first_of_equals() {
        let parent = |called| launch(true, called, called, called + 9);
        let child = |called| launch(false, called, called, called + 1);
        let launches = [parent(0), parent(10), child(11), parent(20), child(21), parent(30)];
        let (iteration, of_one) = largest(&launches).expect("launches");
        assert_eq!((iteration, of_one), (2, &launches[1..3]));
        assert_eq!(largest(&[]), None);
    }

    #[test]
    fn times_begin_with_the_call_of_the_parent_and_children_count_while_they_execute() {
        let launches = [
            launch(true, 100, 110, 160),
            launch(false, 120, 130, 150),
            launch(false, 121, 140, 170),
            launch(false, 122, 150, 180),
        ];
        let rows = kernels(&launches, |cycles| cycles as f64);
        let row = |x: usize| rows[x].ours.map(|value| value.expect("measured"));
        assert_eq!(row(0), [0.0, 10.0, 60.0, 0.0]);
        assert_eq!(row(1), [20.0, 30.0, 50.0, 1.0]);
        assert_eq!(row(2), [21.0, 40.0, 70.0, 2.0]);
        assert_eq!(row(3), [22.0, 50.0, 80.0, 2.0], "the first has completed");
    }
}
