//! Sparse matrices, two of which are to be multiplied.
//!
//! Generated matrices represent the small and the large pair of the published benchmark, of which only the sides are
//! known. A row has from half to one and a half of the mean number of elements, but at least one, in columns drawn
//! at random. Values are whole numbers from 1 to 9. No floating-point number is involved, so the same parameters give
//! the same matrices on every machine.

use std::path::Path;

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::draw::below;
use super::generator::Source;
use super::{read_graph, Graph, InputError};

/// The accepted forms for two matrices, as shown in errors and help.
pub const MATRICES: &str = "sparse:ROWS:INNER:COLUMNS:PER_MILLE[:SEED], a square matrix to be \
    squared or two of one size, LEFT,RIGHT";

/// The form of the generator; PER_MILLE is the density of both matrices.
const GENERATOR: &str = "sparse:ROWS:INNER:COLUMNS:PER_MILLE[:SEED]";

/// Largest side of a matrix. A dense result of this side fills 1 GiB.
pub const MAX_SIDE: u32 = 1 << 14;

/// The largest generated value.
const MOST_VALUE: u32 = 9;

/// The largest value of a file: singles hold all whole numbers up to it.
const MOST_FILE_VALUE: f32 = (1 << 24) as f32;

/// A matrix, compressed by rows. Elements of one place add up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SparseMatrix {
    /// Number of columns.
    pub columns: u32,
    /// The elements of row `r` are `offsets[r] .. offsets[r + 1]`.
    pub offsets: Vec<u32>,
    /// Column of each element.
    pub column_of: Vec<u32>,
    /// Value of each element, in two's complement if it is negative.
    pub values: Vec<u32>,
}

impl SparseMatrix {
    /// Returns the number of rows.
    pub fn rows(&self) -> u32 {
        (self.offsets.len() - 1) as u32
    }

    /// Returns column and value of each element of a row.
    pub fn row(&self, row: u32) -> impl Iterator<Item = (u32, u32)> + '_ {
        let row = row as usize;
        let elements = self.offsets[row] as usize..self.offsets[row + 1] as usize;
        elements.map(|element| (self.column_of[element], self.values[element]))
    }

    /// Draws a matrix.
    fn random(rows: u32, columns: u32, per_mille: u32, rng: &mut ChaCha8Rng) -> Self {
        let mean_times_1000 = columns * per_mille;
        let (least, most) = (mean_times_1000 / 2000, mean_times_1000 * 3 / 2000);
        let mut matrix = Self { columns, offsets: vec![0], column_of: vec![], values: vec![] };
        for _ in 0..rows {
            let count = (least + below(most - least + 1, rng)).clamp(1, columns);
            matrix.draw_row(count, rng);
        }
        matrix
    }

    /// Draws a row of `count` elements, by one draw for each column until there are as many.
    fn draw_row(&mut self, count: u32, rng: &mut ChaCha8Rng) {
        let mut wanted = count;
        for column in 0..self.columns {
            if below(self.columns - column, rng) < wanted {
                wanted -= 1;
                self.column_of.push(column);
                self.values.push(1 + below(MOST_VALUE, rng));
            }
        }
        self.offsets.push(self.column_of.len() as u32);
    }

    /// Reads a square matrix from a file of any format that a graph may have; `text` is the input in errors.
    fn read(text: &str, path: &str) -> Result<Self, InputError> {
        let graph = match read_graph(Path::new(path)) {
            Err(InputError::Open { path, reason, .. }) => {
                return Err(InputError::Open { path, known: GENERATOR.to_owned(), reason })
            }
            read => read?,
        };
        Self::of_graph(path, &graph).map_err(|what| refusal(text, what))
    }

    /// Converts the adjacency matrix of a graph in the file `path`.
    fn of_graph(path: &str, graph: &Graph) -> Result<Self, String> {
        let side = graph.vertices();
        if !(1..=MAX_SIDE).contains(&side) {
            return Err(format!("{path} has {side} rows, which are not in 1..={MAX_SIDE}"));
        }
        let whole = |value: &f32| value.fract() == 0.0 && value.abs() <= MOST_FILE_VALUE;
        let values = match graph.weights() {
            None => vec![1; graph.columns().len()],
            Some(values) => match values.iter().find(|value| !whole(value)) {
                Some(value) => {
                    let most = MOST_FILE_VALUE;
                    return Err(format!(
                        "{path} has the value {value}, and products are exact only of whole numbers up to {most}"
                    ));
                }
                None => values.iter().map(|&value| value as i32 as u32).collect(),
            },
        };
        let (offsets, column_of) = (graph.offsets().to_vec(), graph.columns().to_vec());
        Ok(Self { columns: side, offsets, column_of, values })
    }
}

