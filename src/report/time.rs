//! What was measured over time: the account as stacked areas, and the other measures as lines.

use super::bars::{colour, hex, of_run};
use super::figures::decimal;
use super::intervals::{merged, Stretch, MEASURES};
use super::run::{Run, Shares};
use super::{drawn, Drawn};
use crate::reproduce::tick;
use maud::{html, Markup, PreEscaped};
use plotters::prelude::*;

/// Pixels of a picture: width, and heights of areas and of lines.
const WIDTH: u32 = 1160;
const AREA: u32 = 260;
const LINES: u32 = 150;
/// The most columns of a picture.
const COLUMNS: usize = 500;

/// A result and what is drawn of it.
struct Series<'a> {
    run: &'a Run,
    stretches: Vec<Stretch>,
    colour: RGBColor,
}

/// Writes what results measured by intervals; nothing if none did.
pub fn section(runs: &[Run]) -> anyhow::Result<Markup> {
    let series = runs.iter().enumerate().map(|(index, run)| Series {
        run,
        stretches: merged(&run.intervals, COLUMNS),
        colour: of_run(index),
    });
    let series: Vec<_> = series.filter(|series| !series.stretches.is_empty()).collect();
    let end = series.iter().filter_map(|of| Some(of.stretches.last()?.to())).fold(1.0, f64::max);
    let areas = series.iter().map(|of| drawn("the account over time", |text| area(of, end, text)));
    let areas = areas.collect::<anyhow::Result<Vec<_>>>()?;
    let mut lines = Vec::new();
    for (measure, (_, label, is_share)) in MEASURES.iter().enumerate() {
        if series.iter().flat_map(|of| &of.stretches).any(|part| part.measures[measure].is_some()) {
            let plot = drawn(label, |text| line(&series, measure, *is_share, end, text))?;
            lines.push((label, plot));
        }
    }
    Ok(html! {
        section id="time" {
            h2 { "Over time" }
            @if series.is_empty() {
                p.soft { "Nothing was measured by intervals; run with --account --interval CYCLES to see this over time." }
            } @else {
                h3 { "Where the scheduler slots went, over the cycles of the run" }
                (key(&series))
                @for (of, area) in series.iter().zip(areas) {
                    @if runs.len() > 1 { h3 { (of.run.name) } }
                    p.soft { (intervals(&of.run.intervals)) }
                    div.plot { (PreEscaped(area)) }
                }
                @if series.len() > 1 {
                    ul.key {
                        @for of in &series { li { span.swatch style=(format!("background:{}", hex(of.colour))) { } (of.run.name) } }
                    }
                }
                @for (label, plot) in lines {
                    h3 { (label) }
                    div.plot { (PreEscaped(plot)) }
                }
            }
        }
    })
}

/// Says how long intervals are, and what was made of many.
fn intervals(intervals: &[Stretch]) -> String {
    let length = intervals.first().map_or(0.0, |first| first.cycles);
    let merged = match intervals.len().div_ceil(COLUMNS) {
        0 | 1 => String::new(),
        several => format!(", drawn {several} at a time"),
    };
    let shown = if length.fract() == 0.0 { tick(length) } else { decimal(length) };
    format!("{} intervals of {shown} cycles{merged}", intervals.len())
}

/// Writes the colours of all reasons that occur.
fn key(series: &[Series]) -> Markup {
    let stretches = series.iter().flat_map(|of| &of.stretches);
    let names = Shares::names(stretches.map(|stretch| &stretch.shares));
    html! {
        ul.key {
            @for name in names {
                li { span.swatch style=(format!("background:{}", hex(colour(name)))) { } (name) }
            }
        }
    }
}

/// Draws the shares of a run on top of each other.
fn area(series: &Series, end: f64, text: &mut String) -> Drawn {
    let root = SVGBackend::with_string(text, (WIDTH, AREA)).into_drawing_area();
    let mut chart = ChartBuilder::on(&root)
        .margin(8)
        .set_label_area_size(LabelAreaPosition::Left, 56)
        .set_label_area_size(LabelAreaPosition::Bottom, 40)
        .build_cartesian_2d(0.0..end, 0.0..100.0)?;
    let mut mesh = chart.configure_mesh();
    mesh.disable_mesh().x_desc("core cycles").y_desc("% of slots").y_labels(5);
    mesh.x_label_formatter(&|x| tick(*x)).y_label_formatter(&|y| tick(*y)).draw()?;
    let stretches = &series.stretches;
    let mut below = vec![0.0; stretches.len()];
    for name in Shares::names(stretches.iter().map(|stretch| &stretch.shares)) {
        let shares = stretches.iter().map(|stretch| 100.0 * stretch.shares.share(name));
        let above: Vec<f64> =
            below.iter().zip(shares).map(|(below, share)| below + share).collect();
        let step =
            |(stretch, height): (&Stretch, f64)| [(stretch.from, height), (stretch.to(), height)];
        let top = stretches.iter().zip(above.iter().copied()).flat_map(step);
        let bottom = stretches.iter().zip(below).flat_map(step);
        let outline: Vec<_> = top.chain(bottom.collect::<Vec<_>>().into_iter().rev()).collect();
        chart.draw_series([Polygon::new(outline, colour(name).filled())])?;
        below = above;
    }
    root.present()?;
    drop((chart, root));
    Ok(())
}

/// Draws a measure of all runs.
fn line(series: &[Series], measure: usize, is_share: bool, end: f64, text: &mut String) -> Drawn {
    let scale = if is_share { 100.0 } else { 1.0 };
    let value = |stretch: &Stretch| stretch.measures[measure].map(|value| scale * value);
    let values = series.iter().flat_map(|of| &of.stretches).filter_map(value);
    let high = 1.05 * values.fold(0.0, f64::max);
    let high = if high > 0.0 { high } else { 1.0 };
    let root = SVGBackend::with_string(text, (WIDTH, LINES)).into_drawing_area();
    let mut chart = ChartBuilder::on(&root)
        .margin(8)
        .set_label_area_size(LabelAreaPosition::Left, 56)
        .set_label_area_size(LabelAreaPosition::Bottom, 24)
        .build_cartesian_2d(0.0..end, 0.0..high)?;
    let label = |y: &f64| if is_share { format!("{} %", tick(*y)) } else { tick(*y) };
    let mut mesh = chart.configure_mesh();
    mesh.disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .bold_line_style(BLACK.mix(0.15))
        .y_labels(4);
    mesh.y_label_formatter(&label);
    mesh.x_label_formatter(&|x| tick(*x)).draw()?;
    for of in series {
        // Where nothing was measured, the line is interrupted.
        for there in of.stretches.split(|stretch| value(stretch).is_none()) {
            let steps = there.iter().flat_map(|stretch| {
                let height = value(stretch).unwrap_or(0.0);
                [(stretch.from, height), (stretch.to(), height)]
            });
            chart.draw_series([PathElement::new(
                steps.collect::<Vec<_>>(),
                of.colour.stroke_width(2),
            )])?;
        }
    }
    root.present()?;
    drop((chart, root));
    Ok(())
}
