//! A time step of the heat equation, in place.

use super::super::data::{random_below, random_floats};
use super::super::words::place_bytes;
use super::diagonals::Diagonals;
use super::field::Field;
use super::{Algorithm, Team};
use crate::inputs::Tiling;
use heddle_sim::host::Arg;
use heddle_sim::mem::{GlobalMemory, MemoryFault};

/// Share of the difference between two neighbours that flows in a time step.
const SPEED: f32 = 0.25;
/// One of this many cells is a heater.
const HEATERS: u32 = 64;

/// Warms a plate of random temperatures.
#[derive(Clone, Debug)]
pub struct Heat2d {
    tiling: Tiling,
    temperatures: Field,
    heaters: u64,
}

impl Heat2d {
    /// Returns the temperatures, and 1 for each heater, row after row.
    fn plate(&self) -> (Vec<f32>, Vec<u8>) {
        let Tiling { seed, .. } = self.tiling;
        let temperatures = random_floats(self.tiling.elements(), seed);
        let drawn = random_below(HEATERS, self.tiling.elements(), seed.wrapping_add(1));
        (temperatures, drawn.iter().map(|&number| u8::from(number == 0)).collect())
    }
}

impl Algorithm for Heat2d {
    const NAME: &'static str = "heat2d";
    const ABOUT: &'static str =
        "a time step of the heat equation on a plate, in place and by tiles";

    fn ptx() -> &'static str {
        ptx!("heat2d")
    }

    fn new(tiling: Tiling) -> Self {
        Self { tiling, temperatures: Field::default(), heaters: 0 }
    }

    fn team(tile: u32) -> Team {
        Team::for_diagonals(tile, 8 * tile)
    }

    fn setup(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        let diagonals = Diagonals::new(self.tiling);
        let (temperatures, heaters) = self.plate();
        self.temperatures = Field::place("field of temperatures", temperatures.len(), memory)?;
        self.temperatures.store(&temperatures, |i| diagonals.position(i), memory)?;
        let mut in_place = vec![0; heaters.len()];
        for (i, &heater) in heaters.iter().enumerate() {
            in_place[diagonals.position(i)] = heater;
        }
        self.heaters = place_bytes(memory, "field of heaters", &in_place)?;
        Ok(())
    }

    fn arguments(&self) -> Vec<Arg> {
        vec![Arg::U64(self.temperatures.address), Arg::U64(self.heaters)]
    }

    fn verify(&self, memory: &GlobalMemory) -> Result<(), String> {
        let (mut expected, heaters) = self.plate();
        warm(&mut expected, &heaters, self.tiling.side() as usize);
        let diagonals = Diagonals::new(self.tiling);
        self.temperatures.compare(
            Self::NAME,
            &expected,
            |i| diagonals.position(i),
            &self.tiling,
            memory,
        )
    }
}

/// Computes one time step on a square plate of this side, row after row. It uses the kernel's order of operations,
/// so that results are equal to the last bit.
fn warm(temperatures: &mut [f32], heaters: &[u8], side: usize) {
    for i in 0..temperatures.len() {
        let (row, column) = (i / side, i % side);
        let old = temperatures[i];
        let north = if row > 0 { temperatures[i - side] } else { old };
        let west = if column > 0 { temperatures[i - 1] } else { old };
        let east = if column + 1 < side { temperatures[i + 1] } else { old };
        let south = if row + 1 < side { temperatures[i + side] } else { old };
        if heaters[i] == 0 {
            let flow = (-4.0_f32).mul_add(old, north + west + east + south);
            temperatures[i] = SPEED.mul_add(flow, old);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heat_flows_on_within_a_step_and_heaters_stay_as_they_are() {
        let mut plate = [64.0, 0.0, 0.0, 0.0];
        warm(&mut plate, &[1, 0, 0, 0], 2);
        assert_eq!(plate, [64.0, 16.0, 16.0, 8.0]);
        let mut plate = [64.0, 0.0, 0.0, 0.0];
        warm(&mut plate, &[0, 1, 0, 0], 2);
        assert_eq!(plate, [32.0, 0.0, 8.0, 2.0]);
    }

    #[test]
    fn an_insulated_plate_of_one_temperature_keeps_it() {
        let mut plate = [3.0; 9];
        warm(&mut plate, &[0; 9], 3);
        assert_eq!(plate, [3.0; 9]);
    }
}
