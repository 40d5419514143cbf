//! Issue: executes an instruction and computes when its results, its unit and its warp are free.

use super::rename::read_operands;
use super::skip::note_executed;
use super::{Around, Smx};
use crate::exec::{Effect, Fault, Step};
use crate::log;
use crate::ptx::Class;
use crate::smx::account::Reason;
use crate::smx::pending::{Pending, PENDING};
use crate::smx::queue::{is_far, Flight};
use crate::smx::rivals::Issued;
use crate::smx::skipping::Branched;
use crate::smx::{first_in_turn, units, DeviceCallEvent, LineAccess, Operation, WarpHandle};

impl Smx {
    /// Executes the next instruction of a warp.
    #[inline]
    pub(super) fn issue(
        &mut self,
        now: u64,
        w: usize,
        around: &mut Around<'_>,
    ) -> Result<(), Fault> {
        // Apart, so that machines in which nobody looks do not pay for it.
        match self.looked_at {
            false => self.issue_beside::<false>(now, w, around),
            true => self.issue_beside::<true>(now, w, around),
        }
    }

    /// Executes the next instruction of a warp, at which a rival of DARSIE's or a census looks, or nobody.
    fn issue_beside<const LOOKED_AT: bool>(
        &mut self,
        now: u64,
        w: usize,
        around: &mut Around<'_>,
    ) -> Result<(), Fault> {
        let program = around.program;
        let Some(resident) = self.warps[w].as_mut() else { return Ok(()) };
        let Some(tb) = self.tbs[resident.tb].as_mut() else { return Ok(()) };
        let Some(instr) = resident.warp.next_instr(program) else { return Ok(()) };
        let slot_base = resident.warp.slot_base();
        let active = resident.warp.active_mask().count_ones();
        let place = resident.warp.position().unwrap_or_default();
        log::note(|| log::Event::Issued {
            smx: self.id,
            at: now,
            w,
            age: self.age[w],
            place,
            base: slot_base,
            active: resident.warp.active_mask(),
        });
        let step = self.watching.then(|| Step::next(&resident.warp, instr));
        tb.context.clock = now;
        if let Some(rival) = self.rival.as_mut().filter(|_| LOOKED_AT) {
            rival.before(w, place, instr, &resident.warp);
        }
        if let Some(census) = tb.census.as_mut().filter(|_| LOOKED_AT) {
            census.before(program, &resident.warp);
        }
        let effect = resident.warp.step(program, &mut tb.context, around.memory, around.runtime)?;
        if let Some(raised) = resident.warp.raised.take() {
            let count = self.config.smx.count;
            let turn = (self.id + count - first_in_turn(now, count)) % count;
            self.warnings.count(&raised, now, turn, instr.line);
        }
        log::note(|| log::Event::Executed { lanes: resident.warp.executed });
        self.stats.warp_instructions += 1;
        let lanes = u64::from(resident.warp.executed.count_ones());
        self.stats.thread_instructions += lanes;
        self.stats.active_lanes += u64::from(active);

        around.events.progressed |= resident.warp.changed
            || matches!(effect, Effect::Exit { .. } | Effect::Barrier(_) | Effect::DeviceCall(_));
        if let Some(step) = &step {
            resident.repetition.observe(&resident.warp, step);
        }

        if let (true, Some(census), Some(marks)) = (LOOKED_AT, &mut tb.census, &self.census) {
            let marked = marks.has(place, tb.context.block);
            census.after(instr, &resident.warp, marked);
        }
        let led_pc = || program.functions[place.0 as usize].pc_of(place.1);
        // Where warps share registers, operands are read before the results change what is shared.
        let mut gathered = None;
        let Issued { reused, leads } = match (&mut self.skipping, &mut self.rival) {
            (_, Some(rival)) if LOOKED_AT => {
                rival.after((w, resident.tb), (place, led_pc()), instr, &resident.warp)
            }
            (Some(skipping), _) => {
                let reads = matches!(effect, Effect::Mem | Effect::Alu);
                gathered = reads.then(|| {
                    read_operands(skipping, &mut self.registers, now, w, place.0, instr.operands())
                });
                let read_until = now + gathered.unwrap_or(0);
                let leads = note_executed(skipping, &resident.warp, w, place, read_until, program);
                Issued { leads, reused: false }
            }
            _ => Issued::default(),
        };
        if !reused {
            self.stats.activity.operations[Operation::of(instr.class) as usize] += lanes;
        }
        let unit = units::unit(&self.config, instr.class);
        let mut done = now + 1;
        let mut go_on_at = now + 1;
        let mut far = false;
        let mut copies = false;
        let mut producer = unit.producer();
        match effect {
            Effect::Mem => {
                if let Some(lines) = &mut tb.lines {
                    let (reports, tag) = (self.reports_accesses, tb.tag);
                    let (warp, events) = (&resident.warp, &mut around.events.accesses);
                    lines.note(warp.index, &warp.access, around.runtime, |line| {
                        if reports {
                            events.push(LineAccess { line, tag });
                        }
                    });
                }
                let delay =
                    gathered.unwrap_or_else(|| self.registers.read(now, w, instr.operands()));
                log::note(|| log::Event::Gathered { at: now + 1 + delay });
                let is_atomic = matches!(instr.class, Class::Atomic(_));
                let flight = Flight {
                    warp: w,
                    age: self.age[w],
                    writes: instr.dsts,
                    written: instr.num_dsts,
                    base: slot_base,
                    delay,
                    far: is_far(&resident.warp.access),
                    is_atomic,
                    leads: leads.then(led_pc),
                };
                log::note(|| log::Event::Accessed {
                    access: Box::new(resident.warp.access.clone()),
                });
                far = flight.far;
                let started = self.start_access(now, flight, around);
                let Some(resident) = self.warps[w].as_mut() else { return Ok(()) };
                match started {
                    Some(known) => {
                        (done, producer) = (known.at + delay, known.producer);
                        log::note(|| log::Event::Performed { age: flight.age, at: done });
                        resident.memory_done = resident.memory_done.max(done);
                    }
                    None => {
                        done = PENDING;
                        resident.accesses += 1;
                    }
                }
                let holds = is_atomic && self.config.smx.wait_for_atomics;
                if holds && resident.warp.access.mask != 0 {
                    resident.held = Pending::new(done, false, Reason::ScoreboardAtomic);
                }
            }
            Effect::Branch { .. } => {
                let cost = units::cost(&self.config, instr.class);
                self.units.dispatch(unit, now, now, cost, &mut self.registers);
                go_on_at = now + u64::from(self.config.latencies.branch);
                self.fronts[w].event = Reason::Branch;
                match self.note_branch(w, place, program) {
                    Branched::GoesOn => {}
                    Branched::Copies => copies = true,
                    Branched::Waits(slot) => {
                        self.take_from_buffer(now, w);
                        self.wait(w);
                        self.go_on_from_branch(now, slot, program);
                        return Ok(());
                    }
                }
            }
            Effect::Fence => {
                resident.held = resident.held.max(resident.drained(false));
            }
            // Its result is written from the reuse buffer.
            Effect::Alu if reused => {}
            Effect::Alu => {
                let cost = units::cost(&self.config, instr.class);
                let delay =
                    gathered.unwrap_or_else(|| self.registers.read(now, w, instr.operands()));
                log::note(|| log::Event::Gathered { at: now + 1 + delay });
                let ready = now + delay;
                let entered = self.units.dispatch(unit, now, ready, cost, &mut self.registers);
                done = entered + cost.latency;
            }
            Effect::Exit { warp_done: false } => {
                self.note_exit(now, w, false, program);
                copies = true;
            }
            Effect::Exit { warp_done: true } => {
                return self.end_warp(now, w, program, around.events);
            }
            Effect::Barrier(arrival) => {
                tb.barriers
                    .arrive(w, &arrival)
                    .map_err(|message| resident.warp.fault(program, &tb.context, message))?;
                let slot = resident.tb;
                let waits = resident.warp.is_at_barrier();
                if let Some(skipping) = self.skipping.as_mut().filter(|_| waits) {
                    skipping.hold(w);
                }
                self.take_from_buffer(now, w);
                self.fronts[w].event = Reason::Barrier;
                match waits {
                    true => self.wait(w),
                    false => self.ready_from(w, now + 1, program),
                }
                return self.open_barriers(now, slot, program);
            }
            Effect::DeviceCall(_) if resident.warp.executed == 0 => {
                self.stats.count_runtime_call(active);
            }
            Effect::DeviceCall(call) => {
                self.stats.count_runtime_call(active);
                around.events.device_calls.push(DeviceCallEvent {
                    warp: WarpHandle { smx: self.id, warp: w as u32 },
                    index: resident.warp.index,
                    slot: resident.tb as u32,
                    tag: tb.tag,
                    family: tb.family,
                    call,
                    lanes: resident.warp.executed,
                });
                self.take_from_buffer(now, w);
                self.fronts[w].event = Reason::Call;
                self.wait(w);
                return Ok(());
            }
        }
        let writes = instr.writes();
        if !writes.is_empty() {
            if leads && done != PENDING {
                self.note_written(done, w, led_pc());
            }
            let Some(resident) = self.warps[w].as_mut() else { return Ok(()) };
            if done != PENDING {
                log::note(|| log::Event::Written {
                    smx: self.id,
                    age: self.age[w],
                    registers: writes.iter().map(|&slot| slot_base + usize::from(slot)).collect(),
                    at: done,
                });
                self.registers.write(now, w, writes, done);
            }
            for &register in writes {
                let index = slot_base + usize::from(register);
                if index >= resident.ready_at.len() {
                    resident.ready_at.resize(index + 1, Pending::default());
                }
                resident.ready_at[index] = Pending::new(done, far, producer);
            }
        }
        self.take_from_buffer(now, w);
        if LOOKED_AT && self.rival.is_some() {
            self.run_ahead(now, w, around)?;
        }
        if copies && self.copies(w, go_on_at) {
            self.wait(w);
            return Ok(());
        }
        self.ready_from(w, go_on_at, program);
        let front = &self.fronts[w];
        if front.operands.is_far() && front.operands.at() > now + 1 {
            self.demote(w);
        }
        Ok(())
    }
}
