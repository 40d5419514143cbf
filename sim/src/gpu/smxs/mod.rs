//! The SMXs of a GPU, and when each has something to do next.

mod pool;

pub(super) use pool::Desk;

use super::awaited::Acts;
use super::device::Device;
use super::ids::{DeviceAddr, LaunchId, SmxId, TbSlot};
use crate::config::GpuConfig;
use crate::exec::Fault;
use crate::mem::Note;
use crate::ptx::Program;
use crate::smx::{DeviceCallEvent, SmxEvents, SwappedTb, TbStart, WarpHandle};
use heddle_hw::chip::{Chip, SmxUnits};
use pool::{Pool, Settled};
use std::num::NonZeroUsize;
use std::ops::{DerefMut, Range};
use std::sync::Arc;

/// The SMXs by number. Whatever is done to one wakes it in time.
pub(super) struct Smxs {
    pool: Pool,
    /// When each SMX has something to do next; the largest number if never.
    wake: Vec<u64>,
    /// Slots of TBs whose last child has ended in this cycle.
    childless: Vec<TbSlot>,
    /// What the memory system has said last.
    notes: Vec<Note>,
}

impl Smxs {
    /// Empty SMXs with these units, stepped by `threads` threads including the caller's.
    pub fn new(
        config: &GpuConfig,
        program: &Arc<Program>,
        threads: NonZeroUsize,
        units: Vec<SmxUnits>,
    ) -> Self {
        Self {
            wake: vec![u64::MAX; units.len()],
            pool: Pool::new(config, program, threads, units),
            childless: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.wake.len()
    }

    /// All SMXs, by number.
    pub fn all(&self) -> impl Iterator<Item = impl DerefMut<Target = Desk> + '_> {
        self.pool.all()
    }

