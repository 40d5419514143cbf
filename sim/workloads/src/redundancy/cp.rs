//! Computes the potential of charged atoms on a plane of lattice points.

use super::maths::rsqrt;
use super::{Buffer, Launch, Study};
use crate::data::random_floats;

/// Points of a TB along a row and a column; a thread has eight of a row.
const POINTS: [u32; 2] = [128, 8];
const BLOCK: [u32; 2] = [16, 8];
/// Atoms; constant memory has room for 4000.
const ATOMS: usize = 64;
/// Distance of points: a power of two, so that coordinates are exact.
const SPACING: f32 = 0.125;

/// Atoms above a square of lattice points.
#[derive(Clone, Debug)]
pub(crate) struct Cp {
    squares: u32,
}

impl Cp {
    fn side(&self) -> u32 {
        POINTS[0] * self.squares
    }

    /// Returns of each atom its position in the plane, the square of its distance from it, and its charge.
    fn atoms(&self) -> Vec<f32> {
        let width = SPACING * self.side() as f32;
        let place = |value: f32| width * (0.5 + 0.5 * value);
        let of_atom = |values: &[f32]| {
            let height = 4.0 + values[2];
            [place(values[0]), place(values[1]), height * height, values[3]]
        };
        random_floats(4 * ATOMS, 1).chunks_exact(4).flat_map(of_atom).collect()
    }

    fn energy_before(&self) -> Vec<f32> {
        random_floats((self.side() * self.side()) as usize, 2)
    }

    /// Returns the potential at eight points 16 apart, of which (x, y) is the first.
    fn potential(&self, atoms: &[f32], x: u32, y: u32) -> [f32; 8] {
        let mut sums = [0f32; 8];
        for atom in atoms.chunks_exact(4) {
            let dy = SPACING * y as f32 - atom[1];
            let rest = dy.mul_add(dy, atom[2]);
            let mut dx = SPACING * x as f32 - atom[0];
            for sum in &mut sums {
                *sum = atom[3].mul_add(rsqrt(dx.mul_add(dx, rest)), *sum);
                dx += SPACING * BLOCK[0] as f32;
            }
        }
        sums
    }
}

impl Study for Cp {
    const NAME: &'static str = "cp";
    const ABOUT: &'static str = "Coulombic potential on INPUT x INPUT squares of 128 x 128 points";
    const UNIT: &'static str = "squares along a side";
    const MOST: u32 = 16;
    const DEFAULT: &'static str = "1";

    fn ptx() -> &'static str {
        ptx!("cp")
    }

    fn new(squares: u32) -> Self {
        Self { squares }
    }

    fn constants(&self) -> Vec<Buffer> {
        vec![Buffer::floats("atoms", self.atoms())]
    }

    fn buffers(&self) -> Vec<Buffer> {
        vec![Buffer::floats("energy", self.energy_before())]
    }

    fn launches(&self) -> Vec<Launch> {
        let launch = Launch::new("cp", POINTS.map(|points| self.side() / points), BLOCK);
        vec![launch.with([ATOMS as u32]).with([SPACING]).with(["energy"])]
    }

    fn results(&self) -> Vec<Buffer> {
        let (atoms, mut energy) = (self.atoms(), self.energy_before());
        for (y, row) in (0..).zip(energy.chunks_exact_mut(self.side() as usize)) {
            for first in (0..self.side()).filter(|x| x % POINTS[0] < BLOCK[0]) {
                let sums = self.potential(&atoms, first, y);
                let points = row[first as usize..].iter_mut().step_by(BLOCK[0] as usize);
                points.zip(sums).for_each(|(point, sum)| *point += sum);
            }
        }
        vec![Buffer::floats("energy", energy).with_columns(self.side() as usize)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_potential_is_the_sum_of_charges_over_distances() {
        let cp = Cp::new(1);
        let (x, y) = (0.125 * (16.0 * 3.0 + 5.0), 0.125 * 9.0);
        let term = |atom: &[f32]| {
            let [dx, dy] = [atom[0] - x, atom[1] - y];
            atom[3] / (dx * dx + dy * dy + atom[2]).sqrt()
        };
        let expected: f32 = cp.atoms().chunks_exact(4).map(term).sum();
        assert!((cp.potential(&cp.atoms(), 5, 9)[3] - expected).abs() < 1e-4);
    }
}
