//! The tree of Barnes and Hut: each body traverses the part of a tree that is near to it.
//!
//! The host builds the tree and launches one grid with one thread per body.

#[cfg(test)]
mod tests;
mod tree;

use super::nested::{Children, Nested};
use super::Nesting;
use crate::inputs::Point;
use heddle_sim::host::{Arg, HostStep, Workload};
use heddle_sim::mem::{GlobalMemory, MemoryFault};
use tree::{Force, Tree};

/// `Node` in bht.cu.
const CHILDREN: Children = Children { app: "bht", bytes: 56, tb_threads: 64 };
/// A cell is opened if it is wider than this times its distance.
const THETA: f32 = 1.0;
/// Term that the kernel adds to squared distances.
const SOFTENING_SQUARED: f32 = 1e-6;
/// Entries of the list of children per body, and the most in all: 64 MiB. If the list is full, the finding threads
/// do the work of the children.
const CHILDREN_OF_A_BODY: u32 = 64;
const MOST_CHILDREN: u32 = 1 << 20;

/// Rounding errors of one term of the kernel, in units of 2^-24 of it. An addition and four multiplications
/// contribute one each, and the reciprocal root's 2^-22.9 contributes thrice, rounded up.
const TERM_ROUNDINGS: f64 = 12.0;

/// A node of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TreeNode {
    /// Number of nodes on the path from the root to it; 0 for the root.
    pub level: u32,
    /// Number of bodies and cells of which it consists.
    pub cells: u32,
}

/// Returns the nodes of the tree of `points`, which must not be empty. The root is the first.
pub fn tree_nodes(points: &[Point]) -> Vec<TreeNode> {
    let tree = Tree::new(points);
    let mut nodes = vec![TreeNode { level: 0, cells: tree.root_items }];
    // The nodes of a level come after those of the coarser levels, and so do their cells.
    let mut ranges = tree.ranges.iter();
    let mut opened = 0;
    while let Some(&TreeNode { level, cells }) = nodes.get(opened) {
        opened += 1;
        let cells = ranges.by_ref().take(cells as usize).filter(|range| range[1] > 0);
        nodes.extend(cells.map(|range| TreeNode { level: level + 1, cells: range[1] }));
    }
    nodes
}

/// Device addresses. All are zero until `setup`, so an access faults.
#[derive(Clone, Copy, Debug, Default)]
struct Buffers {
    bodies: u64,
    cells: u64,
    ranges: u64,
    forces: u64,
}

/// Computes the forces between bodies.
#[derive(Clone, Debug)]
pub struct Bht {
    tree: Tree,
    nested: Nested,
    buffers: Buffers,
    launched: bool,
}

impl Bht {
    /// Creates the computation of the forces between `points`, which must not be empty.
    pub fn new(points: &[Point], nesting: Nesting) -> Self {
        Self {
            tree: Tree::new(points),
            nested: Nested::new(CHILDREN, nesting),
            buffers: Buffers::default(),
            launched: false,
        }
    }

    fn bodies(&self) -> u32 {
        self.tree.bodies.len() as u32
    }

    /// Returns the squared distance of a centre of mass below which a cell of the root is opened.
    fn reach_squared(&self) -> f32 {
        (self.tree.width / 4.0 / THETA).powi(2)
    }
}

impl Workload for Bht {
    fn name(&self) -> &str {
        "bht"
    }

    fn ptx(&self) -> &str {
        ptx!("bht")
    }

    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        let bodies = self.bodies();
        let children = bodies.saturating_mul(CHILDREN_OF_A_BODY).min(MOST_CHILDREN);
        self.nested.setup(memory, children)?;
        let cells = self.tree.cells.len() as u64;
        let mut bytes = |name: &'static str, count: u64| memory.alloc_named(name, count, 256);
        self.buffers = Buffers {
            bodies: bytes("buffer `bodies`", 16 * u64::from(bodies))?,
            cells: bytes("buffer `cells`", 16 * cells)?,
            ranges: bytes("buffer `ranges`", 8 * cells)?,
            forces: bytes("buffer `forces`", 12 * u64::from(bodies))?,
        };
        memory.write_u32s(self.buffers.bodies, &words(&self.tree.bodies))?;
        memory.write_u32s(self.buffers.cells, &words(&self.tree.cells))?;
        memory.write_u32s(self.buffers.ranges, self.tree.ranges.as_flattened())?;
        memory.write_u32s(self.buffers.forces, &vec![0; 3 * bodies as usize])
    }

    fn step(&mut self, memory: &mut GlobalMemory) -> Result<HostStep, MemoryFault> {
        if let Some(children) = self.nested.left_by_grid(memory)? {
            return Ok(HostStep::Launch(vec![children]));
        }
        if self.launched {
            return Ok(HostStep::Done);
        }
        self.launched = true;
        let b = &self.buffers;
        let fields = [
            Arg::U64(b.bodies),
            Arg::U64(b.cells),
            Arg::U64(b.ranges),
            Arg::U64(b.forces),
            Arg::F32(self.reach_squared()),
            Arg::U32(self.tree.root_items),
            Arg::U32(self.bodies()),
        ];
        let launch = self.nested.parents(memory, self.bodies(), Arg::structure(&fields))?;
        Ok(HostStep::Launch(vec![launch]))
    }

    fn verify(&self, memory: &GlobalMemory) -> Result<(), String> {
        let found = memory.read_u32s(self.buffers.forces, 3 * u64::from(self.bodies()));
        let found = found.map_err(|fault| format!("bht: reading the forces: {fault}"))?;
        for (index, (body, found)) in
            self.tree.bodies.iter().zip(found.as_chunks::<3>().0).enumerate()
        {
            let expected = self.tree.force(body, self.reach_squared());
            for (axis, name) in ["x", "y", "z"].iter().enumerate() {
                let found = f32::from_bits(found[axis]);
                let (wanted, tolerance) = (expected.along[axis], tolerance(&expected, axis));
                let close = (f64::from(found) - wanted).abs() <= tolerance;
                if !close {
                    return Err(format!(
                        "bht: the force on body {index} (in the order of the tree) along {name} is {found:?}, \
                         the CPU reference says {wanted:?} within {tolerance:e}"
                    ));
                }
            }
        }
        Ok(())
    }
}

/// Returns how far the device may be off. Terms are added in any order, and no partial sum is larger than the sum
/// of the magnitudes. Each addition therefore errs by at most 2^-24 of that sum. Below the normal numbers all
/// precision is lost.
fn tolerance(force: &Force, axis: usize) -> f64 {
    let roundings = TERM_ROUNDINGS + f64::from(force.terms);
    roundings * (force.magnitudes[axis] / f64::from(1 << 24) + f64::from(f32::MIN_POSITIVE))
}

/// Returns points as `Mass` in bht.cu.
fn words(points: &[Point]) -> Vec<u32> {
    let words = |point: &Point| {
        let [x, y, z] = point.place;
        [x, y, z, point.mass].map(f32::to_bits)
    };
    points.iter().flat_map(words).collect()
}
