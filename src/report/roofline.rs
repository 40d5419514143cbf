//! The roofline: instructions per cycle over instructions per byte of DRAM, under what the machine can issue and move.

use super::bars::{hex, of_run};
use super::figures::{count, decimal};
use super::machine::dram_bytes_per_cycle;
use super::run::Run;
use super::{drawn, Drawn};
use heddle_sim::config::GpuConfig;
use maud::{html, Markup, PreEscaped};
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};

/// Pixels of the plot.
const SIZE: (u32, u32) = (760, 380);
/// The colour of the roofs.
const GREY: RGBColor = RGBColor(0x8a, 0x8a, 0x8a);
/// What a logarithmic axis shows, with room to spare for any run.
const DRAWN: std::ops::Range<f64> = 1e-12..1e12;
/// How far the axes go beyond what is drawn.
const BEYOND: f64 = 4.0;
/// Most roofs that are drawn apart: those of results on equal machines are one.
const ROOFS: usize = 4;

/// Where a run is.
struct Point<'a> {
    run: &'a Run,
    config: &'a GpuConfig,
    bytes: f64,
    instructions: f64,
    /// Warp instructions per cycle.
    rate: f64,
}

impl<'a> Point<'a> {
    fn of(run: &'a Run) -> Option<Self> {
        let config = run.machine.as_ref().ok()?;
        let bursts = run.number("dram_reads")? + run.number("dram_writes")?;
        let instructions = run.number("warp_instructions")?;
        let rate = instructions / run.number("cycles")?;
        let bytes = bursts * f64::from(config.dram.burst_bytes);
        let point = Self { run, config, bytes, instructions, rate };
        let is_drawn = [point.intensity(), rate].iter().all(|value| DRAWN.contains(value));
        is_drawn.then_some(point)
    }

    fn intensity(&self) -> f64 {
        self.instructions / self.bytes
    }
}

/// The warp instructions that a machine can issue in a cycle.
fn issue(config: &GpuConfig) -> f64 {
    let smx = &config.smx;
    f64::from(smx.count) * f64::from(smx.schedulers) * f64::from(smx.issue_per_warp)
}

/// Writes the plot and what it is drawn from.
pub fn section(runs: &[Run]) -> anyhow::Result<Markup> {
    let points: Vec<_> = runs.iter().filter_map(Point::of).collect();
    let picture = if points.is_empty() {
        None
    } else {
        Some(drawn("the roofline", |text| plot(&points, text))?)
    };
    Ok(html! {
        section id="roofline" {
            h2 { "Roofline" }
            @match picture {
                None => p.soft { "No result moved data from or to DRAM, so there is nothing to draw." },
                Some(picture) => {
                    p {
                        "A run is a point. No run is above the roofs of its machine: the flat one is what the schedulers can issue, "
                        "the slope is what DRAM can move. A point under the slope is short of memory bandwidth before it is short of issue slots."
                    }
                    div.plot { (PreEscaped(picture)) }
                    (table(&points))
                }
            }
        }
    })
}

fn table(points: &[Point]) -> Markup {
    html! {
        div.wide { table {
            thead { tr {
                th { }
                th.number { "warp instructions" br; "per cycle" }
                th.number { "bytes of DRAM" br; "per instruction" }
                th.number { "bytes of DRAM" }
                th.number { "issue roof" br; "(per cycle)" }
                th.number { "memory roof" br; "(bytes per cycle)" }
            } }
            tbody {
                @for (index, point) in points.iter().enumerate() {
                    tr {
                        th { span.swatch style=(format!("background:{}", hex(of_run(index)))) { } (point.run.name) }
                        td.number { (decimal(point.rate)) }
                        td.number { (decimal(1.0 / point.intensity())) }
                        td.number { (count(point.bytes)) }
                        td.number { (decimal(issue(point.config))) }
                        td.number { (decimal(dram_bytes_per_cycle(point.config))) }
                    }
                }
            }
        } }
    }
}

fn plot(points: &[Point], text: &mut String) -> Drawn {
    let mut roofs: Vec<(f64, f64)> = Vec::new();
    for point in points {
        let roof = (issue(point.config), dram_bytes_per_cycle(point.config));
        if !roofs.contains(&roof) && roofs.len() < ROOFS {
            roofs.push(roof);
        }
    }
    let x =
        points.iter().map(Point::intensity).chain(roofs.iter().map(|(issue, bytes)| issue / bytes));
    let y = points.iter().map(|point| point.rate).chain(roofs.iter().map(|roof| roof.0));
    let range = |values: &mut dyn Iterator<Item = f64>| {
        let (low, high) =
            values.fold((f64::MAX, 0.0), |(low, high), v: f64| (v.min(low), v.max(high)));
        (low / BEYOND, high * BEYOND)
    };
    let ((left, right), (low, high)) = (range(&mut { x }), range(&mut { y }));
    let root = SVGBackend::with_string(text, SIZE).into_drawing_area();
    let mut chart = ChartBuilder::on(&root)
        .margin(10)
        .set_label_area_size(LabelAreaPosition::Left, 64)
        .set_label_area_size(LabelAreaPosition::Bottom, 44)
        .build_cartesian_2d((left..right).log_scale(), (low..high).log_scale())?;
    let mut mesh = chart.configure_mesh();
    mesh.light_line_style(TRANSPARENT).bold_line_style(BLACK.mix(0.15));
    mesh.x_desc("warp instructions per byte of DRAM").y_desc("warp instructions per cycle");
    mesh.x_label_formatter(&|x| power(*x)).y_label_formatter(&|y| power(*y)).draw()?;
    for &(issue, bytes) in &roofs {
        let ridge = issue / bytes;
        let corners = [(low / bytes, low), (ridge, issue), (right, issue)];
        let visible = if low / bytes < left { (left, left * bytes) } else { corners[0] };
        chart.draw_series([PathElement::new(
            vec![visible, corners[1], corners[2]],
            GREY.stroke_width(3),
        )])?;
    }
    for &(issue, bytes) in &roofs {
        let (x, y) = chart.plotting_area().map_coordinate(&(right, issue));
        let label =
            format!("issue {} per cycle, DRAM {} bytes per cycle", decimal(issue), decimal(bytes));
        let end = Pos::new(HPos::Right, VPos::Bottom);
        root.draw(&Text::new(
            label,
            (x, y - 4),
            ("sans-serif", 12).into_font().into_text_style(&root).pos(end),
        ))?;
    }
    for (index, point) in points.iter().enumerate() {
        let place = (point.intensity(), point.rate);
        chart.draw_series([Circle::new(place, 6, of_run(index).filled())])?;
    }
    root.present()?;
    drop((chart, root));
    Ok(())
}

/// Prints a tick of a logarithmic axis.
fn power(value: f64) -> String {
    if (1e-3..1e5).contains(&value) {
        let text = format!("{value:.3}");
        return text.trim_end_matches('0').trim_end_matches('.').to_owned();
    }
    format!("{value:.0e}")
}
