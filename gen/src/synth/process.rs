//! Carries a clock that was measured in an old process to others, counted in FO4 delays.
//!
//! Ho, Mai and Horowitz, "The Future of Wires" (Proceedings of the IEEE, 2001), give the delay of an inverter that drives
//! four like it as [`PS_PER_UM`] for each micrometre of the drawn gate, at typical conditions. Here the name of a process
//! stands for its gate's length. Logic without wires keeps its delay in FO4 from process to process; wires do not
//! get faster, and are counted nowhere here.

use super::timing::Timing;
use serde::Serialize;

/// Picoseconds of an FO4 delay per micrometre of gate length.
pub const PS_PER_UM: f64 = 360.0;

/// The time in FO4 delays that reading a memory is assumed to take, from the edge of the clock to its output. It is an
/// assumption for memories of some kilobits, not a measurement: another is put in its place by adding the difference to
/// the paths after the memories.
pub const SRAM_READ_FO4: f64 = 20.0;

/// Returns the picoseconds of an FO4 delay in a process of `nm` nanometres.
pub fn fo4_ps(nm: f64) -> f64 {
    PS_PER_UM * nm / 1000.0
}

/// The clock of a unit with its memories.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Clock {
    /// Shortest period in FO4 delays: of the longest path, or of a read and the longest path after it.
    pub fo4: f64,
    /// The clock in MHz in a process of 45 nm.
    pub mhz_45nm: f64,
    /// The same of 28 nm.
    pub mhz_28nm: f64,
}

impl Clock {
    /// Returns the clock of a unit whose timing was measured in a process with this FO4 delay.
    pub fn of(timing: &Timing, fo4_ns: f64) -> Self {
        let read = timing.after_memory_ns.map_or(0.0, |after| SRAM_READ_FO4 + after / fo4_ns);
        let fo4 = read.max(timing.period_ns / fo4_ns);
        let mhz = |nm| 1e6 / (fo4 * fo4_ps(nm));
        Self { fo4, mhz_45nm: mhz(45.0), mhz_28nm: mhz(28.0) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_clock_is_that_of_the_longest_path_or_of_a_read_and_what_follows() {
        let timing = |period_ns, after_memory_ns| Timing {
            period_ns,
            clock_mhz: 1000.0 / period_ns,
            from: String::new(),
            to: String::new(),
            after_memory_ns,
        };
        let fo4 = |period, after| Clock::of(&timing(period, after), 0.1).fo4.round();
        assert_eq!(fo4(5.0, None), 50.0);
        assert_eq!(fo4(5.0, Some(2.0)), 50.0);
        assert_eq!(fo4(5.0, Some(4.0)), 60.0);
        // 16.2 ps at 45 nm.
        assert_eq!(Clock::of(&timing(5.0, None), 0.1).mhz_45nm.round(), 1235.0);
    }
}
