//! The trace hash covers every bit of every pin in its cycle, and every start and end of a TB.

use super::*;
use crate::config::GpuConfig;
use crate::gpu::ids::{SlotId, SmxId};
use crate::gpu::{chip_sizes, ModelUnits};
use heddle_hw::chip::{BoxedClocked, Standard, UnitFactory};
use heddle_hw::kit::{Class, Clocked, Pins, Unit};
use std::collections::HashMap;

fn config() -> GpuConfig {
    let mut config = GpuConfig::preset("k20c").unwrap();
    config.set("kernel.launch", "dtbl").unwrap();
    config.set("tb.source", "dats").unwrap();
    config
}

fn build(factory: &impl UnitFactory) -> Chip {
    Chip::build::<Standard>(&chip_sizes(&config()), factory).unwrap()
}

fn chip() -> Chip {
    build(&ModelUnits)
}

/// A unit of which one bit of one output pin is wrong.
struct Flipped<U> {
    unit: U,
    class: Class,
    pin: usize,
    bit: u32,
}

impl<U: Clocked> Clocked for Flipped<U> {
    type In = U::In;
    type Out = U::Out;

    fn reset(&mut self) {
        self.unit.reset();
    }
    fn out(&self) -> U::Out {
        let mut words = vec![0; U::Out::pins(self.class).len()];
        self.unit.out().store(&mut words);
        words[self.pin] ^= 1 << self.bit;
        U::Out::load(&words)
    }
    fn step(&mut self, input: &U::In) {
        self.unit.step(input);
    }
    fn idle(&self) -> bool {
        self.unit.idle()
    }
}

/// Builds the fast models, one of them with a wrong bit.
struct Flip {
    instance: &'static str,
    pin: usize,
    bit: u32,
}

impl UnitFactory for Flip {
    fn build<R: Unit>(
        &self,
        name: &str,
        params: &R::Params,
        class: Class,
    ) -> Result<BoxedClocked<R::In, R::Out>, String> {
        let unit = ModelUnits.build::<R>(name, params, class)?;
        let &Self { instance, pin, bit } = self;
        Ok(if name == instance { Box::new(Flipped { unit, class, pin, bit }) } else { unit })
    }
}

/// The hash of a chip's pins in a cycle, before which all were zero.
fn hash_of(chip: &mut Chip, cycle: u64) -> u64 {
    let mut trace = TraceHash::default();
    trace.pins(cycle, chip, &mut None);
    trace.value()
}

/// The same by its definition: the cycle, and each word that is not zero with its place.
fn expected(chip: &Chip, cycle: u64) -> u64 {
    let mut hash = TraceHash::default();
    hash.mix(CYCLE | cycle);
    for (word, &value) in chip.words().iter().enumerate().filter(|(_, &value)| value != 0) {
        hash.mix((word as u64) << 32 | u64::from(value));
    }
    hash.value()
}

#[test]
fn a_wrong_bit_on_any_output_of_any_unit_changes_the_hash() {
    let plain = hash_of(&mut chip(), 7);
    assert_eq!(plain, expected(&chip(), 7));
    let slots = chip().layout().slots.clone();
    for slot in &slots {
        for (pin, output) in slot.outputs.iter().enumerate() {
            let bit = pin as u32 % output.width;
            let mut flipped = build(&Flip { instance: slot.declared, pin, bit });
            let hash = hash_of(&mut flipped, 7);
            // Other units may see the pin too, which must not stand for it.
            assert_eq!(hash, expected(&flipped, 7), "{}.{}[{bit}]", slot.name, output.name);
            assert_ne!(hash, plain, "{}.{}[{bit}]", slot.name, output.name);
        }
    }
}

#[test]
fn every_bit_of_every_pin_changes_the_hash_of_its_change() {
    for (word, slot) in chip().layout().slots.iter().flat_map(|slot| {
        (slot.input_words().chain(slot.output_words())).map(move |word| (word, slot))
    }) {
        let of = |value| {
            let mut trace = TraceHash::default();
            trace.pin(5, word, value);
            trace.value()
        };
        for value in [0, u32::MAX, 0x5A5A_0F0F] {
            let differ = (0..32).all(|bit| of(value) != of(value ^ 1 << bit));
            assert!(differ, "word {word} of {}", slot.name);
        }
    }
}

#[test]
fn starts_and_ends_of_tbs_are_in_the_hash_with_their_cycle_and_slot() {
    let of = |cycle, smx, slot, end| {
        let mut trace = TraceHash::default();
        trace.tb(cycle, TbSlot { smx: SmxId::new(smx), slot: SlotId::new(slot) }, end);
        trace.value()
    };
    let mut seen = HashMap::from([(TraceHash::default().value(), None)]);
    for cycle in 0..20 {
        for (smx, slot, end) in (0..28)
            .flat_map(|smx| (0..16).flat_map(move |slot| [(smx, slot, false), (smx, slot, true)]))
        {
            let other = seen.insert(of(cycle, smx, slot, end), Some((cycle, smx, slot, end)));
            assert_eq!(other, None, "as cycle {cycle}, SMX {smx}, slot {slot}, end {end}");
        }
    }
}

fn hash(cycle: u64, word: usize) -> u64 {
    let mut trace = TraceHash::default();
    trace.pin(cycle, word, 1);
    trace.value()
}

#[test]
fn a_pin_that_changes_one_cycle_later_gives_another_hash_whichever_it_is() {
    for word in 0..chip().words().len() {
        let pin = chip().layout().pin_of(word).map(|(slot, pin, _)| (slot.name.clone(), pin.name));
        for cycle in [0, 1, 1000, 1023, 1024, 1 << 20, 1 << 40] {
            assert_ne!(hash(cycle, word), hash(cycle + 1, word), "{pin:?}, cycle {cycle}");
        }
    }
}

#[test]
fn no_two_changes_near_each_other_in_cycle_and_place_give_the_same_hash() {
    let words = chip().words().len();
    let mut seen = HashMap::new();
    for cycle in 990..1030 {
        for word in 0..words {
            let other = seen.insert(hash(cycle, word), (cycle, word));
            assert_eq!(other, None, "cycle {cycle}, word {word}");
        }
    }
}
