//! The Mandelbrot set by the algorithm of Mariani and Silver: squares with an even border are filled, the others are
//! divided.
//!
//! The host launches one grid with one TB for each square into which the image is cut at first.

mod reference;

use super::data::compare_values;
use super::recursion::Recursion;
use super::words::place;
use super::Nesting;
use crate::inputs::Plane;
use heddle_sim::host::{Arg, HostStep, Workload};
use heddle_sim::mem::{GlobalMemory, MemoryFault};
pub use reference::{draw, Drawing};

/// Size of `Part` in mandel.cu.
const PART_BYTES: u32 = 64;

/// The first pixel, and the width of the image on the plane: the whole set.
const LEFT: f32 = -2.0;
const TOP: f32 = -1.25;
const WIDTH: f32 = 2.5;

/// A count that no pixel has.
const NONE: u32 = u32::MAX;

/// Draws the Mandelbrot set.
#[derive(Clone, Debug)]
pub struct Mandel {
    plane: Plane,
    recursion: Recursion,
    /// Device address of the counts. It is zero until `setup`, so an access faults.
    counts: u64,
}

impl Mandel {
    /// Creates a drawing of `plane` on a machine whose launches nest at most `nesting_limit` deep.
    pub fn new(plane: Plane, nesting: Nesting, nesting_limit: u32) -> Self {
        let recursion = Recursion::new("mandel", PART_BYTES, nesting, nesting_limit);
        Self { plane, recursion, counts: 0 }
    }

    fn pixels(&self) -> u64 {
        u64::from(self.plane.side).pow(2)
    }
}

/// Returns the distance between pixels on the plane.
fn step(plane: &Plane) -> f32 {
    WIDTH / plane.side as f32
}

impl Workload for Mandel {
    fn name(&self) -> &str {
        "mandel"
    }

    fn ptx(&self) -> &str {
        ptx!("mandel")
    }

    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        let squares = |level: u32| (u64::from(self.plane.squares) << level).pow(2);
        self.recursion.setup(memory, (1..=self.plane.levels).map(squares).sum())?;
        self.counts = place(memory, "buffer `counts`", &vec![NONE; self.pixels() as usize])?;
        Ok(())
    }

    fn step(&mut self, memory: &mut GlobalMemory) -> Result<HostStep, MemoryFault> {
        let image = [
            Arg::U64(self.counts),
            Arg::F32(LEFT),
            Arg::F32(TOP),
            Arg::F32(step(&self.plane)),
            Arg::U32(self.plane.side),
            Arg::U32(self.plane.iterations),
            Arg::U32(self.plane.levels),
        ];
        // The first square; the others follow row by row.
        let [row, column, level] = [0; 3];
        let side = self.plane.side / self.plane.squares;
        let squares = self.plane.squares.pow(2);
        self.recursion.step(memory, squares, &image, &[row, column, side, level])
    }

    fn verify(&self, memory: &GlobalMemory) -> Result<(), String> {
        let found = memory.read_u32s(self.counts, self.pixels());
        let found = found.map_err(|fault| format!("mandel: reading the counts: {fault}"))?;
        let side = self.plane.side as usize;
        compare_values(
            "mandel",
            |i| found[i],
            &draw(&self.plane).counts,
            |i| format!("the count of the pixel in row {}, column {}", i / side, i % side),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::super::Way;
    use super::*;

    fn mandel() -> Mandel {
        Mandel::new(Plane::load("32:2:1:20").unwrap(), Way::Flat.into(), 24)
    }

    #[test]
    fn verify_names_the_first_pixel_that_differs() {
        let mut memory = GlobalMemory::new(1 << 20);
        let mut mandel = mandel();
        mandel.setup(&mut memory).unwrap();
        let mut counts = draw(&mandel.plane).counts;
        memory.write_u32s(mandel.counts, &counts).unwrap();
        assert_eq!(mandel.verify(&memory), Ok(()));
        // The middle of the set.
        assert_eq!(counts[32 * 16 + 26], 20);
        counts[32 * 16 + 26] = 19;
        memory.write_u32s(mandel.counts, &counts).unwrap();
        assert_eq!(
            mandel.verify(&memory).unwrap_err(),
            "mandel: the count of the pixel in row 16, column 26 is 19, the CPU reference says 20 \
             (1 of 1024 elements differ)"
        );
    }

    #[test]
    fn a_verdict_before_setup_is_an_error() {
        let error = mandel().verify(&GlobalMemory::new(1 << 20)).unwrap_err();
        assert!(error.starts_with("mandel: reading the counts: address 0x0"), "{error}");
    }
}
