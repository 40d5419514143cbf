//! The reuse monitors: what the L1s are read for on its way to them, and what they predict. LASER, section 6.
//!
//! A monitor takes one line per cycle, in the order in which loads brought them to the L1 of its SMX, and slows none
//! of them down. Its filters are cleared when a parent has ended: a kernel or group with children, when its last
//! descendant has ended too.

mod exact;
mod result;

pub use result::{MonitorResult, RelationCounts};

use super::boundary::MonitorPins;
use super::ids::SmxId;
use crate::config::GpuConfig;
use crate::smx::Read;
use exact::{Exact, Looked, RELATIONS};
use heddle_hw::chip::Chip;
use heddle_hw::kit::Mask;
use heddle_hw::reuse_monitor::pins::predicted;
use std::collections::VecDeque;

/// Cycles from a read at the pins to its look-up, to its result, and to the prediction that counts it (the unit's
/// rules 1 and 8).
const LOOK: u64 = 4;
const RESULT: u64 = LOOK + 1;
const PREDICTED: u64 = 7;

/// The reads that have been at the pins of a monitor, up to those that its prediction counts. As long as there are any,
/// the monitor is driven and observed in every cycle, so that a read is known by the cycles since.
#[derive(Default)]
struct UnderWay {
    /// By cycle, modulo their number.
    reads: [Read; PREDICTED as usize + 1],
    /// Bit n: there was a read n cycles ago.
    were: u32,
    /// As what the latest was looked up; one cycle later that is compared with its result.
    looked: Looked,
}

impl UnderWay {
    /// What is at the pins in cycle `now`.
    #[inline]
    fn push(&mut self, now: u64, read: Option<Read>) {
        self.were = self.were << 1 | u32::from(read.is_some());
        if let Some(read) = read {
            self.reads[now as usize % self.reads.len()] = read;
        }
    }

    /// Whether a read was at the pins so many cycles ago.
    #[inline]
    fn was(&self, ago: u64) -> bool {
        self.were >> ago & 1 != 0
    }

    /// The read that was at the pins `ago` cycles before cycle `now`.
    #[inline]
    fn read(&self, now: u64, ago: u64) -> Option<Read> {
        self.was(ago).then(|| self.reads[(now - ago) as usize % self.reads.len()])
    }

    /// Whether there are any in the next cycle.
    #[inline]
    fn are_left(&self) -> bool {
        self.were & ((1 << PREDICTED) - 1) != 0
    }
}

/// What a monitor has said last of a child.
#[derive(Clone, Copy, Debug, Default)]
pub struct Prediction {
    /// As on the pin: none, parent-child, sibling or own.
    pub reuse: u32,
    /// A child has priority.
    pub high_priority: bool,
}

impl Prediction {
    /// A child reads what its parent has read.
    pub fn is_parent_child(self) -> bool {
        self.reuse == predicted::PARENT_CHILD
    }
}

/// A monitor, as its SMX sees it.
struct Seat {
    pins: MonitorPins,
    waiting: VecDeque<Read>,
    under_way: UnderWay,
    /// Its filters are to be cleared.
    clear: bool,
    /// A read, or the order to clear, stands at the pins.
    shows: bool,
    clears: bool,
    exact: Exact,
    false_positives: [u64; RELATIONS],
    prediction: Prediction,
}

/// All monitors, by SMX; none in a machine without.
pub(super) struct Monitors {
    seats: Vec<Seat>,
    /// SMXs whose monitor has something to do, or may predict something new.
    busy: Mask,
    /// Launches by what was predicted of them.
    predictions: [u64; 4],
}

impl Monitors {
    /// The monitors of a chip, whose straps are set.
    pub fn new(config: &GpuConfig, chip: &mut Chip) -> Self {
        let pins: Vec<_> = MonitorPins::all(chip).collect();
        let seats = pins.into_iter().map(|pins| {
            let exact = Exact::new(&config.laser);
            exact.strap(chip, &pins);
            Seat {
                pins,
                waiting: VecDeque::new(),
                under_way: UnderWay::default(),
                clear: false,
                shows: false,
                clears: false,
                exact,
                false_positives: [0; RELATIONS],
                prediction: Prediction::default(),
            }
        });
        Self { seats: seats.collect(), busy: Mask::NONE, predictions: [0; 4] }
    }

