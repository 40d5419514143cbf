//! Lines and Pareto fronts.

use super::{free, Measure};
use crate::reproduce::{
    front, lines, scatter, Caption, Curve, Drawn, Line, Lines, Mark, Scale, Scatter, Unit,
};
use crate::sweep::columns::Table;
use crate::sweep::point::Study;

/// Most points of a front that are named, and most kinds of points that have a marker of their own.
const NAMED: usize = 24;
const KINDS: usize = 9;
/// Places along an axis go by their ratio if the last is this many times the first.
const SPREAD: f64 = 16.0;

/// Draws a column over an axis: a line for each combination of the other axes.
pub fn line(
    study: &Study,
    table: &Table,
    x: &str,
    y: &str,
    caption: &Caption,
    text: &mut String,
) -> Drawn {
    let places = table.numbers(x)?;
    let values = table.numbers(y)?;
    let mut ticks: Vec<f64> = places.iter().flatten().copied().collect();
    ticks.sort_by(f64::total_cmp);
    ticks.dedup();
    let series = groups(table, &free(study, &[&x.to_owned()])).into_iter().map(|(name, rows)| {
        let mut measured = vec![None; ticks.len()];
        for row in rows {
            let tick = places[row].and_then(|place| ticks.iter().position(|tick| *tick == place));
            tick.into_iter().for_each(|tick| measured[tick] = values[row]);
        }
        let name = if name.is_empty() { y.to_owned() } else { name };
        Line { name, measured, published: vec![None; ticks.len()] }
    });
    let series = series.collect();
    let scale = Scale::Linear;
    let lines = Lines { x: x.into(), y: y.into(), unit: Unit::Rate, scale, places: ticks, series };
    lines::svg(&lines, caption, text)
}

/// Draws two columns of all points, and which points no other beats in both.
pub fn pareto(
    study: &Study,
    table: &Table,
    a: &Measure,
    b: &Measure,
    caption: &Caption,
    text: &mut String,
) -> Drawn {
    let [xs, ys] = [table.numbers(&a.column)?, table.numbers(&b.column)?];
    let places: Vec<Option<(f64, f64)>> = xs.iter().zip(&ys).map(|(x, y)| (*x).zip(*y)).collect();
    let rows: Vec<usize> = (0..places.len()).filter(|&row| places[row].is_some()).collect();
    let less = |value: f64, of: &Measure| if of.more { -value } else { value };
    let measured = rows.iter().filter_map(|&row| places[row]);
    let best = front(&measured.map(|(x, y)| (less(x, a), less(y, b))).collect::<Vec<_>>());
    let is_named = best.iter().filter(|best| **best).count() <= NAMED;
    let axes = study.axes();
    let mut on_front = vec![None; places.len()];
    for (&row, best) in rows.iter().zip(&best) {
        on_front[row] =
            best.then(|| if is_named { values_on(table, row, &axes) } else { String::new() });
    }
    // One axis has markers, if its values are few.
    let mut kinds = Vec::new();
    for axis in &axes {
        let groups = groups(table, std::slice::from_ref(axis));
        if kinds.is_empty() && (2..=KINDS).contains(&groups.len()) {
            kinds =
                groups.into_iter().map(|(value, rows)| (format!("{axis} {value}"), rows)).collect();
        }
    }
    if kinds.is_empty() {
        kinds = vec![("points".to_owned(), rows)];
    }
    let mut mark = |row: usize| Some(Mark { place: places[row]?, on_front: on_front[row].take() });
    let curves = kinds.into_iter().map(|(name, rows)| Curve {
        name,
        joined: false,
        points: rows.into_iter().filter_map(&mut mark).collect(),
    });
    let curves = curves.collect();
    let (low, high) =
        xs.iter().flatten().fold((f64::MAX, f64::MIN), |(low, high), &x| (low.min(x), high.max(x)));
    let logarithmic = low > 0.0 && high >= SPREAD * low;
    let said = |of: &Measure, scale: &str| {
        format!("{}{scale} ({} is better)", of.column, if of.more { "more" } else { "less" })
    };
    let scatter = Scatter {
        x: said(a, if logarithmic { ", logarithmic" } else { "" }),
        y: said(b, ""),
        logarithmic,
        front: if is_named {
            format!("Pareto front, with {}", axes.join(", "))
        } else {
            "Pareto front".into()
        },
        curves,
    };
    scatter::svg(&scatter, caption, text)
}

/// Returns the rows of each combination of values on some axes, in the order of the first ones.
fn groups(table: &Table, axes: &[String]) -> Vec<(String, Vec<usize>)> {
    let mut groups: Vec<(String, Vec<usize>)> = Vec::new();
    for row in 0..table.rows.len() {
        let name = values_on(table, row, axes);
        match groups.iter_mut().find(|(known, _)| *known == name) {
            Some((_, rows)) => rows.push(row),
            None => groups.push((name, vec![row])),
        }
    }
    groups
}

fn values_on(table: &Table, row: usize, axes: &[String]) -> String {
    let column = |axis: &String| table.names.iter().position(|name| name == axis);
    let values = axes.iter().filter_map(|axis| Some(table.rows[row][column(axis)?].to_string()));
    values.collect::<Vec<_>>().join(", ")
}
