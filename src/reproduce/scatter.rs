//! Draws a space as a chart in SVG: speed over storage, one line per curve, and the Pareto front as
//! a broad band behind, with the sizes of its points.

use super::frame::{line_style, tick, Caption, Drawn, Frame, Key};
use super::space::{Point, Table};
use anyhow::anyhow;
use plotters::prelude::*;

const SIZE: (u32, u32) = (620, 440);
const KIB: f64 = 1024.0;
const FRONT: RGBColor = RGBColor(0xff, 0xe0, 0x80);

/// Draws the chart as SVG text.
pub fn svg(table: &Table, caption: &Caption) -> anyhow::Result<String> {
    let mut text = String::new();
    draw(table, &mut text, caption).map_err(|error| anyhow!("{}: {error}", table.figure))?;
    Ok(text)
}

/// Returns storage in KiB, and speed over the reference; `None` for a point that was not measured.
fn place(point: &Point) -> Option<(f64, f64)> {
    Some((point.storage_bytes as f64 / KIB, 1.0 / point.relative_cycles?))
}

fn draw(table: &Table, text: &mut String, caption: &Caption) -> Drawn {
    let frame = Frame::open(text, SIZE, caption)?;
    let places = || table.points.iter().filter_map(place);
    let bounds = |values: &mut dyn Iterator<Item = f64>| {
        values.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)))
    };
    let (left, right) = bounds(&mut places().map(|(x, _)| x));
    let (low, high) = bounds(&mut places().map(|(_, y)| y));
    let unit = (0.1 * (high - low)).max(0.005);
    let x = (0.8 * left..1.25 * right).log_scale().base(2.0);
    let mut chart = ChartBuilder::on(&frame.plot)
        .margin_right(16)
        .x_label_area_size(44)
        .y_label_area_size(72)
        .build_cartesian_2d(x, low - unit..high + unit)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_desc("storage, KiB, logarithmic")
        .y_desc(format!("speed over {}", table.reference))
        .x_label_formatter(&|x| tick(*x))
        .y_label_formatter(&|y| tick(*y))
        .draw()?;
    let mut front: Vec<_> =
        table.points.iter().filter(|point| point.on_front).filter_map(place).collect();
    front.sort_by(|a, b| a.0.total_cmp(&b.0));
    chart.draw_series([PathElement::new(front, FRONT.stroke_width(10))])?;
    let mut curves: Vec<&str> = table.points.iter().map(|point| point.curve).collect();
    curves.dedup();
    let mut entries = vec![("Pareto front, with sizes".to_owned(), Key::Band(FRONT))];
    for (index, curve) in curves.iter().enumerate() {
        let points = || table.points.iter().filter(|point| point.curve == *curve);
        let path: Vec<_> = points().filter_map(place).collect();
        chart.draw_series([PathElement::new(path, line_style(index, 1))])?;
        for point in points() {
            let Some(place) = place(point) else { continue };
            let (x, y) = chart.plotting_area().map_coordinate(&place);
            frame.marker(index, (x, y))?;
            if point.on_front {
                frame.draw(&Text::new(point.size, (x + 8, y - 16), ("sans-serif", 11)))?;
            }
        }
        entries.push(((*curve).to_owned(), Key::Series(index)));
    }
    frame.legend(&entries)?;
    frame.close()
}
