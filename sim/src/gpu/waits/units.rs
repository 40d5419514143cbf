//! What units wait for: streams whose receiver does not take what is offered, and memory.

use super::key::Key;
use super::state::State;
use super::Link;
use heddle_hw::chip::text::Kind;
use heddle_hw::chip::Slot;
use heddle_hw::kit::{width, Pin};

/// A stream in which something waits.
struct Stopped {
    /// The pins' prefix.
    prefix: String,
    /// The unit offers; otherwise it is offered to.
    offers: bool,
}

impl State<'_> {
    /// The units of these names that the machine has.
    pub(super) fn units(&self, names: &[&str]) -> Vec<Key> {
        let slots = self.slots().filter(|(_, slot)| names.contains(&slot.declared));
        slots.map(|(unit, _)| Key::Unit(unit)).collect()
    }

    fn slots(&self) -> impl Iterator<Item = (usize, &Slot)> {
        self.view.chip.layout().slots.iter().enumerate()
    }

    fn is_high(&self, pins: &[Pin], first: usize, name: &str) -> Option<bool> {
        let pin = pins.iter().position(|pin| pin.name == name)?;
        Some(self.view.chip.words()[first + pin] != 0)
    }

    /// The streams of a unit in which valid is high and ready is low.
    fn stopped(&self, slot: &Slot) -> Vec<Stopped> {
        let side =
            |valids: &[Pin], valid_at: usize, readies: &[Pin], ready_at: usize, offers: bool| {
                let streams = valids.iter().filter_map(|pin| pin.name.strip_suffix("_valid"));
                let stops = streams.filter(|prefix| {
                    let valid = self.is_high(valids, valid_at, &format!("{prefix}_valid"));
                    let ready = self.is_high(readies, ready_at, &format!("{prefix}_ready"));
                    (valid, ready) == (Some(true), Some(false))
                });
                stops
                    .map(|prefix| Stopped { prefix: prefix.to_owned(), offers })
                    .collect::<Vec<_>>()
            };
        let mut stopped = side(slot.inputs, slot.input, slot.outputs, slot.output, false);
        stopped.extend(side(slot.outputs, slot.output, slot.inputs, slot.input, true));
        stopped
    }

    /// The read of memory that a unit waits for: its token, if the memory system has it.
    pub(super) fn read_of(&self, unit: usize) -> Option<Option<u32>> {
        let slot = self.view.chip.layout().slots.get(unit)?;
        let mut waiting = self.view.elsewhere.ports.waiting();
        waiting.find(|(instance, _)| *instance == slot.declared).map(|(_, token)| token)
    }

    /// The units in which something is stopped: those that wait for memory, those that do not take what they are offered,
    /// those that are at work, and at last those that a launch must be in: the source of TBs, once it has an entry of the
    /// Kernel Distributor.
    pub(super) fn stopped_units(&self) -> Vec<Key> {
        let those = |such: &dyn Fn(usize, &Slot) -> bool| -> Vec<Key> {
            let units = self.slots().filter(|&(unit, slot)| such(unit, slot));
            units.map(|(unit, _)| Key::Unit(unit)).collect()
        };
        let waits = those(&|unit, _| self.read_of(unit).is_some());
        let refuses = those(&|_, slot| self.stopped(slot).iter().any(|stopped| !stopped.offers));
        let works = those(&|_, slot| self.view.chip.at_work().any(|name| name == slot.name));
        let live = self.view.chip.get_mask(self.view.pins.kernels.live, width::KDES);
        let path = match live.any() {
            true => self.units(&["fcfs", "laperm", "dats"]),
            false => self.units(&["kmu", "kernel_distributor"]),
        };
        let lists = [waits, refuses, works, path];
        lists.into_iter().find(|list| !list.is_empty()).unwrap_or_default()
    }

    pub(super) fn unit_on(&self, unit: usize) -> Vec<Key> {
        let Some(slot) = self.view.chip.layout().slots.get(unit) else { return Vec::new() };
        if self.read_of(unit).is_some() {
            return vec![Key::Read(unit)];
        }
        let offers = self.stopped(slot).into_iter().filter(|stopped| stopped.offers);
        let receivers: Vec<&str> =
            offers.flat_map(|stopped| self.receivers(slot, &stopped.prefix)).collect();
        self.units(&receivers)
    }

    /// The units that a stream of a unit leads to.
    fn receivers(&self, slot: &Slot, prefix: &str) -> Vec<&str> {
        let links = self.view.chip.resolved().links.iter();
        let from = links.filter(|link| {
            let is_source = |end: &heddle_hw::chip::text::End| {
                end.instance == slot.declared && end.prefix == prefix
            };
            link.kind == Kind::Stream && link.sources().any(is_source)
        });
        from.flat_map(|link| &link.receivers).map(|end| end.instance.as_str()).collect()
    }

    pub(super) fn unit_link(&self, unit: usize) -> Link {
        let Some(slot) = self.view.chip.layout().slots.get(unit) else {
            return Link::new("a unit".into(), "is not there".into());
        };
        let who = format!("unit {}", slot.name);
        if self.read_of(unit).is_some() {
            return Link::new(who, "waits for memory".into());
        }
        let streams = self.stopped(slot);
        let of = |offers: bool| {
            let prefixes = streams.iter().filter(|stopped| stopped.offers == offers);
            prefixes.map(|stopped| stopped.prefix.as_str()).collect::<Vec<_>>()
        };
        let (offers, refuses) = (of(true), of(false));
        let mut parts = Vec::new();
        for prefix in refuses {
            parts.push(format!("does not take what it is offered at {prefix} ({prefix}_valid is high, {prefix}_ready low)"));
        }
        for prefix in offers {
            let to = self.receivers(slot, prefix).join(", ");
            let to = if to.is_empty() { String::new() } else { format!(" to {to}") };
            parts.push(format!("offers something{to} at {prefix} that is not taken ({prefix}_valid is high, {prefix}_ready low)"));
        }
        if parts.is_empty() {
            let moves = self.view.chip.at_work().any(|name| name == slot.name);
            parts.push(match moves {
                true => "is at work, without an end".into(),
                false => "offers nothing and is at rest".into(),
            });
        }
        Link::new(who, parts.join("; "))
    }
}
