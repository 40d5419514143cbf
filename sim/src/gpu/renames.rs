//! The rename units of DARSIE, between the chip and the SMXs whose versions they have.

use super::boundary::RenameUnitPins;
use super::ids::SmxId;
use super::smxs::Smxs;
use crate::ptx::Program;
use crate::smx::{Look, RenamePins, Renamed, VersionChange};
use heddle_hw::chip::{Chip, PinRef};
use heddle_hw::kit::Mask;
use heddle_hw::rename::pins::LOOKS;

/// A rename unit, as its SMX sees it.
struct Seat {
    pins: RenameUnitPins,
    looks: [PinRef; LOOKS],
    places: [PinRef; LOOKS],
    /// Something stands at its pins.
    shows: bool,
}

/// All rename units, by SMX; none in a machine without.
pub(super) struct Renames {
    seats: Vec<Seat>,
    /// SMXs with something at the pins, or to be there in the next cycle.
    busy: Mask,
}

impl Renames {
    /// The rename units of a chip.
    pub fn new(chip: &Chip) -> Self {
        Self { seats: RenameUnitPins::all(chip).map(Seat::new).collect(), busy: Mask::NONE }
    }

    /// Whether pins have to change, or to be looked at, in the next cycle.
    pub fn are_busy(&self) -> bool {
        self.busy.any()
    }

    /// Drives the pins of this cycle.
    pub fn drive(&mut self, chip: &mut Chip, smxs: &Smxs) {
        for smx in self.busy.iter() {
            let pins = smxs.at(SmxId::new(smx)).smx.take_rename_pins();
            let seat = &mut self.seats[smx as usize];
            if pins.is_some() || seat.shows {
                seat.show(chip, &pins.unwrap_or_default());
            }
            seat.shows = pins.is_some();
        }
    }

    /// Tells the SMXs what their units say in this cycle.
    pub fn observe(&mut self, now: u64, chip: &Chip, smxs: &Smxs, program: &Program) {
        for smx in self.busy.iter() {
            let said = self.seats[smx as usize].said(chip);
            smxs.at(SmxId::new(smx)).smx.hear_renamed(now, &said, program);
        }
    }

    /// Asks the SMXs, after their steps, whether they have something for their units.
    pub fn ask(&mut self, smxs: &Smxs) {
        for (smx, seat) in (0..).zip(&self.seats) {
            let busy = seat.shows || smxs.at(SmxId::new(smx)).smx.has_rename_pins();
            self.busy.set(smx, busy);
        }
    }
}

impl Seat {
    fn new(pins: RenameUnitPins) -> Self {
        let looks =
            [pins.look_register0, pins.look_register1, pins.look_register2, pins.look_register3];
        let places = [pins.place_low0, pins.place_low1, pins.place_low2, pins.place_low3];
        Self { pins, looks, places, shows: false }
    }

    fn show(&self, chip: &mut Chip, shown: &RenamePins) {
        let pins = &self.pins;
        // A pin without a message is zero: the unit has nothing to do then.
        let change = shown.change.unwrap_or_default();
        let VersionChange { what, tb, register, wide, warps } = change;
        chip.set(pins.change_valid, shown.change.is_some().into());
        chip.set(pins.change_what, what);
        chip.set(pins.change_tb, tb);
        chip.set(pins.change_register, register);
        chip.set(pins.change_wide, wide.into());
        chip.set(pins.change_warps, warps);
        let Look { tb, warp, registers } = shown.look.unwrap_or_default();
        chip.set(pins.look_valid, shown.look.is_some().into());
        chip.set(pins.look_tb, tb);
        chip.set(pins.look_warp, warp);
        self.looks.iter().zip(registers).for_each(|(pin, register)| chip.set(*pin, register));
    }

    fn said(&self, chip: &Chip) -> Renamed {
        Renamed {
            done: chip.get(self.pins.result_done) != 0,
            free: chip.get(self.pins.result_free),
            shared: chip.get(self.pins.place_shared),
            places: self.places.map(|place| chip.get(place)),
            low: chip.get(self.pins.result_low),
        }
    }
}
