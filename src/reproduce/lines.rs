//! Draws values over one growing quantity as a chart in SVG: one line per series, with published values as crosses in its
//! colour.

use super::figure::Unit;
use super::frame::{line_style, tick, tick_up_to, Caption, Drawn, Frame, Key, COLOURS};
use super::sweep::Scale;
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;

const SIZE: (u32, u32) = (620, 440);
/// Pixels of an entry of the legend.
const ENTRY: u32 = 20;
/// Places are on a logarithmic axis if the last is this many times the first.
const SPREAD: f64 = 16.0;
/// Lines with more points than this have no markers.
const MARKED: usize = 24;
/// A scale that ends below this has exponents at its ticks.
const SMALL: f64 = 0.01;

/// What is drawn.
pub struct Lines {
    /// What the places are.
    pub x: String,
    /// What the values are.
    pub y: String,
    /// How ticks at the values are written.
    pub unit: Unit,
    /// Of both axes; places that spread are on a logarithmic axis in any case.
    pub scale: Scale,
    /// The places, from left to right.
    pub places: Vec<f64>,
    /// The lines.
    pub series: Vec<Line>,
}

/// A line: a value at each place that has one.
pub struct Line {
    /// Its name in the legend.
    pub name: String,
    /// Measured.
    pub measured: Vec<Option<f64>>,
    /// Published.
    pub published: Vec<Option<f64>>,
}

/// Draws the chart as SVG text.
pub fn svg(lines: &Lines, caption: &Caption, text: &mut String) -> Drawn {
    let all = lines.series.iter().flat_map(|line| line.measured.iter().chain(&line.published));
    let values = || all.clone().flatten().copied().filter(|&value| value > 0.0);
    let high = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::MIN_POSITIVE, f64::max);
    let low = |values: &mut dyn Iterator<Item = f64>| values.fold(f64::MAX, f64::min);
    let xs = || lines.places.iter().copied();
    let (first, last) = (low(&mut xs()), high(&mut xs()));
    let places = || (0.85 * first..1.18 * last).log_scale().base(2.0);
    let even = first.min(0.0)..1.05 * last;
    let top = top(lines);
    let below = low(&mut all.clone().flatten().copied()).min(0.0);
    let heights = 1.08 * below..1.08 * top;
    let is_wide = first > 0.0 && last >= SPREAD * first && lines.places.len() < MARKED;
    match (lines.scale, is_wide) {
        (Scale::Linear, false) => draw(lines, text, caption, even, heights, ""),
        (Scale::Linear, true) => draw(lines, text, caption, places(), heights, ""),
        (Scale::Logarithmic, _) => {
            let y = (0.7 * low(&mut values())..1.4 * high(&mut values())).log_scale();
            draw(lines, text, caption, places(), y, ", logarithmic")
        }
    }
}

/// Returns the greatest value, or 1 if none is above 0.
fn top(lines: &Lines) -> f64 {
    let all = lines.series.iter().flat_map(|line| line.measured.iter().chain(&line.published));
    all.flatten().copied().filter(|&value| value > 0.0).reduce(f64::max).unwrap_or(1.0)
}

fn draw<X, Y>(lines: &Lines, text: &mut String, caption: &Caption, x: X, y: Y, scale: &str) -> Drawn
where
    X: AsRangedCoord<Value = f64>,
    X::CoordDescType: ValueFormatter<f64>,
    Y: AsRangedCoord<Value = f64>,
    Y::CoordDescType: ValueFormatter<f64>,
{
    let top = top(lines);
    let height = SIZE.1.max(ENTRY * (lines.series.len() as u32 + 2));
    let frame = Frame::open(text, (SIZE.0, height), caption)?;
    let mut chart = ChartBuilder::on(&frame.plot)
        .margin_right(16)
        .x_label_area_size(44)
        .y_label_area_size(72)
        .build_cartesian_2d(x, y)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_desc(lines.x.as_str())
        .y_desc(format!("{}{scale}", lines.y))
        .x_label_formatter(&|x| tick(*x))
        .y_label_formatter(&|y| if top < SMALL { tick_up_to(top, *y) } else { lines.unit.tick(*y) })
        .draw()?;
    let mut entries = Vec::new();
    let mut published = Vec::new();
    let count = lines.series.len();
    let known = |values: &[Option<f64>]| -> Vec<(f64, f64)> {
        let known = lines.places.iter().zip(values);
        known.filter_map(|(place, value)| Some((*place, (*value)?))).collect()
    };
    for (index, line) in lines.series.iter().enumerate() {
        let places = known(&line.measured);
        chart.draw_series([PathElement::new(places.clone(), line_style(index, count))])?;
        let pixel = |place: &(f64, f64)| chart.plotting_area().map_coordinate(place);
        if places.len() <= MARKED {
            for place in &places {
                frame.marker(index, pixel(place))?;
            }
        }
        // Those of several lines in one place reach beyond each other.
        let size = 4 + 4 * (count - index - 1).min(3) as i32;
        let crosses = known(&line.published).into_iter();
        published
            .extend(crosses.map(|place| (COLOURS[index % COLOURS.len()], size, pixel(&place))));
        entries.push((line.name.clone(), Key::Series(index)));
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
