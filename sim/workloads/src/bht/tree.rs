//! The tree of Barnes and Hut, with two levels of an octree in one: a cell is opened into up to 4 x 4 x 4 cells.

use std::collections::VecDeque;
use std::ops::Range;

use super::SOFTENING_SQUARED;
use crate::inputs::Point;

/// Most nodes on the path from the root to a body; the kernel's `Node::DEPTH`.
const LEVELS: u32 = 8;
/// Number of coordinate bits that distinguish cells: two per level.
const COORDINATE_BITS: u32 = 2 * LEVELS;

/// The tree in the form that the kernel reads.
#[derive(Clone, Debug)]
pub(super) struct Tree {
    /// The bodies; neighbours in the tree are adjacent.
    pub(super) bodies: Vec<Point>,
    /// The bodies and centres of mass of which nodes consist, node after node. Those of the root are first.
    pub(super) cells: Vec<Point>,
    /// Per cell: the first of the cells to which it opens, and how many they are; zeros for a body.
    pub(super) ranges: Vec<[u32; 2]>,
    /// Number of cells of the root.
    pub(super) root_items: u32,
    /// Edge of the cube around all bodies.
    pub(super) width: f32,
}

/// A force, computed in double precision.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Force {
    pub(super) along: [f64; 3],
    /// The sums of the magnitudes of the terms.
    pub(super) magnitudes: [f64; 3],
    /// Number of terms.
    pub(super) terms: u32,
}

impl Tree {
    /// Builds the tree of `points`, which must not be empty.
    pub(super) fn new(points: &[Point]) -> Self {
        let ends = |axis: usize| {
            let along = points.iter().map(|point| point.place[axis]);
            (along.clone().fold(f32::INFINITY, f32::min), along.fold(f32::NEG_INFINITY, f32::max))
        };
        let ends = [0, 1, 2].map(ends);
        let corner = ends.map(|(least, _)| f64::from(least));
        let width = ends
            .iter()
            .map(|&(least, most)| f64::from(most) - f64::from(least))
            .fold(0.0, f64::max);
        let mut keyed: Vec<(u64, Point)> =
            points.iter().map(|point| (key(point, corner, width), *point)).collect();
        keyed.sort_by_key(|&(key, _)| key);
        let mut tree = Self {
            bodies: keyed.iter().map(|&(_, point)| point).collect(),
            cells: Vec::new(),
            ranges: Vec::new(),
            root_items: 0,
            width: width as f32,
        };
        let keys: Vec<u64> = keyed.into_iter().map(|(key, _)| key).collect();
        let mut waiting = VecDeque::new();
        tree.root_items = tree.add_node(&keys, 0..keys.len(), 0, &mut waiting)[1];
        while let Some((cell, bodies, level)) = waiting.pop_front() {
            tree.ranges[cell] = tree.add_node(&keys, bodies, level, &mut waiting);
        }
        tree
    }

    /// Adds the cells of the node of `bodies`. Those that are to be opened are left in `waiting`.
    fn add_node(
        &mut self,
        keys: &[u64],
        bodies: Range<usize>,
        level: u32,
        waiting: &mut VecDeque<(usize, Range<usize>, u32)>,
    ) -> [u32; 2] {
        let first = self.cells.len();
        let mut start = bodies.start;
        for group in keys[bodies].chunk_by(|a, b| digit(*a, level) == digit(*b, level)) {
            let inside = start..start + group.len();
            start = inside.end;
            if inside.len() > 1 && level + 1 < LEVELS {
                waiting.push_back((self.cells.len(), inside.clone(), level + 1));
                self.cells.push(centre_of_mass(&self.bodies[inside]));
            } else {
                self.cells.extend_from_slice(&self.bodies[inside]);
            }
        }
        self.ranges.resize(self.cells.len(), [0, 0]);
        [first as u32, (self.cells.len() - first) as u32]
    }

    /// Returns the force on `body`. Cells of the root are opened if their centre of mass is nearer than the square
    /// root of `reach_squared`; each node below uses a quarter of the distance.
    pub(super) fn force(&self, body: &Point, reach_squared: f32) -> Force {
        let mut force = Force::default();
        self.add_force(body, [0, self.root_items], reach_squared, &mut force);
        force
    }

    fn add_force(&self, body: &Point, node: [u32; 2], reach_squared: f32, force: &mut Force) {
        let [first, items] = node.map(|number| number as usize);
        for (cell, &range) in self.cells[first..][..items].iter().zip(&self.ranges[first..]) {
            let away: [f32; 3] = std::array::from_fn(|axis| cell.place[axis] - body.place[axis]);
            let [dx, dy, dz] = away;
            let squared = dx.mul_add(dx, dy.mul_add(dy, dz * dz));
            if range[1] > 0 && squared < reach_squared {
                self.add_force(body, range, reach_squared / 16.0, force);
                continue;
            }
            let softened = f64::from(squared) + f64::from(SOFTENING_SQUARED);
            let attraction = f64::from(cell.mass) / (softened * softened.sqrt());
            force.terms += 1;
            for (axis, distance) in away.iter().enumerate() {
                let term = attraction * f64::from(*distance);
                force.along[axis] += term;
                force.magnitudes[axis] += term.abs();
            }
        }
    }
}

/// Returns the cell of each level that contains a point, the coarsest level in the highest six bits.
fn key(point: &Point, corner: [f64; 3], width: f64) -> u64 {
    let scale = f64::from(1u32 << COORDINATE_BITS);
    let along: [u64; 3] = std::array::from_fn(|axis| {
        // The farthest body would be in a separate cell beyond the last one. A cube without width has one cell.
        let part = (f64::from(point.place[axis]) - corner[axis]) / width * scale;
        part.min(scale - 1.0) as u64
    });
    (0..COORDINATE_BITS).rev().fold(0, |key, bit| {
        along.iter().fold(key, |key, coordinate| key << 1 | coordinate >> bit & 1)
    })
}

/// Returns the cell, 0 to 63, of a node of `level` that contains a body with this key.
fn digit(key: u64, level: u32) -> u64 {
    key >> (6 * (LEVELS - 1 - level)) & 63
}

/// Returns the point that combines all of `bodies`.
fn centre_of_mass(bodies: &[Point]) -> Point {
    let mass: f64 = bodies.iter().map(|body| f64::from(body.mass)).sum();
    let place = std::array::from_fn(|axis| {
        let moments = bodies.iter().map(|body| f64::from(body.mass) * f64::from(body.place[axis]));
        (moments.sum::<f64>() / mass) as f32
    });
    Point { place, mass: mass as f32 }
}
