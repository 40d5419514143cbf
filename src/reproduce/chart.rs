//! Draws a figure's table as a bar chart in SVG: one group of bars per benchmark, with the
//! published value as a red line across its bar.

use super::figure::{Table, Unit};
use super::frame::{Caption, Drawn, Frame, Key, COLOURS};
use anyhow::anyhow;
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;

const HEIGHT: u32 = 430;
/// Pixels of a bar, if there are few series and if there are many, and the least width of the plot.
const BAR: u32 = 14;
const THIN_BAR: u32 = 9;
const MANY: usize = 4;
const NARROWEST: u32 = 480;
/// An axis is logarithmic if the greatest value is this many times the least, and this many times
/// as great as no change.
const SPREAD: f64 = 8.0;
const FAR: f64 = 4.0;

/// The values of a chart in the unit of its axis.
struct Axis {
    scale: f64,
    low: f64,
    high: f64,
    /// Where bars begin.
    base: f64,
    /// The base of a logarithmic axis.
    logarithm: Option<f64>,
}

impl Axis {
    fn of(table: &Table) -> Self {
        let scale = if table.unit == Unit::Share { 100.0 } else { 1.0 };
        let values = table.rows.iter().flat_map(|row| row.ours.iter().chain(&row.published));
        let values: Vec<f64> = values.flatten().map(|value| scale * value).collect();
        let high = values.iter().copied().fold(f64::MIN_POSITIVE, f64::max);
        let low = values.iter().copied().fold(0.0, f64::min);
        let positive = values.iter().copied().filter(|&value| value > 0.0);
        let least = positive.fold(high, f64::min);
        // Counts may be 0, which a logarithmic axis shows as no bar.
        let is_logarithmic = match table.unit {
            Unit::Ratio => least > 0.0 && low >= 0.0 && high > FAR && high > SPREAD * least,
            Unit::Rate => least > 0.0 && low >= 0.0 && high > SPREAD * SPREAD * least,
            Unit::Count => high > SPREAD * SPREAD * least,
            Unit::Share | Unit::Milliseconds | Unit::Megabytes => false,
        };
        match table.unit {
            Unit::Ratio if is_logarithmic => {
                let (low, high) = (least.min(0.8) / 1.1, 1.1 * high);
                Self { scale, low, high, base: 1.0, logarithm: Some(2.0) }
            }
            _ if is_logarithmic => {
                let low = least / 2.0;
                Self { scale, low, high: 1.5 * high, base: low, logarithm: Some(10.0) }
            }
            _ => {
                let room = 0.05 * (high - low);
                let low = if low < 0.0 { low - room } else { 0.0 };
                Self { scale, low, high: high + room, base: 0.0, logarithm: None }
            }
        }
    }
}

/// Draws the chart as SVG text.
pub fn svg(table: &Table, caption: &Caption) -> anyhow::Result<String> {
    let mut text = String::new();
    let axis = Axis::of(table);
    let drawn = match axis.logarithm {
        Some(base) => {
            let range = (axis.low..axis.high).log_scale().base(base);
            draw(table, &mut text, caption, &axis, range)
        }
        None => draw(table, &mut text, caption, &axis, axis.low..axis.high),
    };
    drawn.map_err(|error| anyhow!("{}: {error}", table.figure))?;
    Ok(text)
}

fn draw<Y>(table: &Table, text: &mut String, caption: &Caption, axis: &Axis, range: Y) -> Drawn
where
    Y: AsRangedCoord<Value = f64>,
    Y::CoordDescType: ValueFormatter<f64>,
{
    let groups = table.rows.len();
    let bar = if table.series.len() > MANY { THIN_BAR } else { BAR };
    let width = (groups * (table.series.len() + 1)) as u32 * bar + 80;
    let frame = Frame::open(text, (width.max(NARROWEST), HEIGHT), caption)?;
    let mut chart = ChartBuilder::on(&frame.plot)
        .x_label_area_size(130)
        .y_label_area_size(64)
        .build_cartesian_2d(0.0..groups as f64, range)?;
    let label = match axis.logarithm {
        Some(_) => format!("{}, logarithmic", table.unit.axis()),
        None => table.unit.axis().to_owned(),
    };
    chart
        .configure_mesh()
        .disable_x_mesh()
        .disable_x_axis()
        .light_line_style(TRANSPARENT)
        .y_desc(label)
        .y_label_formatter(&|y| table.unit.tick(*y))
        .draw()?;
    let pixel = |x: f64, y: f64| chart.plotting_area().map_coordinate(&(x, y));
    let label = ("sans-serif", 12).into_font().transform(FontTransform::Rotate90).color(&BLACK);
    for (group, row) in table.rows.iter().enumerate() {
        let (x, y) = pixel(group as f64 + 0.5, axis.low);
        frame.draw(&Text::new(row.benchmark, (x + 6, y + 6), label.clone()))?;
    }
    let step = 1.0 / (table.series.len() + 1) as f64;
    let left = |group: usize, series: usize| group as f64 + (series as f64 + 0.5) * step;
    let mut entries = Vec::new();
    for (series, name) in table.series.iter().enumerate() {
        let colour = COLOURS[series % COLOURS.len()];
        for (group, row) in table.rows.iter().enumerate() {
            let Some(value) = row.ours[series].map(|value| axis.scale * value) else { continue };
            if value > 0.0 || axis.logarithm.is_none() {
                let x = left(group, series);
                let corners = [pixel(x, axis.base), pixel(x + step, value)];
                frame.draw(&Rectangle::new(corners, colour.filled()))?;
            } else {
                let (x, y) = pixel(left(group, series), axis.base);
                frame.draw(&Text::new("0", (x + 3, y - 13), ("sans-serif", 11)))?;
            }
        }
        entries.push(((*name).to_owned(), Key::Bar(colour)));
    }
    // No change is a line: of ratios at 1, and of differences at 0.
    let none = if table.unit == Unit::Ratio { 1.0 } else { 0.0 };
    if (axis.low..axis.high).contains(&none) {
        let across = [pixel(0.0, none), pixel(groups as f64, none)];
        frame.draw(&PathElement::new(across, BLACK.stroke_width(1)))?;
    }
    let mut published = false;
    for (group, row) in table.rows.iter().enumerate() {
        for (series, value) in row.published.iter().enumerate() {
            let Some(value) = value.map(|value| axis.scale * value) else { continue };
            if value > 0.0 || axis.logarithm.is_none() {
                let x = left(group, series);
                let across = || [pixel(x, value), pixel(x + step, value)];
                frame.draw(&PathElement::new(across(), WHITE.stroke_width(5)))?;
                frame.draw(&PathElement::new(across(), RED.stroke_width(3)))?;
                published = true;
            }
        }
    }
    if published {
        entries.push(("published".to_owned(), Key::AcrossBar));
    }
    frame.legend(&entries)?;
    frame.close()
}
