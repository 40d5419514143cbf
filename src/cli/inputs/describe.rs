//! Describes an input by numbers.

use serde::Serialize;

/// An input, and the original that it replaces.
#[derive(Serialize)]
pub struct Description {
    /// The input as it was typed.
    pub input: String,
    /// Kind of the input.
    pub kind: &'static str,
    /// The original that it replaces; `None` for a file.
    pub original: Option<&'static str>,
    /// Sizes and averages.
    pub measures: Vec<Measure>,
    /// How what it consists of is distributed.
    pub histogram: Histogram,
}

/// The numbers of an input.
pub struct Numbers {
    /// Sizes and averages.
    pub measures: Vec<Measure>,
    /// How what it consists of is distributed.
    pub histogram: Histogram,
}

/// One number of an input.
#[derive(Serialize)]
pub struct Measure {
    /// Name of the measure.
    pub name: &'static str,
    /// Value for this input; `None` if it has none, as the mean size of no children.
    pub value: Option<f64>,
    /// Value for the original, if it is published.
    pub published: Option<f64>,
    /// `value` over `published`.
    pub ratio: Option<f64>,
    /// Where the value of the original is published.
    pub source: Option<&'static str>,
}

/// A published number, and where it is published.
pub type Published = (f64, &'static str);

impl Measure {
    /// Makes a measure without a published value.
    pub fn new(name: &'static str, value: impl Into<f64>) -> Self {
        Self::maybe(name, Some(value))
    }

    /// Makes a measure that may have no value, without a published one.
    pub fn maybe(name: &'static str, value: Option<impl Into<f64>>) -> Self {
        Self { name, value: value.map(Into::into), published: None, ratio: None, source: None }
    }

    /// Adds the value of the original, if there is one.
    pub fn beside(self, published: Option<Published>) -> Self {
        let (published, source) = published.unzip();
        let ratio = self.value.zip(published).map(|(value, published)| value / published);
        Self { published, source, ratio, ..self }
    }
}

/// Counts of items by a property.
#[derive(Serialize)]
pub struct Histogram {
    /// The property.
    pub of: &'static str,
    /// What is counted.
    pub counted: &'static str,
    /// Bins in ascending order; the first begins at 0.
    pub bins: Vec<Bin>,
}

/// Number of items with a property of `least` or more, but less than that of the next bin.
#[derive(Serialize)]
pub struct Bin {
    /// The least value in the bin.
    pub least: u64,
    /// Number of items in the bin.
    pub count: u64,
}

impl Histogram {
    /// Counts `values` in bins that double: 0, 1, 2 to 3, 4 to 7 and so on.
    pub fn doubling(of: &'static str, counted: &'static str, values: &[u32]) -> Self {
        let mut bins: Vec<Bin> = Vec::new();
        for value in values {
            let bin = (u32::BITS - value.leading_zeros()) as usize;
            while bins.len() <= bin {
                let least = if bins.is_empty() { 0 } else { 1 << (bins.len() - 1) };
                bins.push(Bin { least, count: 0 });
            }
            bins[bin].count += 1;
        }
        Self { of, counted, bins }
    }

    /// Counts by whole numbers from 0 on.
    pub fn by_number(of: &'static str, counted: &'static str, counts: &[u64]) -> Self {
        let bins = (0..).zip(counts).map(|(least, &count)| Bin { least, count }).collect();
        Self { of, counted, bins }
    }
}

/// Least, median (the upper one of two), mean and most of `values`; all 0 without any.
pub struct Spread {
    /// The least value.
    pub least: u32,
    /// The value in the middle.
    pub median: u32,
    /// The average.
    pub mean: f64,
    /// The greatest value.
    pub most: u32,
}

impl Spread {
    /// Computes the spread of `values`, in any order.
    pub fn of(values: &[u32]) -> Self {
        let mut sorted = values.to_vec();
        sorted.sort_unstable();
        let sum: u64 = sorted.iter().map(|&value| u64::from(value)).sum();
        Self {
            least: sorted.first().copied().unwrap_or(0),
            median: sorted.get(sorted.len() / 2).copied().unwrap_or(0),
            mean: sum as f64 / sorted.len().max(1) as f64,
            most: sorted.last().copied().unwrap_or(0),
        }
    }
}
