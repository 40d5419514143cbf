//! The language, its checks, and a toy machine with a unit per SMX.

mod refusals;
mod toy;

use super::build::{layouts, survey};
use super::*;
use crate::{agt, dgb, laperm, residency, reuse_monitor};
use itertools::Itertools;

/// The standard machine at tiny sizes, with everything on it but LaPerm.
fn tiny() -> Sizes {
    let smx = residency::Residency::tiny();
    let (agt, dgb) = (Some(agt::Agt::tiny()), Some(dgb::Dgb::tiny()));
    Sizes {
        smxs: smx.smxs,
        hwqs: 2,
        kdes: 4,
        consecutive: 1,
        smx,
        agt,
        dgb,
        laperm: None,
        pool_by_priority: false,
        monitor: None,
        skip_table: None,
        rename: None,
    }
}

#[test]
fn the_standard_machine_is_a_chip_whatever_the_configuration_leaves_out() {
    for (agt, dgb) in [(true, true), (true, false), (false, true), (false, false)] {
        let all = tiny();
        let sizes = Sizes { agt: all.agt.filter(|_| agt), dgb: all.dgb.filter(|_| dgb), ..all };
        let mut chip = Chip::build::<Standard>(&sizes, &ModelUnits).unwrap();
        let names: Vec<_> = chip.layout().slots.iter().map(|slot| slot.name.clone()).collect();
        assert_eq!(names.contains(&"agt".into()), agt);
        assert_eq!(names.contains(&"dats".into()), dgb);
        for _ in 0..100 {
            chip.step().unwrap();
        }
        assert!(chip.waits(), "nothing was asked of it");
        assert_eq!(chip.step(), Ok(Moved::Nothing), "an idle chip is not stepped");
    }
}

/// The same with LaPerm, and what it is there in place of is not.
fn bound() -> Sizes {
    let smx = residency::Residency::tiny();
    let laperm = laperm::pins::Params { smxs: smx.smxs, kdes: 4, ..laperm::Laperm::tiny() };
    Sizes { smx, agt: None, dgb: None, laperm: Some(laperm), ..tiny() }
}

#[test]
fn a_machine_with_laperm_has_no_other_source_and_rests_when_nothing_was_asked_of_it() {
    let mut chip = Chip::build::<Standard>(&bound(), &ModelUnits).unwrap();
    let names: Vec<_> = chip.layout().slots.iter().map(|slot| slot.declared).collect();
    assert_eq!(names, ["kmu", "kernel_distributor", "laperm", "residency"]);
    for _ in 0..100 {
        chip.step().unwrap();
    }
    assert!(chip.waits() && chip.step() == Ok(Moved::Nothing));
}

/// LaPerm's queues with LASER's pools and monitors.
fn monitored() -> Sizes {
    let monitor = Some(reuse_monitor::ReuseMonitor::tiny());
    Sizes { pool_by_priority: true, monitor, ..bound() }
}

#[test]
fn every_smx_has_a_reuse_monitor_where_there_are_any_and_the_machine_rests_when_nothing_is_read() {
    let mut chip = Chip::build::<Standard>(&monitored(), &ModelUnits).unwrap();
    let monitors = chip.layout().declared("reuse_monitor").count();
    assert_eq!(monitors, monitored().smxs as usize);
    for _ in 0..100 {
        chip.step().unwrap();
    }
    assert!(chip.waits() && chip.step() == Ok(Moved::Nothing));
}

#[test]
fn every_instance_is_declared_once_and_every_declared_name_can_be_listed() {
    for sizes in [tiny(), bound(), monitored()] {
        let (present, absent) = layouts::<Standard>(&sizes).unwrap();
        let names: Vec<_> = present.names().chain(absent.names()).sorted().collect();
        let known: Vec<_> = standard::INSTANCES.iter().copied().sorted().collect();
        assert_eq!(names, known);
    }
}

#[test]
fn a_word_is_the_pin_it_was_laid_out_as() {
    let (layout, _) = survey::<Standard>(&tiny()).unwrap();
    for slot in &layout.slots {
        for pin in slot.inputs {
            let word = slot.input_pin(pin.name).unwrap().index();
            let (found, same, input) = layout.pin_of(word).unwrap();
            assert_eq!((&found.name, same.name, input), (&slot.name, pin.name, true));
        }
        for pin in slot.outputs {
            let word = slot.output_pin(pin.name).unwrap().index();
            let (found, same, input) = layout.pin_of(word).unwrap();
            assert_eq!((&found.name, same.name, input), (&slot.name, pin.name, false));
        }
    }
}
