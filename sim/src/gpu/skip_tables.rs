//! The skip tables of DARSIE, between the chip and the SMXs that ask them.

use super::boundary::SkipTablePins;
use super::device::Device;
use super::ids::SmxId;
use super::smxs::Smxs;
use crate::exec::Fault;
use crate::smx::{Marks, MaskChange, SkipPins};
use heddle_hw::chip::{Chip, PinRef};
use heddle_hw::kit::Mask;
use heddle_hw::skip_table::pins::LANES;
use std::sync::Arc;

/// The pins of one lane, as they are named.
struct LanePins {
    valid: PinRef,
    tb: PinRef,
    warp: PinRef,
    pc: PinRef,
    load: PinRef,
    register: PinRef,
    answer: PinRef,
}

/// A skip table, as its SMX sees it.
struct Seat {
    pins: SkipTablePins,
    lanes: [LanePins; LANES],
    /// Something stands at its pins.
    shows: bool,
}

/// All skip tables, by SMX; none in a machine without.
pub(super) struct SkipTables {
    seats: Vec<Seat>,
    /// SMXs with something at the pins, or to be there in the next cycle.
    busy: Mask,
}

impl SkipTables {
    /// The skip tables of a chip. Their SMXs skip what the marks say, and check it if asked to.
    pub fn new(chip: &Chip, smxs: &Smxs, device: &Device, by_hand: &[u32], checks: bool) -> Self {
        let seats: Vec<_> = SkipTablePins::all(chip).map(Seat::new).collect();
        if !seats.is_empty() {
            let marks = Arc::new(Marks::new(&device.program, by_hand));
            smxs.all().for_each(|mut desk| desk.smx.skip(marks.clone(), checks));
        }
        Self { seats, busy: Mask::NONE }
    }

    /// Whether pins have to change, or to be looked at, in the next cycle.
    pub fn are_busy(&self) -> bool {
        self.busy.any()
    }

    /// Drives the pins of this cycle.
    pub fn drive(&mut self, chip: &mut Chip, smxs: &Smxs) {
        for smx in self.busy.iter() {
            let pins = smxs.at(SmxId::new(smx)).smx.take_skip_pins();
            let seat = &mut self.seats[smx as usize];
            if pins.is_some() || seat.shows {
                seat.show(chip, &pins.unwrap_or_default());
            }
            seat.shows = pins.is_some();
        }
    }

    /// Tells the SMXs what their tables say in this cycle.
    pub fn observe(
        &mut self,
        now: u64,
        chip: &Chip,
        smxs: &Smxs,
        device: &mut Device,
    ) -> Result<(), Fault> {
        for smx in self.busy.iter() {
            let seat = &self.seats[smx as usize];
            let answers = seat.lanes.each_ref().map(|lane| chip.get(lane.answer));
            let Device { program, memory, heap, .. } = device;
            smxs.at(SmxId::new(smx)).smx.hear_answers(now, answers, program, memory, heap)?;
        }
        Ok(())
    }

    /// Asks the SMXs, after their steps, whether they have something for their tables.
    pub fn ask(&mut self, smxs: &Smxs) {
        for (smx, seat) in (0..).zip(&self.seats) {
            let busy = seat.shows || smxs.at(SmxId::new(smx)).smx.has_skip_pins();
            self.busy.set(smx, busy);
        }
    }
}

impl Seat {
    fn new(pins: SkipTablePins) -> Self {
        macro_rules! lane {
            ($valid:ident, $tb:ident, $warp:ident, $pc:ident, $load:ident, $register:ident, $answer:ident) => {
                LanePins {
                    valid: pins.$valid,
                    tb: pins.$tb,
                    warp: pins.$warp,
                    pc: pins.$pc,
                    load: pins.$load,
                    register: pins.$register,
                    answer: pins.$answer,
                }
            };
        }
        let lanes = [
            lane!(ask0_valid, ask0_tb, ask0_warp, ask0_pc, ask0_load, ask0_register, answer0),
            lane!(ask1_valid, ask1_tb, ask1_warp, ask1_pc, ask1_load, ask1_register, answer1),
            lane!(ask2_valid, ask2_tb, ask2_warp, ask2_pc, ask2_load, ask2_register, answer2),
            lane!(ask3_valid, ask3_tb, ask3_warp, ask3_pc, ask3_load, ask3_register, answer3),
        ];
        Self { pins, lanes, shows: false }
    }

    fn show(&self, chip: &mut Chip, shown: &SkipPins) {
        // A pin without a message is zero: the unit has nothing to do then.
        for (lane, ask) in self.lanes.iter().zip(shown.asks) {
            chip.set(lane.valid, ask.is_some().into());
            let ask = ask.unwrap_or_default();
            chip.set(lane.tb, ask.tb);
            chip.set(lane.warp, ask.warp);
            chip.set(lane.pc, ask.pc);
            chip.set(lane.load, ask.load.into());
            chip.set(lane.register, ask.register);
        }
        let pins = &self.pins;
        let (tb, pc) = shown.written.unwrap_or_default();
        chip.set(pins.wb_valid, shown.written.is_some().into());
        chip.set(pins.wb_tb, tb);
        chip.set(pins.wb_pc, pc);
        chip.set(pins.store_valid, shown.store.is_some().into());
        chip.set(pins.store_tb, shown.store.unwrap_or_default());
        chip.set(pins.fence, shown.fence.into());
        let MaskChange { what, tb, warps } = shown.path.unwrap_or_default();
        chip.set(pins.path_valid, shown.path.is_some().into());
        chip.set(pins.path_what, what);
        chip.set(pins.path_tb, tb);
        chip.set(pins.path_warps, warps);
    }
}
