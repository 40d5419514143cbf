//! Draws a space as a chart in SVG: speed over storage, one line per curve, and the Pareto front as
//! a broad band behind, with the sizes of its points.

use super::chart::COLOURS;
use super::space::{Point, Table};
use anyhow::anyhow;
use plotters::prelude::*;

const SIZE: (u32, u32) = (760, 480);
const KIB: f64 = 1024.0;

/// Draws the chart as SVG text.
pub fn svg(table: &Table) -> anyhow::Result<String> {
    let mut text = String::new();
    draw(table, &mut text).map_err(|error| anyhow!("{}: {error}", table.figure))?;
    Ok(text)
}

/// Returns storage in KiB, and speed over the reference; `None` for a point that was not measured.
fn place(point: &Point) -> Option<(f64, f64)> {
    Some((point.storage_bytes as f64 / KIB, 1.0 / point.relative_cycles?))
}

fn draw(table: &Table, text: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let area = SVGBackend::with_string(text, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let places = || table.points.iter().filter_map(place);
    let bounds = |values: &mut dyn Iterator<Item = f64>| {
        values.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)))
    };
    let (left, right) = bounds(&mut places().map(|(x, _)| x));
    let (low, high) = bounds(&mut places().map(|(_, y)| y));
    let unit = (0.1 * (high - low)).max(0.005);
    let mut chart = ChartBuilder::on(&area)
        .caption(format!("{}: {}", table.figure, table.title), ("sans-serif", 16))
        .margin(8)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d((0.8 * left..1.25 * right).log_scale(), low - unit..high + unit)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_desc("storage, KiB")
        .y_desc(format!("speed over {}", table.reference))
        .x_label_formatter(&|x| format!("{x:.0}"))
        .draw()?;
    let mut front: Vec<_> =
        table.points.iter().filter(|point| point.on_front).filter_map(place).collect();
    front.sort_by(|a, b| a.0.total_cmp(&b.0));
    let band = RGBColor(0xff, 0xec, 0xa0).stroke_width(8);
    chart
        .draw_series([PathElement::new(front, band)])?
        .label("Pareto front")
        .legend(move |(x, y)| PathElement::new([(x, y), (x + 12, y)], band));
    let mut curves: Vec<&str> = table.points.iter().map(|point| point.curve).collect();
    curves.dedup();
    for (index, curve) in curves.into_iter().enumerate() {
        let colour = COLOURS[index % COLOURS.len()];
        let points = || table.points.iter().filter(|point| point.curve == curve);
        let path: Vec<_> = points().filter_map(place).collect();
        chart
            .draw_series([PathElement::new(path, colour.stroke_width(1))])?
            .label(curve)
            .legend(move |(x, y)| Circle::new((x + 6, y), 4, colour.filled()));
        let dots = points().filter_map(|point| {
            let size = if point.on_front { point.size } else { "" };
            let label = Text::new(size, (6, -12), ("sans-serif", 11));
            Some(EmptyElement::at(place(point)?) + Circle::new((0, 0), 4, colour.filled()) + label)
        });
        chart.draw_series(dots)?;
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
