//! The numbers of two matrices that are to be multiplied.

use super::describe::{Histogram, Measure, Numbers, Spread};
use super::graph::children;
use heddle_workloads::inputs::{Children, InputError, Matrices};

/// Generates or reads the matrices that `text` names, and measures them.
pub fn matrices(text: &str) -> Result<Numbers, InputError> {
    let matrices = Matrices::load(text)?;
    let Matrices { left, right } = &matrices;
    let products: Vec<u32> = matrices.products().map(|products| products as u32).collect();
    let launched = Children::of(matrices.products());
    let spread = Spread::of(&products);
    let mut measures = vec![
        Measure::new("rows", left.rows()),
        Measure::new("inner side", left.columns),
        Measure::new("columns", right.columns),
        Measure::new("elements of the left matrix", left.values.len() as u32),
        Measure::new("elements of the right matrix", right.values.len() as u32),
        Measure::new("products of a row, least", spread.least),
        Measure::new("products of a row, median", spread.median),
        Measure::new("products of a row, mean", spread.mean),
        Measure::new("products of a row, most", spread.most),
    ];
    measures.extend(children(&launched, None));
    Ok(Numbers { measures, histogram: Histogram::doubling("products", "rows", &products) })
}
