//! Computes how the temperature of a chip develops, two steps a launch, with the halo that they need.

use super::maths::clamped;
use super::{Buffer, Launch, Study};
use crate::data::random_floats;

/// Side of a TB.
const SIDE: u32 = 16;
/// Steps of a launch, and all steps.
const PYRAMID: u32 = 2;
const STEPS: u32 = 4;
const AMBIENT: f32 = 80.0;

/// A square chip.
#[derive(Clone, Debug)]
pub(crate) struct Hs {
    side: u32,
}

/// How heat is stored and flows.
struct Physics {
    capacity: f32,
    rx: f32,
    ry: f32,
    rz: f32,
    /// Seconds of a step.
    step: f32,
}

impl Hs {
    fn count(&self) -> usize {
        (self.side * self.side) as usize
    }

    /// Returns the watts of each element.
    fn power(&self) -> Vec<f32> {
        random_floats(self.count(), 1).iter().map(|value| 0.001 * (1.0 + value)).collect()
    }

    fn temperature(&self) -> Vec<f32> {
        random_floats(self.count(), 2).iter().map(|value| 330.0 + 10.0 * value).collect()
    }

    /// Returns HotSpot's constants for a chip of 16 x 16 x 0.5 mm of silicon.
    fn physics(&self) -> Physics {
        let (width, thickness, heat, factor, conductivity) = (0.016f32, 0.0005, 1.75e6, 0.5, 100.0);
        let element = width / self.side as f32;
        let steepest = 3.0e6 / (factor * thickness * heat);
        Physics {
            capacity: factor * heat * thickness * element * element,
            rx: element / (2.0 * conductivity * thickness * element),
            ry: element / (2.0 * conductivity * thickness * element),
            rz: thickness / (conductivity * element * element),
            step: 0.001 / steepest,
        }
    }

    /// Returns the temperatures a step after `from`.
    fn after_a_step(&self, from: &[f32], power: &[f32]) -> Vec<f32> {
        let (physics, side) = (self.physics(), self.side as usize);
        let [rx_1, ry_1, rz_1] = [physics.rx, physics.ry, physics.rz].map(|r| 1.0 / r);
        let next = |i: usize| {
            let (x, y, here) = (i % side, i / side, from[i]);
            let beside = |dx, dy| from[clamped(y, dy, side) * side + clamped(x, dx, side)];
            let vertical = (-2f32).mul_add(here, beside(0, 1) + beside(0, -1));
            let horizontal = (-2f32).mul_add(here, beside(1, 0) + beside(-1, 0));
            let flow = vertical.mul_add(ry_1, power[i]);
            let flow = horizontal.mul_add(rx_1, flow);
            let flow = (AMBIENT - here).mul_add(rz_1, flow);
            (physics.step / physics.capacity).mul_add(flow, here)
        };
        (0..from.len()).map(next).collect()
    }
}

impl Study for Hs {
    const NAME: &'static str = "hs";
    const ABOUT: &'static str = "temperature of a chip of INPUT x INPUT elements";
    const UNIT: &'static str = "rows";
    const MOST: u32 = 1024;
    const DEFAULT: &'static str = "64";

    fn ptx() -> &'static str {
        ptx!("hs")
    }

    fn new(side: u32) -> Self {
        Self { side }
    }

    fn buffers(&self) -> Vec<Buffer> {
        vec![
            Buffer::floats("power", self.power()),
            Buffer::floats("even", self.temperature()),
            Buffer::zeros("odd", self.count()),
        ]
    }

    fn launches(&self) -> Vec<Launch> {
        let grid = [self.side.div_ceil(SIDE - 2 * PYRAMID); 2];
        let physics = self.physics();
        let launch = |(from, to)| {
            let launch = Launch::new("hs", grid, [SIDE; 2]).with([PYRAMID]);
            let launch = launch.with(["power", from, to]).with([self.side]);
            launch.with([physics.capacity, physics.rx, physics.ry, physics.rz, physics.step])
        };
        let buffers = [("even", "odd"), ("odd", "even")].into_iter().cycle();
        buffers.take((STEPS / PYRAMID) as usize).map(launch).collect()
    }

    fn results(&self) -> Vec<Buffer> {
        let power = self.power();
        let last = (0..STEPS).fold(self.temperature(), |now, _| self.after_a_step(&now, &power));
        vec![Buffer::floats("even", last).with_columns(self.side as usize)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chip_without_power_stays_as_warm_as_its_surroundings() {
        let ambient = vec![AMBIENT; 81];
        assert_eq!(Hs::new(9).after_a_step(&ambient, &[0.0; 81]), ambient);
    }

    #[test]
    fn a_warm_element_warms_its_four_neighbours() {
        let mut from = vec![AMBIENT; 81];
        from[40] += 1.0;
        let next = Hs::new(9).after_a_step(&from, &[0.0; 81]);
        let warm: Vec<usize> = (0..81).filter(|&i| next[i] > AMBIENT).collect();
        assert_eq!(warm, [31, 39, 40, 41, 49]);
    }
}
