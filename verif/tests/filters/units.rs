//! The units themselves, as model and as circuit, have the false positives of the software.

use super::hashes::Hash;
use super::kinds::{rates, Kind};
use super::patterns::{Pattern, PATTERNS, ROW};
use super::{ASKED, ENTERED, WORDS};
use heddle_hw::kit::unit::Synthesizable;
use heddle_hw::kit::{Class, Clocked, Pins, Rtl};
use heddle_hw::reuse_monitor::ReuseMonitor;
use heddle_hw::xor_monitor::XorMonitor;

/// A monitor by the words of its pins, which both units have alike.
struct Words<'a, U>(&'a mut U);

impl<U: Clocked<In: Pins, Out: Pins>> Words<'_, U> {
    /// A read of a line, by a child or else a parent.
    fn read(&mut self, line: u32, child: bool) {
        // Straps, the read, and clear.
        let words = [0, 0, 0, 1, line, child.into(), (!child).into(), 0];
        self.0.step(&U::In::load(&words));
    }

    /// Quiet cycles, until all is counted and cleared; then the hits in the parent-child filter.
    fn hits(&mut self) -> u32 {
        while !self.0.idle() {
            self.0.step(&U::In::default());
        }
        let place =
            U::Out::pins(Class::Narrow).iter().position(|pin| pin.name == "parent_child_hits");
        self.0.out().words(Class::Narrow)[place.expect("it is a pin")]
    }

    /// The false positives when so many lines have entered as [`ENTERED`] says. What a child reads enters the sibling
    /// filter only.
    fn rates(&mut self, pattern: &Pattern) -> [f64; ENTERED.len()] {
        self.0.reset();
        let (mut hits, mut has) = (self.hits(), 0);
        ENTERED.map(|entered| {
            (has..entered).for_each(|n| self.read((pattern.entered)(n), false));
            has = entered;
            (0..ASKED).for_each(|n| self.read((pattern.asked)(n), true));
            let before = std::mem::replace(&mut hits, self.hits());
            f64::from(hits - before) / f64::from(ASKED)
        })
    }
}

/// Compares a unit with the filter in software: its model with all patterns, its circuit with lines in a row.
fn compares<R: Synthesizable>(hash: Hash) {
    let params = R::paper();
    for pattern in &PATTERNS {
        let software = rates(Kind::Lanes, hash, WORDS, pattern);
        let model = Words(&mut R::model(&params)).rates(pattern);
        assert_eq!(model, software, "{}, {}", R::NAME, pattern.name);
    }
    let circuit = Words(&mut Rtl::new(R::circuit(&params))).rates(&ROW);
    assert_eq!(circuit, rates(Kind::Lanes, hash, WORDS, &ROW), "the circuit of {}", R::NAME);
}

#[test]
fn the_reuse_monitor_has_the_false_positives_of_the_software() {
    compares::<ReuseMonitor>(Hash::Murmur);
}

#[test]
fn the_xor_monitor_has_the_false_positives_of_the_software() {
    compares::<XorMonitor>(Hash::Mix);
}