/// The two sides of a product; the left one has as many columns as the right one has rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Matrices {
    /// The left matrix.
    pub left: SparseMatrix,
    /// The right matrix.
    pub right: SparseMatrix,
}

impl Matrices {
    /// Returns the matrices that `text` names: the generator, as in sparse:512:512:512:10:1, one file, whose matrix is
    /// multiplied by itself, or two files separated by a comma.
    pub fn load(text: &str) -> Result<Self, InputError> {
        match Source::of(text, &[(GENERATOR, ())], MATRICES)? {
            Source::Generator((), parameters) => {
                let names = ["rows", "inner side", "columns", "density per mille"];
                parameters.make(names, |[rows, inner, columns, per_mille], seed| {
                    Self::generate([rows, inner, columns], per_mille, seed)
                })
            }
            Source::File(paths) => Self::of_files(text, paths),
        }
    }

    fn of_files(text: &str, paths: &str) -> Result<Self, InputError> {
        let (left, right) = match paths.split_once(',') {
            Some((left, right)) => {
                (SparseMatrix::read(text, left)?, SparseMatrix::read(text, right)?)
            }
            None => {
                let matrix = SparseMatrix::read(text, paths)?;
                (matrix.clone(), matrix)
            }
        };
        if left.columns != right.rows() {
            let what = format!(
                "the left matrix has {} columns and the right one {} rows, which must be as many",
                left.columns,
                right.rows()
            );
            return Err(refusal(text, what));
        }
        let matrices = Self { left, right };
        // Only a file can have so many, with elements of one place.
        let crowded = matrices.products().position(|products| products > u64::from(u32::MAX));
        match crowded {
            None => Ok(matrices),
            Some(row) => {
                let what = format!("row {row} takes more products than a word counts");
                Err(refusal(text, what))
            }
        }
    }

    /// Draws both matrices; the error says which limit is broken.
    fn generate(sides: [u32; 3], per_mille: u32, seed: u64) -> Result<Self, String> {
        let [rows, inner, columns] = sides;
        for (name, side) in ["rows", "inner side", "columns"].into_iter().zip(sides) {
            if !(1..=MAX_SIDE).contains(&side) {
                return Err(format!("{name} {side} is not in 1..={MAX_SIDE}"));
            }
        }
        if !(1..=1000).contains(&per_mille) {
            return Err(format!("density per mille {per_mille} is not in 1..=1000"));
        }
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let left = SparseMatrix::random(rows, inner, per_mille, &mut rng);
        let right = SparseMatrix::random(inner, columns, per_mille, &mut rng);
        Ok(Self { left, right })
    }

    /// Returns the number of products of elements in each row of the result.
    pub fn products(&self) -> impl Iterator<Item = u64> + '_ {
        let of = |row: u32| self.right.offsets[row as usize + 1] - self.right.offsets[row as usize];
        let products = move |row| self.left.row(row).map(|(column, _)| u64::from(of(column))).sum();
        (0..self.left.rows()).map(products)
    }
}

fn refusal(text: &str, what: String) -> InputError {
    InputError::BadParameters { spec: text.to_owned(), what, expected: MATRICES.to_owned() }
}

#[cfg(test)]
mod tests;
