//! Draws a sweep's table as a chart in SVG: one line per series, with published values as red
//! crosses.

use super::chart::COLOURS;
use super::sweep::{Point, Scale, Table};
use anyhow::anyhow;
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;

const SIZE: (u32, u32) = (760, 480);

type Drawn = Result<(), Box<dyn std::error::Error>>;

/// Draws the chart as SVG text.
pub fn svg(table: &Table, scale: Scale) -> anyhow::Result<String> {
    let mut text = String::new();
    let xs = || table.rows.iter().map(|row| row.x as f64);
    let values = table.rows.iter().flat_map(|row| row.ours.iter().chain(&row.published));
    let values = || values.clone().flatten().copied();
    let high = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::MIN_POSITIVE, f64::max);
    let low = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::MAX, f64::min);
    let right = 1.05 * high(&mut xs());
    let drawn = match scale {
        Scale::Linear => draw(table, &mut text, 0.0..right, 0.0..1.05 * high(&mut values())),
        Scale::Logarithmic => {
            let x = (0.8 * low(&mut xs())..1.25 * right).log_scale();
            let y = (0.8 * low(&mut values())..1.25 * high(&mut values())).log_scale();
            draw(table, &mut text, x, y)
        }
    };
    drawn.map_err(|error| anyhow!("{}: {error}", table.figure))?;
    Ok(text)
}

fn draw<A>(table: &Table, text: &mut String, x: A, y: A) -> Drawn
where
    A: AsRangedCoord<Value = f64>,
    A::CoordDescType: ValueFormatter<f64>,
{
    let area = SVGBackend::with_string(text, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .caption(format!("{}: {} (red: published)", table.figure, table.title), ("sans-serif", 13))
        .margin(8)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d(x, y)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_desc(table.x)
        .y_desc(table.unit.axis())
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|y| format!("{y}"))
        .draw()?;
    for (index, name) in table.series.iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        let places = table.rows.iter().filter_map(|row| Some((row.x as f64, row.ours[index]?)));
        let line = PathElement::new(places.collect::<Vec<_>>(), colour.stroke_width(2));
        chart
            .draw_series([line])?
            .label(*name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 12, y)], colour.stroke_width(2)));
        let place = |row: &Point| Some((row.x as f64, row.published[index]?));
        let published = table.rows.iter().filter_map(place);
        chart.draw_series(published.map(|place| Cross::new(place, 5, RED.stroke_width(2))))?;
    }
    chart
        .configure_series_labels()
        .background_style(WHITE.mix(0.8))
        .border_style(BLACK)
        .position(SeriesLabelPosition::UpperLeft)
        .draw()?;
    area.present()?;
    Ok(())
}