    /// The SMX of that number.
    #[inline]
    pub fn at(&self, smx: SmxId) -> impl DerefMut<Target = Desk> + '_ {
        self.pool.at(smx)
    }

    /// Unfinished resident warps of all SMXs, added up over the cycles before `now`.
    pub fn resident_warp_cycles(&self, now: u64) -> u64 {
        self.all().map(|mut desk| desk.smx.stats(now).resident_warp_cycles).sum()
    }

    /// Puts a new TB onto an SMX in cycle `now`.
    pub fn start(&mut self, now: u64, smx: SmxId, program: &Program, tb: &TbStart) {
        self.wake(smx, now);
        self.pool.at(smx).smx.launch_tb(now, program, tb);
    }

    /// Puts a TB that waited in memory onto an SMX in cycle `now`; its warps go on in cycle `at`.
    pub fn restore(&mut self, now: u64, at: u64, slot: TbSlot, program: &Program, tb: SwappedTb) {
        self.wake(slot.smx, now);
        self.pool.at(slot.smx).smx.restore(now, at, program, slot.slot.number(), tb);
    }

    /// Lets a warp that called the device runtime go on in cycle `at`.
    pub fn resume(&mut self, warp: WarpHandle, at: u64, program: &Program) {
        let smx = SmxId::new(warp.smx);
        self.wake(smx, at);
        self.pool.at(smx).smx.resume(warp, at, program);
    }

    /// Keeps a warp that called the device runtime waiting for the children of its TB.
    pub fn wait_for_children(&mut self, warp: WarpHandle) {
        self.pool.at(SmxId::new(warp.smx)).smx.wait_for_children(warp);
    }

    /// Whether no warp of a TB can go on before its children have ended.
    pub fn is_stalled(&self, slot: TbSlot) -> bool {
        self.pool.at(slot.smx).smx.is_stalled(slot.slot.number())
    }

    /// Stops the warps of a TB that could go on.
    pub fn stop(&mut self, slot: TbSlot) {
        self.pool.at(slot.smx).smx.stop(slot.slot.number());
    }

    /// Takes a stopped TB off its SMX in cycle `now`; none if the slot is empty.
    pub fn preempt(&mut self, now: u64, slot: TbSlot) -> Option<SwappedTb> {
        let swapped = self.pool.at(slot.smx).smx.preempt(now, slot.slot.number());
        // Accesses of other TBs may have found room.
        self.wake(slot.smx, now);
        swapped
    }

    /// The last child of a resident TB has ended; [`Smxs::tell_children_ended`] tells its warps.
    pub fn children_ended(&mut self, slot: TbSlot) {
        self.childless.push(slot);
    }

    /// The warps of resident TBs whose last child has ended in cycle `now` go on in the next. It is told to an SMX
    /// after its step, or after all steps, but before a warp of that step begins to wait for other children. Returns
    /// whether there was anything to tell.
    #[inline]
    pub fn tell_children_ended(
        &mut self,
        now: u64,
        program: &Program,
        which: impl Fn(SmxId) -> bool,
    ) -> bool {
        let mut told = false;
        if self.childless.is_empty() {
            return told;
        }
        for TbSlot { smx, slot } in self.childless.extract_if(.., |slot| which(slot.smx)) {
            let mut desk = self.pool.at(smx);
            desk.smx.enter_cycle(now);
            desk.smx.children_ended(slot.number(), now + 1, program);
            let wake = &mut self.wake[smx.index()];
            *wake = (*wake).min(now + 1);
            told = true;
        }
        told
    }

    /// Tells the SMXs what the memory system has to say. Returns when the first of them has something to do.
    pub fn hear(&mut self, device: &mut Device) -> u64 {
        let mut first = u64::MAX;
        device.timing.take_notes(&mut self.notes);
        for note in &self.notes {
            let unit = &mut self.pool.at(SmxId::new(note.smx)).smx;
            unit.hear(note, &device.program);
            let next = unit.next_event(note.at.wrapping_sub(1)).unwrap_or(u64::MAX);
            let wake = &mut self.wake[note.smx as usize];
            *wake = (*wake).min(next);
            first = first.min(*wake);
        }
        first
    }

    /// The cycle in which an SMX has something to do next; the largest number if never.
    pub fn wakes_at(&self, smx: SmxId) -> u64 {
        self.wake[smx.index()]
    }

    /// Whether an SMX has something to do in cycle `now`.
    #[inline]
    pub fn is_due(&self, smx: SmxId, now: u64) -> bool {
        self.wake[smx.index()] <= now
    }

    /// The first of some SMXs that has something to do in cycle `now`.
    #[inline]
    pub fn first_due(&self, smxs: Range<usize>, now: u64) -> Option<usize> {
        let mut from = smxs.start;
        // All of some at once: the host cannot predict which is due.
        for wakes in self.wake[smxs].chunks(16) {
            let due = |mask, (i, &wake): (usize, &u64)| mask | u32::from(wake <= now) << i;
            let due = wakes.iter().enumerate().fold(0, due);
            if due != 0 {
                return Some(from + due.trailing_zeros() as usize);
            }
            from += wakes.len();
        }
        None
    }

    /// Gives the units of the SMXs their inputs at the edge of cycle `now`. They make it with their SMX, or here if
    /// that is not due.
    #[inline]
    pub fn lend_units(&mut self, now: u64, chip: &mut Chip) {
        for smx in chip.smxs_apart().iter() {
            let mut desk = self.pool.at(SmxId::new(smx));
            chip.lend(&mut desk.units);
            if !self.is_due(SmxId::new(smx), now) {
                desk.units.step();
            }
        }
    }

    /// Brings what the units of the SMXs came to onto the chip, by SMX: so the first error is always the same.
    #[inline]
    pub fn settle_units(&mut self, chip: &mut Chip) -> Result<(), String> {
        chip.smxs_apart()
            .iter()
            .try_for_each(|smx| chip.settle(smx, &mut self.pool.at(SmxId::new(smx)).units))
    }

    /// Offers the SMXs that are due in cycle `now` to all threads. Each has to be stepped in the same cycle, unless
    /// the run ends.
    #[inline]
    pub fn offer(&mut self, now: u64) {
        self.pool.offer(now, &self.wake);
    }

    /// Steps an SMX that is due in cycle `now`. [`Smxs::end_step`] follows when its events have been acted on.
    // Both are called for every step of an SMX, and elsewhere in runs that look for mistakes: a call costs 1 % of a run.
    #[inline(always)]
    pub fn step(&mut self, now: u64, smx: SmxId, device: &mut Device) -> Result<Step, Fault> {
        if let Some(settled) = self.pool.turn(smx) {
            let progressed = settled.progressed;
            return Ok(Step { progressed, settled: Some(settled), events: None, lines: false });
        }
        let Desk { smx: unit, events, units } = &mut *self.pool.at(smx);
        units.step();
        let Device { program, memory, timing, heap, .. } = device;
        unit.step(now, program, memory, timing, heap, events)?;
        let progressed = std::mem::take(&mut events.progressed);
        let lines = !(events.reads.is_empty() && events.accesses.is_empty());
        if events.are_to_act_on() {
            let events = Some(std::mem::take(events));
            return Ok(Step { progressed, settled: None, events, lines });
        }
        // Asked here, as long as the SMX is at hand.
        let wake = unit.next_event(now).unwrap_or(u64::MAX);
        Ok(Step { progressed, settled: Some(Settled { wake, progressed }), events: None, lines })
    }

    /// Hands over the lines that an SMX has reported.
    pub fn hand_lines(&self, smx: SmxId, to: impl FnOnce(&mut SmxEvents)) {
        to(&mut self.pool.at(smx).events);
    }

    /// Ends the step of an SMX in cycle `now`; `touched` says whether it was acted on without an event of its own.
    #[inline(always)]
    pub fn end_step(&mut self, now: u64, smx: SmxId, settled: Option<Settled>, touched: bool) {
        self.wake[smx.index()] = match settled {
            Some(Settled { wake, .. }) if !touched => wake,
            _ => self.pool.at(smx).smx.next_event(now).unwrap_or(u64::MAX),
        };
    }

    fn wake(&mut self, smx: SmxId, at: u64) {
        let wake = &mut self.wake[smx.index()];
        *wake = (*wake).min(at);
    }
}

/// The slot of the TB whose warp calls the device runtime.
pub(super) fn slot_of(call: &DeviceCallEvent) -> TbSlot {
    TbSlot::new(call.warp.smx, call.slot)
}

/// The tag that a TB of a launch carries on its SMX.
pub(super) fn tag_of(launch: LaunchId) -> u64 {
    launch.params().bytes()
}

/// The launch of a TB with this tag.
pub(super) fn launch_of(tag: u64) -> LaunchId {
    LaunchId::new(DeviceAddr::new(tag))
}

/// What the step of an SMX came to.
pub(super) struct Step {
    /// As in [`SmxEvents`].
    pub progressed: bool,
    /// All there is to say about it, if it has no events.
    pub settled: Option<Settled>,
    /// It has reported lines.
    pub lines: bool,
    /// Calls of the device runtime and completed TBs, and all else it has reported, if there are any.
    pub events: Option<SmxEvents>,
}

impl Acts for Smxs {
    fn next_event(&self, now: u64, _chip: &Chip) -> Option<u64> {
        let next = self.wake.iter().copied().min().filter(|&next| next != u64::MAX);
        next.map(|next| next.max(now + 1))
    }
}

#[cfg(test)]
impl Smxs {
    /// Claims that an SMX does nothing before cycle `wake`, true or not.
    pub fn claim(&mut self, smx: SmxId, wake: u64) {
        self.wake[smx.index()] = wake;
    }
}