    /// Whether SMXs have to report what they read.
    pub fn are_there(&self) -> bool {
        !self.seats.is_empty()
    }

    /// Whether pins of a monitor have to change, or to be looked at, in the next cycle.
    pub fn are_busy(&self) -> bool {
        self.busy.any()
    }

    /// Takes what an SMX has read.
    pub fn take(&mut self, smx: SmxId, reads: &mut Vec<Read>) {
        self.seats[smx.index()].waiting.extend(reads.drain(..));
        self.busy.set(smx.number(), true);
    }

    /// A parent has ended: all filters are cleared.
    pub fn parent_ended(&mut self) {
        for (smx, seat) in (0..).zip(&mut self.seats) {
            seat.clear = true;
            self.busy.set(smx, true);
        }
    }

    /// What is predicted of some children that a TB of an SMX launches; nothing in a machine without monitors.
    pub fn predict(&mut self, smx: SmxId, children: usize) -> Prediction {
        let prediction = self.seats.get(smx.index()).map(|seat| seat.prediction);
        if let Some(Prediction { reuse, .. }) = prediction {
            self.predictions[reuse as usize] += children as u64;
        }
        prediction.unwrap_or_default()
    }

    /// Drives the monitors' pins in this cycle.
    #[inline]
    pub fn drive(&mut self, now: u64, chip: &mut Chip) {
        for smx in self.busy.iter() {
            self.seats[smx as usize].drive(now, chip);
        }
    }

    /// Takes note of what the monitors say in this cycle.
    #[inline]
    pub fn observe(&mut self, now: u64, chip: &Chip) {
        for smx in self.busy.iter() {
            let seat = &mut self.seats[smx as usize];
            seat.observe(now, chip);
            if !seat.is_busy() {
                self.busy.set(smx, false);
            }
        }
    }

    /// What all monitors came to; none in a machine without.
    pub fn result(&self, chip: &Chip) -> Option<MonitorResult> {
        self.are_there().then(|| {
            let mut result = MonitorResult::of(self.predictions);
            for seat in &self.seats {
                result.add(chip, &seat.pins, seat.false_positives);
            }
            result
        })
    }
}

impl Seat {
    #[inline]
    fn drive(&mut self, now: u64, chip: &mut Chip) {
        let pins = &self.pins;
        let read = self.waiting.pop_front();
        if read.is_some() || self.shows {
            let Read { line, child, parent } = read.unwrap_or_default();
            chip.set(pins.read_valid, read.is_some().into());
            chip.set(pins.read_line, line);
            chip.set(pins.read_child, child.into());
            chip.set(pins.read_parent, parent.into());
        }
        self.shows = read.is_some();
        if self.clear || self.clears {
            chip.set(pins.clear, self.clear.into());
        }
        self.clears = std::mem::take(&mut self.clear);
        self.under_way.push(now, read);
    }

    #[inline]
    fn observe(&mut self, now: u64, chip: &Chip) {
        let pins = &self.pins;
        if self.under_way.was(RESULT) {
            let Looked { counts, known } = self.under_way.looked;
            let hits = [pins.result_parent_child, pins.result_sibling, pins.result_own];
            for n in 0..RELATIONS {
                let hit = chip.get(hits[n]) != 0;
                debug_assert!(hit || !(counts[n] && known[n]), "a line that has entered is found");
                self.false_positives[n] += u64::from(hit && !known[n]);
            }
        }
        if let Some(read) = self.under_way.read(now, LOOK) {
            self.under_way.looked = self.exact.look(read, chip.get(pins.clearing) != 0);
        }
        if self.clears {
            self.exact.clear();
        }
        if self.under_way.was(PREDICTED) {
            let (reuse, high) = (chip.get(pins.predicted), chip.get(pins.high_priority) != 0);
            self.prediction = Prediction { reuse, high_priority: high };
        }
    }

    /// Whether its pins have to change, or to be looked at.
    fn is_busy(&self) -> bool {
        let at_pins = self.shows || self.clears;
        at_pins || self.clear || !self.waiting.is_empty() || self.under_way.are_left()
    }
}
