//! Decides whether a sentence holds for our numbers.

use super::grid::{Column, Number, Rows, Tables};
use serde::Serialize;

/// How far a number may be from the published one, as a share of it.
const TOLERANCE: f64 = 0.15;
/// The least difference that makes an order, as a share of the greater number.
const DISTINCT: f64 = 0.001;

/// How numbers are printed, and what no change is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A share.
    Percent,
    /// The difference of two shares; 0 is no change.
    Points,
    /// The ratio of two values; 1 is no change.
    Times,
    /// A number of items.
    Count,
    /// A number with one decimal.
    Tenth,
    /// Milliseconds.
    Milliseconds,
    /// 10^6 bytes.
    Megabytes,
}

impl Form {
    /// Prints a value.
    pub fn show(self, value: f64) -> String {
        match self {
            Self::Percent if value.abs() < 0.01 => format!("{:.2} %", 100.0 * value),
            Self::Percent => format!("{:.1} %", 100.0 * value),
            Self::Points => format!("{:+.1} points", 100.0 * value),
            Self::Times => format!("{value:.2}"),
            Self::Count => format!("{value:.0}"),
            Self::Tenth => format!("{value:.1}"),
            Self::Milliseconds => format!("{value:.2} ms"),
            Self::Megabytes => format!("{value:.1} MB"),
        }
    }

    fn no_change(self) -> Option<f64> {
        match self {
            Self::Points => Some(0.0),
            Self::Times => Some(1.0),
            _ => None,
        }
    }
}

/// What a value must be.
#[derive(Clone, Copy, Debug)]
pub enum Bound {
    /// Greater.
    Above(f64),
    /// Less.
    Below(f64),
    /// Not less.
    AtLeast(f64),
    /// Not greater.
    AtMost(f64),
    /// Within 15 % of it.
    Near(f64),
}

impl Bound {
    fn holds(self, value: f64) -> bool {
        match self {
            Self::Above(limit) => value > limit,
            Self::Below(limit) => value < limit,
            Self::AtLeast(limit) => value >= limit,
            Self::AtMost(limit) => value <= limit,
            Self::Near(wanted) => (value - wanted).abs() <= TOLERANCE * wanted.abs(),
        }
    }
}

/// When a sentence holds.
#[derive(Clone, Copy, Debug)]
pub enum Rule {
    /// The number is within 15 % of the published one, and on the same side of no change.
    Near(Number, f64),
    /// The number is so.
    Is(Number, Bound),
    /// Each number is greater than the next, by more than 0.1 %.
    Falling(&'static [Number]),
    /// The value of each row is so.
    Each(Column, Rows, Bound),
    /// The values of more than half of the rows are so.
    Most(Column, Rows, Bound),
    /// The least and the greatest value are within 15 % of the published ones.
    Span(Column, Rows, f64, f64),
    /// These rows have the greatest values.
    Highest(Column, Rows, &'static [&'static str]),
    /// These rows have the least values.
    Lowest(Column, Rows, &'static [&'static str]),
    /// Rows that are high in one column are high in the other: their ranks correlate.
    Together(Column, Column, Rows),
    /// Rows that are high in one column are low in the other.
    Opposed(Column, Column, Rows),
    /// Nothing that we measure can show it, for this reason.
    Unknown(&'static str),
}

/// Whether a sentence holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Verdict {
    /// For our numbers as well.
    Holds,
    /// Not for ours.
    DoesNot,
    /// Our runs do not say.
    CannotBeShown,
}

/// Our numbers, and what they say of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Our numbers; the reason, if there are none.
    pub ours: String,
    /// The verdict.
    pub verdict: Verdict,
}

impl Finding {
    fn new(ours: String, holds: bool) -> Self {
        Self { ours, verdict: if holds { Verdict::Holds } else { Verdict::DoesNot } }
    }

    fn cannot(why: &str) -> Self {
        Self { ours: why.to_owned(), verdict: Verdict::CannotBeShown }
    }
}

impl Rule {
    /// Adds the figures that it reads to `names`.
    pub fn figures(&self, names: &mut Vec<&'static str>) {
        match self {
            Self::Near(number, _) | Self::Is(number, _) => number.figures(names),
            Self::Falling(numbers) => numbers.iter().for_each(|number| number.figures(names)),
            Self::Each(column, ..)
            | Self::Most(column, ..)
            | Self::Span(column, ..)
            | Self::Highest(column, ..)
            | Self::Lowest(column, ..) => column.figures(names),
            Self::Together(a, b, _) | Self::Opposed(a, b, _) => {
                a.figures(names);
                b.figures(names);
            }
            Self::Unknown(_) => (),
        }
    }

    /// Returns the published numbers that it compares with; of an ordering, there are none.
    pub fn published(&self, form: Form) -> Option<String> {
        match *self {
            Self::Near(_, published) => Some(form.show(published)),
            Self::Span(_, _, low, high) => Some(span(form, low, high)),
            _ => None,
        }
    }

