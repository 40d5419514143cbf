//! Draws a figure's table as a bar chart in SVG: one group of bars per benchmark, with the
//! published value as a red line across its bar.

use super::figure::{Table, Unit};
use anyhow::anyhow;
use plotters::prelude::*;

const HEIGHT: u32 = 420;
/// Pixels of a bar, and of the space at the sides.
const BAR: u32 = 14;
const MARGIN: u32 = 80;
const LEGEND: u32 = 180;
/// Colours of series and curves, in order.
pub const COLOURS: [RGBColor; 9] = [
    RGBColor(0x4e, 0x79, 0xa7),
    RGBColor(0xf2, 0x8e, 0x2b),
    RGBColor(0x59, 0xa1, 0x4f),
    RGBColor(0xb0, 0x7a, 0xa1),
    RGBColor(0x9c, 0x75, 0x5f),
    RGBColor(0xba, 0xb0, 0xac),
    RGBColor(0xed, 0xc9, 0x48),
    RGBColor(0x76, 0xb7, 0xb2),
    RGBColor(0x49, 0x49, 0x49),
];

/// Draws the chart as SVG text.
pub fn svg(table: &Table) -> anyhow::Result<String> {
    let mut text = String::new();
    let groups = table.rows.len();
    let width = MARGIN + LEGEND + (groups * (table.series.len() + 1)) as u32 * BAR;
    draw(table, &mut text, width.max(640)).map_err(|error| anyhow!("{}: {error}", table.figure))?;
    Ok(text)
}

fn draw(table: &Table, text: &mut String, width: u32) -> Result<(), Box<dyn std::error::Error>> {
    let area = SVGBackend::with_string(text, (width, HEIGHT)).into_drawing_area();
    area.fill(&WHITE)?;
    let scale = if table.unit == Unit::Share { 100.0 } else { 1.0 };
    let values = table.rows.iter().flat_map(|row| row.ours.iter().chain(&row.published));
    let values = || values.clone().flatten().map(|value| scale * value);
    let (low, high) = (values().fold(0.0, f64::min), values().fold(0.0, f64::max));
    let unit = 0.05 * (high - low).max(f64::MIN_POSITIVE);
    let groups = table.rows.len();
    // Room for the legend right of the bars, in groups.
    let legend = f64::from(LEGEND) / f64::from(width - MARGIN - LEGEND) * groups as f64;
    let low = if low < 0.0 { low - unit } else { 0.0 };
    let published = table.rows.iter().any(|row| row.published.iter().any(Option::is_some));
    let note = if published { " (red: published)" } else { "" };
    let mut chart = ChartBuilder::on(&area)
        .caption(format!("{}: {}{note}", table.figure, table.title), ("sans-serif", 16))
        .margin(8)
        .x_label_area_size(110)
        .y_label_area_size(60)
        .build_cartesian_2d(0.0..groups as f64 + legend, low..high + unit)?;
    chart.configure_mesh().disable_x_mesh().disable_x_axis().y_desc(table.unit.axis()).draw()?;
    let label = ("sans-serif", 12).into_font().transform(FontTransform::Rotate90).color(&BLACK);
    for (group, row) in table.rows.iter().enumerate() {
        let (x, y) = chart.plotting_area().map_coordinate(&(group as f64 + 0.5, low));
        area.draw(&Text::new(row.benchmark, (x + 6, y + 6), label.clone()))?;
    }
    let step = 1.0 / (table.series.len() + 1) as f64;
    for (index, name) in table.series.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        let left = move |group: usize| group as f64 + (index as f64 + 0.5) * step;
        let bars = table.rows.iter().enumerate().filter_map(|(group, row)| {
            let (x, value) = (left(group), scale * row.ours[index]?);
            Some(Rectangle::new([(x, 0.0), (x + step, value)], colour.filled()))
        });
        chart
            .draw_series(bars)?
            .label(*name)
            .legend(move |(x, y)| Rectangle::new([(x, y - 5), (x + 10, y + 5)], colour.filled()));
        let published = table.rows.iter().enumerate().filter_map(|(group, row)| {
            let (x, value) = (left(group), scale * row.published[index]?);
            Some(PathElement::new([(x, value), (x + step, value)], RED.stroke_width(3)))
        });
        chart.draw_series(published)?;
    }
    chart
        .configure_series_labels()
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK)
        .position(SeriesLabelPosition::UpperRight)
        .draw()?;
    area.present()?;
    Ok(())
}
