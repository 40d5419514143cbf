//! Product of two sparse matrices, row by row, into a dense result with the pattern of its elements.
//!
//! The host launches two grids. One multiplies: each row of the left matrix is a parent's item, and its products are
//! a child. The barrier kernel counts the elements of the result.

use super::data::compare_values;
use super::nested::{Children, Nested};
use super::words::{place, words};
use super::Nesting;
use crate::inputs::{Matrices, SparseMatrix};
use heddle_sim::host::{Arg, HostLaunch, HostStep, Workload};
use heddle_sim::mem::{GlobalMemory, MemoryFault};

mod reference;

pub use reference::{product_rows, ProductRow};

/// `RowProducts` in spmm.cu.
const CHILDREN: Children = Children { app: "spmm", bytes: 72, tb_threads: 64 };

/// Number of threads per TB of the barrier kernel, and of those that count a row together.
const BARRIER_THREADS: u32 = 128;
const ROW_THREADS: u32 = 32;

/// `WORD_BITS` in spmm.cu.
const WORD_BITS: u32 = 32;

/// Addresses of a matrix in device memory.
#[derive(Clone, Copy, Debug, Default)]
struct Rows {
    offsets: u64,
    columns: u64,
    values: u64,
}

impl Rows {
    fn place(matrix: &SparseMatrix, memory: &mut GlobalMemory) -> Result<Self, MemoryFault> {
        Ok(Self {
            offsets: place(memory, "buffer `offsets`", &matrix.offsets)?,
            columns: place(memory, "buffer `columns`", &matrix.column_of)?,
            values: place(memory, "buffer `values`", &matrix.values)?,
        })
    }

    fn addresses(self) -> [Arg; 3] {
        [self.offsets, self.columns, self.values].map(Arg::U64)
    }
}

/// Device addresses. All are zero until `setup`, so an access faults.
#[derive(Clone, Copy, Debug, Default)]
struct Buffers {
    left: Rows,
    right: Rows,
    /// Per element of the left matrix: how many products of its row precede its own.
    before: u64,
    /// The dense result, and a bit for each of its elements.
    result: u64,
    pattern: u64,
    /// Number of elements of each row of the result, and of all.
    row_elements: u64,
    all_elements: u64,
}

/// The next launch of the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    Multiply,
    Barrier,
    End,
}

/// Multiplies two sparse matrices.
#[derive(Clone, Debug)]
pub struct Spmm {
    matrices: Matrices,
    nested: Nested,
    buffers: Buffers,
    phase: Phase,
}

impl Spmm {
    /// Creates the product of `matrices`.
    pub fn new(matrices: Matrices, nesting: Nesting) -> Self {
        let nested = Nested::new(CHILDREN, nesting);
        Self { matrices, nested, buffers: Buffers::default(), phase: Phase::Multiply }
    }

    fn rows(&self) -> u32 {
        self.matrices.left.rows()
    }

    fn columns(&self) -> u32 {
        self.matrices.right.columns
    }

    /// Returns the number of words of the pattern of a row.
    fn pattern_words(&self) -> u32 {
        self.columns().div_ceil(WORD_BITS)
    }

    fn multiply(&self, memory: &mut GlobalMemory) -> Result<HostLaunch, MemoryFault> {
        let b = &self.buffers;
        let matrices = b.left.addresses().into_iter().chain(b.right.addresses());
        let written = [b.before, b.result, b.pattern].map(Arg::U64);
        let sizes = [self.columns(), self.pattern_words(), self.rows()].map(Arg::U32);
        let rows: Vec<Arg> = matrices.chain(written).chain(sizes).collect();
        self.nested.parents(memory, self.rows(), Arg::structure(&rows))
    }

    fn barrier(&self) -> HostLaunch {
        HostLaunch {
            kernel: "spmm_barrier".to_owned(),
            grid: [self.rows().div_ceil(BARRIER_THREADS / ROW_THREADS), 1, 1],
            block: [BARRIER_THREADS, 1, 1],
            shared_bytes: 0,
            args: vec![
                Arg::U64(self.buffers.pattern),
                Arg::U32(self.pattern_words()),
                Arg::U32(self.rows()),
                Arg::U64(self.buffers.row_elements),
                Arg::U64(self.buffers.all_elements),
            ],
            stream: 0,
            mapping: None,
        }
    }
}

impl Workload for Spmm {
    fn name(&self) -> &str {
        "spmm"
    }

    fn ptx(&self) -> &str {
        ptx!("spmm")
    }

    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        self.nested.setup(memory, self.rows())?;
        let rows = u64::from(self.rows());
        let left_elements = self.matrices.left.values.len() as u64;
        let pattern_words = u64::from(self.pattern_words());
        self.buffers = Buffers {
            left: Rows::place(&self.matrices.left, memory)?,
            right: Rows::place(&self.matrices.right, memory)?,
            before: words(memory, "buffer `before`", left_elements)?,
            result: words(memory, "buffer `result`", rows * u64::from(self.columns()))?,
            pattern: words(memory, "buffer `pattern`", rows * pattern_words)?,
            row_elements: words(memory, "buffer `row_elements`", rows)?,
            all_elements: words(memory, "buffer `all_elements`", 1)?,
        };
        Ok(())
    }

    fn step(&mut self, memory: &mut GlobalMemory) -> Result<HostStep, MemoryFault> {
        if let Some(children) = self.nested.left_by_grid(memory)? {
            return Ok(HostStep::Launch(vec![children]));
        }
        let (launch, next) = match self.phase {
            Phase::Multiply => (self.multiply(memory)?, Phase::Barrier),
            Phase::Barrier => (self.barrier(), Phase::End),
            Phase::End => return Ok(HostStep::Done),
        };
        self.phase = next;
        Ok(HostStep::Launch(vec![launch]))
    }

    fn verify(&self, memory: &GlobalMemory) -> Result<(), String> {
        let fault = |fault| format!("spmm: reading the result: {fault}");
        let b = &self.buffers;
        let row_elements = memory.read_u32s(b.row_elements, u64::from(self.rows()));
        let row_elements = row_elements.map_err(fault)?;
        let columns = u64::from(self.columns());
        let mut counted = 0;
        for (row, expected) in product_rows(&self.matrices).enumerate() {
            let address = b.result + 4 * columns * row as u64;
            let values = memory.read_u32s(address, columns).map_err(fault)?;
            compare_row(row, &values, row_elements[row], &expected)?;
            counted += expected.elements;
        }
        match memory.read_u32(b.all_elements).map_err(fault)? {
            all if all == counted => Ok(()),
            all => Err(format!(
                "spmm: {all} elements were counted in all, the CPU reference says {counted}"
            )),
        }
    }
}

/// Compares the values of a row of the result, and the number of its elements.
fn compare_row(
    row: usize,
    values: &[u32],
    elements: u32,
    expected: &ProductRow,
) -> Result<(), String> {
    let signed = |values: &[u32]| values.iter().map(|&value| value as i32).collect::<Vec<_>>();
    let (actual, reference) = (signed(values), signed(&expected.values));
    compare_values("spmm", |i| actual[i], &reference, |i| format!("row {row}, column {i}"))?;
    let count = |_| elements;
    compare_values("spmm", count, &[expected.elements], |_| format!("the length of row {row}"))
}

#[cfg(test)]
mod tests;