    /// Judges by `tables`. The error names a figure, column or row that does not exist.
    pub fn judge(&self, form: Form, tables: &Tables) -> anyhow::Result<Finding> {
        let not_measured = || Finding::cannot("not measured at this size");
        Ok(match *self {
            Self::Near(number, published) => {
                number.value(tables)?.map_or_else(not_measured, |it| {
                    let same = same_direction(form, it, published);
                    let other = if same { "" } else { ", the other direction" };
                    Finding::new(form.show(it) + other, same && Bound::Near(published).holds(it))
                })
            }
            Self::Is(number, bound) => number
                .value(tables)?
                .map_or_else(not_measured, |it| Finding::new(form.show(it), bound.holds(it))),
            Self::Falling(numbers) => {
                let values = numbers.iter().map(|number| number.value(tables));
                let values = values.collect::<anyhow::Result<Option<Vec<f64>>>>()?;
                values.map_or_else(not_measured, |values| {
                    let shown: Vec<_> = values.iter().map(|&value| form.show(value)).collect();
                    let is_greater = |a: f64, b: f64| a - b > DISTINCT * f64::max(a.abs(), b.abs());
                    let falls = values.windows(2).all(|pair| is_greater(pair[0], pair[1]));
                    Finding::new(shown.join(", "), falls)
                })
            }
            Self::Each(column, rows, bound) => {
                counted(form, &rows.of(&column, tables)?, bound, |so, all| so == all)
            }
            Self::Most(column, rows, bound) => {
                counted(form, &rows.of(&column, tables)?, bound, |so, all| 2 * so > all)
            }
            Self::Span(column, rows, low, high) => {
                let ours = [Number::Least(column, rows), Number::Greatest(column, rows)];
                let [least, greatest] = ours.map(|number| number.value(tables));
                least?.zip(greatest?).map_or_else(not_measured, |(least, greatest)| {
                    let holds = Bound::Near(low).holds(least) && Bound::Near(high).holds(greatest);
                    Finding::new(span(form, least, greatest), holds)
                })
            }
            Self::Highest(column, rows, names) => {
                first(form, rows.of(&column, tables)?, names, |a, b| b.total_cmp(&a))
            }
            Self::Lowest(column, rows, names) => {
                first(form, rows.of(&column, tables)?, names, |a, b| a.total_cmp(&b))
            }
            Self::Together(a, b, rows) => {
                correlated(&rows.of(&a, tables)?, &rows.of(&b, tables)?, 1.0)
            }
            Self::Opposed(a, b, rows) => {
                correlated(&rows.of(&a, tables)?, &rows.of(&b, tables)?, -1.0)
            }
            Self::Unknown(why) => Finding::cannot(why),
        })
    }
}

fn span(form: Form, low: f64, high: f64) -> String {
    format!("{} to {}", form.show(low), form.show(high))
}

/// Returns whether a number is on the same side of no change as the published one, if that is on
/// one.
fn same_direction(form: Form, ours: f64, published: f64) -> bool {
    let Some(none) = form.no_change().filter(|none| *none != published) else { return true };
    (ours - none) * (published - none) > 0.0
}

fn named(form: Form, (name, value): &(String, f64)) -> String {
    format!("`{name}` {}", form.show(*value))
}

fn counted(
    form: Form,
    rows: &[(String, f64)],
    bound: Bound,
    enough: impl Fn(usize, usize) -> bool,
) -> Finding {
    if rows.is_empty() {
        return Finding::cannot("no run has such a value");
    }
    let others: Vec<_> = rows.iter().filter(|(_, value)| !bound.holds(*value)).collect();
    let so = rows.len() - others.len();
    let mut ours = format!("{so} of {}", rows.len());
    if others.is_empty() {
        let shown = rows.iter().map(|row| named(form, row)).collect::<Vec<_>>();
        if shown.len() <= 3 {
            ours = shown.join(", ");
        }
    } else {
        let shown: Vec<_> = others.iter().map(|row| named(form, row)).collect();
        ours += &format!("; not {}", shown.join(", "));
    }
    Finding::new(ours, enough(so, rows.len()))
}

/// Judges whether the rows of `names` come first.
fn first(
    form: Form,
    mut rows: Vec<(String, f64)>,
    names: &[&str],
    order: impl Fn(f64, f64) -> std::cmp::Ordering,
) -> Finding {
    if rows.len() < names.len() {
        return Finding::cannot("not all of these have such a value");
    }
    rows.sort_by(|a, b| order(a.1, b.1));
    let (leading, others) = rows.split_at(names.len());
    let holds = leading.iter().all(|(name, _)| names.contains(&name.as_str()));
    let mut ours: Vec<_> = leading.iter().map(|row| named(form, row)).collect();
    let behind = others.iter().filter(|(name, _)| names.contains(&name.as_str()));
    ours.extend(behind.map(|row| format!("behind: {}", named(form, row))));
    Finding::new(ours.join(", "), holds)
}

/// Judges by the sign of Spearman's rank correlation.
fn correlated(a: &[(String, f64)], b: &[(String, f64)], sign: f64) -> Finding {
    let other = |name: &str| b.iter().find(|(row, _)| row == name).map(|(_, value)| *value);
    let pairs = a.iter().filter_map(|(name, a)| Some((*a, other(name)?)));
    let (a, b): (Vec<f64>, Vec<f64>) = pairs.unzip();
    let (a, b) = (ranks(&a), ranks(&b));
    let middle = (a.len() as f64 - 1.0) / 2.0;
    let product = |a: &[f64], b: &[f64]| -> f64 {
        a.iter().zip(b).map(|(a, b)| (a - middle) * (b - middle)).sum()
    };
    let correlation = product(&a, &b) / (product(&a, &a) * product(&b, &b)).sqrt();
    if !correlation.is_finite() {
        return Finding::cannot("too few different values");
    }
    Finding::new(format!("rank correlation {correlation:+.2}"), correlation * sign > 0.0)
}

/// Returns the rank of each value from 0; equal values share the mean of their ranks.
fn ranks(values: &[f64]) -> Vec<f64> {
    let rank = |value: &f64| {
        let less = values.iter().filter(|other| *other < value).count() as f64;
        let equal = values.iter().filter(|other| *other == value).count() as f64;
        less + (equal - 1.0) / 2.0
    };
    values.iter().map(rank).collect()
}
