//! Draws a sweep's table as a chart in SVG: one line per series, with published values as crosses
//! in its colour.

use super::frame::{line_style, tick, Caption, Drawn, Frame, Key, COLOURS};
use super::sweep::{Scale, Table};
use anyhow::anyhow;
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;

const SIZE: (u32, u32) = (620, 440);
/// Places are on a logarithmic axis if the last is this many times the first.
const SPREAD: f64 = 16.0;
/// Lines with more points than this have no markers.
const MARKED: usize = 24;

/// Draws the chart as SVG text.
pub fn svg(table: &Table, scale: Scale, caption: &Caption) -> anyhow::Result<String> {
    let mut text = String::new();
    let xs = || table.rows.iter().map(|row| row.x as f64);
    let values = table.rows.iter().flat_map(|row| row.ours.iter().chain(&row.published));
    let values = || values.clone().flatten().copied().filter(|&value| value > 0.0);
    let high = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::MIN_POSITIVE, f64::max);
    let low = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::MAX, f64::min);
    let (first, last) = (low(&mut xs()), high(&mut xs()));
    let places = (0.85 * first..1.18 * last).log_scale().base(2.0);
    let even = 0.0..1.05 * last;
    let heights = 0.0..1.08 * high(&mut values());
    let is_wide = last >= SPREAD * first && table.rows.len() < MARKED;
    let drawn = match (scale, is_wide) {
        (Scale::Linear, false) => draw(table, &mut text, caption, even, heights, ""),
        (Scale::Linear, true) => draw(table, &mut text, caption, places, heights, ""),
        (Scale::Logarithmic, _) => {
            let y = (0.7 * low(&mut values())..1.4 * high(&mut values())).log_scale();
            draw(table, &mut text, caption, places, y, ", logarithmic")
        }
    };
    drawn.map_err(|error| anyhow!("{}: {error}", table.figure))?;
    Ok(text)
}

fn draw<X, Y>(table: &Table, text: &mut String, caption: &Caption, x: X, y: Y, scale: &str) -> Drawn
where
    X: AsRangedCoord<Value = f64>,
    X::CoordDescType: ValueFormatter<f64>,
    Y: AsRangedCoord<Value = f64>,
    Y::CoordDescType: ValueFormatter<f64>,
{
    let frame = Frame::open(text, SIZE, caption)?;
    let mut chart = ChartBuilder::on(&frame.plot)
        .margin_right(16)
        .x_label_area_size(44)
        .y_label_area_size(72)
        .build_cartesian_2d(x, y)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_desc(table.x)
        .y_desc(format!("{}{scale}", table.unit.axis()))
        .x_label_formatter(&|x| tick(*x))
        .y_label_formatter(&|y| table.unit.tick(*y))
        .draw()?;
    let mut entries = Vec::new();
    let mut published = Vec::new();
    let count = table.series.len();
    for (index, name) in table.series.iter().enumerate() {
        let places = table.rows.iter().filter_map(|row| Some((row.x as f64, row.ours[index]?)));
        let places: Vec<_> = places.collect();
        chart.draw_series([PathElement::new(places.clone(), line_style(index, count))])?;
        let pixel = |place: &(f64, f64)| chart.plotting_area().map_coordinate(place);
        if places.len() <= MARKED {
            for place in &places {
                frame.marker(index, pixel(place))?;
            }
        }
        let known = table.rows.iter();
        let known = known.filter_map(|row| Some((row.x as f64, row.published[index]?)));
        // Those of several lines in one place reach beyond each other.
        let size = 4 + 4 * (count - index - 1).min(3) as i32;
        published.extend(known.map(|place| (COLOURS[index % COLOURS.len()], size, pixel(&place))));
        entries.push(((*name).to_owned(), Key::Series(index)));
    }
    for &(colour, size, place) in &published {
        frame.cross(colour, size, place)?;
    }
    if !published.is_empty() {
        entries.push(("published, in the colour of its line".to_owned(), Key::Cross));
    }
    frame.legend(&entries)?;
    frame.close()
}
