//! Heat maps: a value by two axes, as colours.

use crate::reproduce::{tick_up_to, Caption, Drawn, Frame, Key};
use crate::results::Scalar;
use crate::sweep::columns::Table;
use plotters::prelude::*;

/// Pixels of all cells together, and least and greatest of one.
const WIDTH: usize = 620;
const HEIGHT: usize = 420;
const LEAST: usize = 4;
const MOST: (usize, usize) = (96, 44);
/// Pixels of the names at the left, of those below and of those that are turned, of a line of text, and of a character.
const LEFT: i32 = 150;
const BELOW: i32 = 44;
const TURNED: i32 = 110;
const LINE: i32 = 14;
const CHARACTER: usize = 7;
/// The colours of the least and the greatest value, and of no value.
const LIGHT: RGBColor = RGBColor(0xf3, 0xf7, 0xfc);
const DARK: RGBColor = RGBColor(0x12, 0x3a, 0x70);
const NONE: RGBColor = RGBColor(0xff, 0xe0, 0x80);
/// Steps of the legend.
const STEPS: u32 = 4;

/// Draws the map of [x, y, value] as SVG text.
pub fn svg(table: &Table, [x, y, value]: [&str; 3], caption: &Caption, text: &mut String) -> Drawn {
    let values = table.numbers(value)?;
    let (columns, rows) = (places(table, x), places(table, y));
    let side =
        |all: usize, count: usize, most: usize| (all / count.max(1)).clamp(LEAST, most) as i32;
    let (wide, high) = (side(WIDTH, columns.len(), MOST.0), side(HEIGHT, rows.len(), MOST.1));
    let names = columns.iter().map(|name| name.to_string().len() * CHARACTER);
    let turned = names.max().is_some_and(|longest| longest > wide as usize);
    let below = if turned { TURNED } else { BELOW };
    let plot = (LEFT + wide * columns.len() as i32, high * rows.len() as i32 + below);
    let frame = Frame::open(text, (plot.0.max(360) as u32, plot.1 as u32), caption)?;
    let (left, top) = frame.plot.get_base_pixel();
    let (left, top) = (left + LEFT, top);
    let known = values.iter().flatten();
    let (least, most) =
        known.fold((f64::MAX, f64::MIN), |(low, high), &it| (low.min(it), high.max(it)));
    let share = |value: f64| if most > least { (value - least) / (most - least) } else { 0.5 };
    let shown = |value: f64| tick_up_to(most.abs().max(least.abs()), value);
    let fits = values.iter().flatten().all(|it| shown(*it).len() * CHARACTER <= wide as usize)
        && high >= LINE;
    let number = |value: f64| {
        let colour = if share(value) > 0.5 { WHITE } else { BLACK };
        (shown(value), ("sans-serif", 11).into_font().color(&colour))
    };
    let place = |of: &[&Scalar], value: &Scalar| of.iter().position(|known| *known == value);
    let mut cells = vec![None; columns.len() * rows.len()];
    for (row, (x, y)) in table.column(x).zip(table.column(y)).enumerate() {
        if let Some((column, line)) = place(&columns, x).zip(place(&rows, y)) {
            cells[line * columns.len() + column] = values[row];
        }
    }
    for (index, cell) in cells.iter().enumerate() {
        let (column, line) = ((index % columns.len()) as i32, (index / columns.len()) as i32);
        // The first value of y is at the bottom, as on any axis.
        let corner = (left + column * wide, top + (rows.len() as i32 - 1 - line) * high);
        let colour = cell.map_or(NONE, |value| between(share(value)));
        let ends = [corner, (corner.0 + wide, corner.1 + high)];
        frame.draw(&Rectangle::new(ends, colour.filled()))?;
        if let Some((shown, style)) = cell.filter(|_| fits).map(number) {
            let from = (wide - (shown.len() * (CHARACTER - 1)) as i32) / 2;
            frame.draw(&Text::new(shown, (corner.0 + from, corner.1 + high / 2 - 6), style))?;
        }
    }
    let bottom = top + rows.len() as i32 * high;
    let plain = || ("sans-serif", 11).into_font().color(&BLACK);
    // Names that would lie upon each other are left out.
    let every = |pixels: i32| (LINE / pixels.max(1) + 1) as usize;
    for (index, name) in rows.iter().enumerate().step_by(every(high)) {
        let name = name.to_string();
        let from = left - 8 - (name.chars().count() * (CHARACTER - 1)) as i32;
        let middle = bottom - index as i32 * high - high / 2 - 6;
        frame.draw(&Text::new(name, (from.max(left - LEFT), middle), plain()))?;
    }
    for (index, name) in columns.iter().enumerate().step_by(if turned { every(wide) } else { 1 }) {
        let (name, middle) = (name.to_string(), left + index as i32 * wide + wide / 2);
        let (at, style) = match turned {
            true => ((middle + 6, bottom + 6), plain().transform(FontTransform::Rotate90)),
            false => ((middle - (name.len() * (CHARACTER - 1) / 2) as i32, bottom + 6), plain()),
        };
        frame.draw(&Text::new(name, at, style))?;
    }
    let label = ("sans-serif", 12).into_font().color(&BLACK);
    frame.draw(&Text::new(
        format!("{x} to the right, {y} upwards"),
        (left, bottom + below - 18),
        label,
    ))?;
    let step = |step: u32| {
        let share = f64::from(STEPS - step) / f64::from(STEPS);
        (shown(least + share * (most - least)), Key::Bar(between(share)))
    };
    let mut entries: Vec<_> = (0..=STEPS).map(step).collect();
    if cells.contains(&None) {
        entries.push(("no result".to_owned(), Key::Bar(NONE)));
    }
    frame.legend(&entries)?;
    frame.close()
}

/// The values of an axis: numbers from small to large, texts in their order in the table.
fn places<'a>(table: &'a Table, axis: &str) -> Vec<&'a Scalar> {
    let mut places: Vec<&Scalar> = Vec::new();
    for value in table.column(axis) {
        if !places.contains(&value) {
            places.push(value);
        }
    }
    if places.iter().all(|value| value.number().is_some()) {
        let number = |value: &&Scalar| value.number().unwrap_or_default();
        places.sort_by(|a, b| number(a).total_cmp(&number(b)));
    }
    places
}

/// Returns the colour at a share of the way from the least to the greatest value.
fn between(share: f64) -> RGBColor {
    let mixed = |from: u8, to: u8| {
        (f64::from(from) + share * (f64::from(to) - f64::from(from))).round() as u8
    };
    RGBColor(mixed(LIGHT.0, DARK.0), mixed(LIGHT.1, DARK.1), mixed(LIGHT.2, DARK.2))
}
