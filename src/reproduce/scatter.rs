//! Draws points of two measures as a chart in SVG: one line per curve, and the Pareto front as a broad band behind, with the
//! names of its points.

use super::frame::{line_style, tick_up_to, Caption, Drawn, Frame, Key};
use plotters::coord::ranged1d::{AsRangedCoord, ValueFormatter};
use plotters::prelude::*;

const SIZE: (u32, u32) = (620, 440);
const FRONT: RGBColor = RGBColor(0xff, 0xe0, 0x80);

/// What is drawn.
pub struct Scatter {
    /// What the axes are.
    pub x: String,
    pub y: String,
    /// Whether places along x go by their ratio.
    pub logarithmic: bool,
    /// Name of the front in the legend.
    pub front: String,
    /// The points.
    pub curves: Vec<Curve>,
}

/// Points of one kind.
pub struct Curve {
    /// Their name in the legend.
    pub name: String,
    /// Whether a line joins them.
    pub joined: bool,
    /// The points.
    pub points: Vec<Mark>,
}

/// A point.
pub struct Mark {
    /// Its two measures.
    pub place: (f64, f64),
    /// Its name, if it is on the front.
    pub on_front: Option<String>,
}

/// Draws the chart as SVG text.
pub fn svg(scatter: &Scatter, caption: &Caption, text: &mut String) -> Drawn {
    let places =
        || scatter.curves.iter().flat_map(|curve| curve.points.iter().map(|mark| mark.place));
    let bounds = |values: &mut dyn Iterator<Item = f64>| {
        values.fold((f64::MAX, f64::MIN), |(low, high), value| (low.min(value), high.max(value)))
    };
    let (left, right) = bounds(&mut places().map(|(x, _)| x));
    let (low, high) = bounds(&mut places().map(|(_, y)| y));
    let margin = |low: f64, high: f64, least: f64| (0.1 * (high - low)).max(least);
    let unit = margin(low, high, 0.005 * high.abs().max(f64::MIN_POSITIVE));
    let heights = low - unit..high + unit;
    if scatter.logarithmic {
        let x = (0.8 * left..1.25 * right).log_scale().base(2.0);
        return draw(scatter, caption, text, x, heights);
    }
    let unit = margin(left, right, 0.005 * right.abs().max(f64::MIN_POSITIVE));
    draw(scatter, caption, text, left - unit..right + unit, heights)
}

/// Returns which places no other is better than in one measure without being worse in the other; less is better in both.
pub fn front(places: &[(f64, f64)]) -> Vec<bool> {
    let mut order: Vec<usize> = (0..places.len()).collect();
    let by_place = |&a: &usize, &b: &usize| {
        let ((x, y), (other_x, other_y)) = (places[a], places[b]);
        x.total_cmp(&other_x).then(y.total_cmp(&other_y))
    };
    order.sort_by(by_place);
    let mut on_front = vec![false; places.len()];
    let mut last: Option<(f64, f64)> = None;
    for index in order {
        let place = places[index];
        if last.is_none_or(|last| place.1 < last.1 || place == last) {
            on_front[index] = true;
            last = Some(place);
        }
    }
    on_front
}

fn draw<X>(
    scatter: &Scatter,
    caption: &Caption,
    text: &mut String,
    x: X,
    y: std::ops::Range<f64>,
) -> Drawn
where
    X: AsRangedCoord<Value = f64>,
    X::CoordDescType: ValueFormatter<f64>,
{
    let marks = || scatter.curves.iter().flat_map(|curve| &curve.points);
    let most = |side: fn(&Mark) -> f64| marks().map(|mark| side(mark).abs()).fold(0.0, f64::max);
    let (right, high) = (most(|mark| mark.place.0), most(|mark| mark.place.1));
    let frame = Frame::open(text, SIZE, caption)?;
    let mut chart = ChartBuilder::on(&frame.plot)
        .margin_right(16)
        .x_label_area_size(44)
        .y_label_area_size(72)
        .build_cartesian_2d(x, y)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_desc(scatter.x.as_str())
        .y_desc(scatter.y.as_str())
        .x_label_formatter(&|x| tick_up_to(right, *x))
        .y_label_formatter(&|y| tick_up_to(high, *y))
        .draw()?;
    let mut front: Vec<_> =
        marks().filter(|mark| mark.on_front.is_some()).map(|mark| mark.place).collect();
    front.sort_by(|a, b| a.0.total_cmp(&b.0));
    if let [(x, y)] = front[..] {
        let (x, y) = chart.plotting_area().map_coordinate(&(x, y));
        frame.draw(&Circle::new((x, y), 10, FRONT.filled()))?;
    }
    chart.draw_series([PathElement::new(front, FRONT.stroke_width(10))])?;
    let mut entries = vec![(scatter.front.clone(), Key::Band(FRONT))];
    for (index, curve) in scatter.curves.iter().enumerate() {
        if curve.joined {
            let path: Vec<_> = curve.points.iter().map(|mark| mark.place).collect();
            chart.draw_series([PathElement::new(path, line_style(index, 1))])?;
        }
        for mark in &curve.points {
            let (x, y) = chart.plotting_area().map_coordinate(&mark.place);
            frame.marker(index, (x, y))?;
            if let Some(name) = &mark.on_front {
                frame.draw(&Text::new(name.clone(), (x + 8, y - 16), ("sans-serif", 11)))?;
            }
        }
        entries.push((curve.name.clone(), Key::Series(index)));
    }
    frame.legend(&entries)?;
    frame.close()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_front_is_what_nothing_less_beats() {
        assert_eq!(front(&[(10.0, 1.1), (20.0, 1.0), (30.0, 1.2)]), [true, true, false]);
        assert_eq!(front(&[(30.0, 1.2), (20.0, 1.0), (10.0, 1.1)]), [false, true, true]);
        assert_eq!(front(&[]), [false; 0]);
    }

    #[test]
    fn of_two_equal_in_one_the_better_in_the_other_is_on_the_front() {
        assert_eq!(front(&[(10.0, 1.1), (10.0, 1.0)]), [false, true]);
        assert_eq!(front(&[(10.0, 1.0), (20.0, 1.0)]), [true, false]);
        assert_eq!(front(&[(10.0, 1.0), (10.0, 1.0)]), [true, true]);
    }
}
