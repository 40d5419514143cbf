//! A toy machine: a unit per SMX that counts its pulses, and a unit of which there is one.

use super::*;

mod counter;
mod sum;

/// A unit made of a model and nothing else.
macro_rules! toy_unit {
    ($name:ident, $folder:ident) => {
        struct $name;

        impl Unit for $name {
            const NAME: &'static str = stringify!($folder);
            const PURPOSE: &'static str = "a toy";
            type Params = $folder::pins::Params;
            const LIMITS: &'static [(&'static str, crate::kit::unit::Allowed)] = &[];
            type In = $folder::pins::In;
            type Out = $folder::pins::Out;
            type Model = $folder::Model;
            fn tiny() -> Self::Params {
                $folder::pins::Params {}
            }
            fn paper() -> Self::Params {
                $folder::pins::Params {}
            }
            fn model(_: &Self::Params) -> Self::Model {
                $folder::Model::default()
            }
            fn storage(_: &Self::Params) -> Vec<crate::kit::unit::Storage> {
                Vec::new()
            }
        }
    };
}

toy_unit!(Counter, counter);
toy_unit!(Sum, sum);

struct Toy;

impl Declaration for Toy {
    fn instances<V: InstanceVisitor>(_: &Sizes, visitor: &mut V) -> Result<(), V::Error> {
        visitor.instance::<Counter>("counter", Count::PerSmx, Some(counter::pins::Params {}))?;
        visitor.instance::<Sum>("sum", Count::One, Some(sum::pins::Params {}))
    }
    fn links() -> String {
        "level counter.full -> sum.full\nlevel sum.limit -> counter.limit\nlevel sum.enable -> counter.enable".into()
    }
    fn boundary() -> String {
        "smxs: counter.pulse\nstatus: sum.two".into()
    }
}

fn toy() -> Chip {
    Chip::build::<Toy>(&Sizes { smxs: 4, ..tiny() }, &ModelUnits).unwrap()
}

#[test]
fn one_instance_per_smx_is_laid_out_and_named_after_it() {
    let names: Vec<String> = toy().layout().slots.iter().map(|slot| slot.name.clone()).collect();
    assert_eq!(names, ["counter[0]", "counter[1]", "counter[2]", "counter[3]", "sum"]);
}

#[test]
fn a_word_goes_to_every_smx_a_bit_to_each_and_their_bits_come_back_as_a_mask() {
    let mut chip = toy();
    let pulses: Vec<PinRef> = {
        let slots = chip.layout().declared("counter");
        slots.map(|(_, slot)| slot.input_pin("pulse").unwrap()).collect()
    };
    let (full, two) = (chip.input("sum", "full").unwrap(), chip.output("sum", "two").unwrap());
    let mut seen = Vec::new();
    for cycle in 0..6 {
        // SMX 0 counts in every cycle, SMX 1 in the first two and the last; SMX 2 may not.
        chip.set(pulses[0], 1);
        chip.set(pulses[1], u32::from(cycle < 2 || cycle == 4));
        chip.set(pulses[2], 1);
        chip.step().unwrap();
        seen.push((chip.get(full), chip.get(two)));
    }
    assert_eq!(seen, [(0, 0), (0, 0), (1, 0), (1, 0), (3, 0), (3, 1)]);
}

#[test]
fn an_edge_of_the_units_of_smxs_alone_is_told_from_one_of_a_unit_that_they_share() {
    let mut chip = toy();
    let pulse = chip.input("counter", "pulse").unwrap();
    let mut next = || chip.step().unwrap();
    assert_eq!([next(), next()], [Moved::SmxUnits; 2], "the limit is a level that is not zero");
    chip.set(pulse, 1);
    let moved: Vec<Moved> = (0..4).map(|_| chip.step().unwrap()).collect();
    assert_eq!(moved[..3], [Moved::SmxUnits; 3]);
    assert_eq!(moved[3], Moved::Shared, "a counter is full");
}

#[test]
fn only_instances_that_can_change_are_stepped() {
    let mut chip = toy();
    for _ in 0..10 {
        chip.step().unwrap();
    }
    let steps: Vec<(String, u64)> = chip.steps().map(|(name, n)| (name.to_string(), n)).collect();
    // The limit is a level that is not zero, so that a counter is stepped; nothing reaches the sum.
    assert_eq!(steps[4], ("sum".to_string(), 0));
}

/// Pins that changed in each cycle, by word, and the steps of the instances.
type Shown = (Vec<Vec<(usize, u32)>>, Vec<(String, u64)>);

/// What `chip` shows in some cycles with the pulses of some pattern.
fn shown(mut chip: Chip, mut edge: impl FnMut(&mut Chip)) -> Shown {
    let pulses: Vec<PinRef> = {
        let slots = chip.layout().declared("counter");
        slots.map(|(_, slot)| slot.input_pin("pulse").unwrap()).collect()
    };
    let mut shown = Vec::new();
    for cycle in 0..40u32 {
        for (smx, pulse) in pulses.iter().enumerate() {
            chip.set(*pulse, u32::from(cycle.pow(2) % (smx as u32 + 3) == 1));
        }
        let mut changes = Vec::new();
        chip.changes(|word, value| changes.push((word, value)));
        shown.push(changes);
        edge(&mut chip);
    }
    let steps = chip.steps().map(|(name, steps)| (name.to_string(), steps)).collect();
    (shown, steps)
}

#[test]
fn units_stepped_with_their_smx_on_other_threads_show_the_same_in_every_cycle() {
    let mut apart = toy();
    let mut units = apart.take_apart(4);
    let with_smxs = shown(apart, |chip| {
        let moved = chip.step().unwrap();
        assert!(moved != Moved::Nothing || !chip.smxs_apart().any());
        for smx in chip.smxs_apart().iter() {
            chip.lend(&mut units[smx as usize]);
        }
        std::thread::scope(|scope| {
            for units in &mut units {
                scope.spawn(|| units.step());
            }
        });
        for smx in chip.smxs_apart().iter() {
            chip.settle(smx, &mut units[smx as usize]).unwrap();
        }
        assert!(!chip.smxs_apart().any(), "all have settled");
    });
    let by_chip = shown(toy(), |chip| assert!(chip.step().is_ok()));
    assert_eq!(with_smxs, by_chip);
    assert!(by_chip.1[..4].iter().all(|(_, steps)| *steps > 10), "{:?}", by_chip.1);
}
