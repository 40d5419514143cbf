//! Draws a unit as a box: inputs on the left, outputs on the right, grouped by the unit on the other
//! side.

use crate::wave::gtkw::ranged;
use heddle_hw::kit::Pin;
use itertools::{EitherOrBoth, Itertools};

/// Draws the box of module `top`.
pub fn symbol(top: &str, inputs: &[Pin], outputs: &[Pin]) -> String {
    let named = |pins: &[Pin], group| {
        let pins = pins.iter().filter(|pin| pin.group == group);
        pins.map(|pin| ranged(pin, "")).collect_vec()
    };
    let mut rows = vec![("clock".to_string(), String::new()), ("reset".to_string(), String::new())]
        .into_iter()
        .map(|(left, right)| (left, "", right))
        .collect_vec();
    for group in inputs.iter().chain(outputs).map(|pin| pin.group).unique() {
        rows.push((String::new(), group, String::new()));
        let pairs = named(inputs, group).into_iter().zip_longest(named(outputs, group));
        rows.extend(pairs.map(|pair| match pair {
            EitherOrBoth::Both(left, right) => (left, "", right),
            EitherOrBoth::Left(left) => (left, "", String::new()),
            EitherOrBoth::Right(right) => (String::new(), "", right),
        }));
    }
    let left = rows.iter().map(|row| row.0.len()).max().unwrap_or(0);
    let inside = rows.iter().map(|row| row.1.len()).chain([top.len()]).max().unwrap_or(0) + 4;
    let edge = format!("{:left$}    +{}+", "", "-".repeat(inside));
    let arrow = |pin: &str| if pin.is_empty() { "   " } else { "-->" };
    let body = rows.iter().map(|(input, group, output)| {
        let line =
            format!("{input:>left$} {}|{group:^inside$}|{} {output}", arrow(input), arrow(output));
        line.trim_end().to_string()
    });
    let title = format!("{:left$}    |{top:^inside$}|", "");
    [edge.clone(), title].into_iter().chain(body).chain([edge]).join("\n")
}
