//! The life of a TB on its SMX: its start as the pins say it, its steps, its calls and its end, and when the memory of
//! its launch may be given back.

use super::Machine;
use crate::exec::DeviceCall;
use crate::gpu::elsewhere::Elsewhere;
use crate::gpu::error::RunError;
use crate::gpu::ids::{LaunchId, SmxId, TbSlot};
use crate::gpu::launches::{EndedLaunch, Origin, WarpLaunch};
use crate::gpu::monitors::Monitors;
use crate::gpu::recorders::Recorders;
use crate::gpu::smxs::{launch_of, slot_of, tag_of, Step};
use crate::gpu::suspended::{Suspended, Wakes};
use crate::smx::{first_in_turn, DeviceCallEvent, SmxEvents, TbEnded, TbStart};
use std::ops::Range;

impl Machine<'_> {
    /// Puts the TB that starts onto its SMX.
    pub(super) fn start_tb(&mut self) {
        let Some(tb) = self.pins.starting_tb(&self.chip) else { return };
        let (now, elsewhere, device) = (self.now, &mut *self.elsewhere, &mut self.device);
        self.recorders.tb_started(now, &tb);
        elsewhere.launches.homes.note(tb.at, tb.level);
        elsewhere.launches.tb_resumed(&tb);
        if elsewhere.suspended.resume(now, &tb, &mut self.smxs, device) {
            return;
        }
        let program = device.program.clone();
        let Some((function, _)) = program.function_by_pc(tb.pc) else { return };
        let id = LaunchId::new(tb.param);
        let Some(launch) = elsewhere.launches.tb_started(now, id, tb.at.smx, device) else {
            return;
        };
        self.graphs.start(now, id, tb.at, tb.block_idx);
        let number = elsewhere.suspended.start(&tb, launch.demand);
        let chain = elsewhere.launches.tb_numbered(id, number, &tb);
        let start = TbStart {
            slot: tb.at.slot.number(),
            function,
            grid: tb.grid,
            block: tb.block,
            block_idx: tb.block_idx,
            param_base: tb.param.bytes(),
            shared_bytes: launch.shared_bytes,
            grid_id: tb.param.bytes(),
            depth: launch.depth,
            launches: self.launching_functions.get(function as usize) == Some(&true),
            family: chain.unwrap_or(launch.family),
            tag: tag_of(id),
        };
        self.smxs.start(now, tb.at.smx, &program, &start);
    }

    /// Takes TBs off their SMXs whose state is in memory now. Returns whether there was any.
    pub(super) fn take_off_tbs(&mut self) -> Result<bool, RunError> {
        let now = self.now;
        let Elsewhere { suspended, launches, completions, .. } = &mut *self.elsewhere;
        let mut any = false;
        let (smxs, device) = (&mut self.smxs, &mut self.device);
        while let Some(tb) = suspended.take_off(now, &launches.homes, smxs, device)? {
            let Suspended { from, held, resumes } = tb;
            any = true;
            self.recorders.tb_left(now, from);
            completions.push(from);
            launches.suspend(now, from, held);
            if resumes {
                launches.resume(now, held);
            }
        }
        Ok(any)
    }

    /// Steps the SMXs that have something to do and acts on what they report.
    pub(super) fn step_smxs(&mut self) -> Result<(), RunError> {
        let now = self.now;
        let count = self.smxs.len();
        let first = first_in_turn(now, count as u32) as usize;
        self.smxs.offer(now);
        for mut rest in [first..count, 0..first] {
            while let Some(smx) = self.next_due(&mut rest)? {
                self.step_smx(smx)?;
            }
        }
        self.smxs.tell_children_ended(now, &self.device.program, |_| true);
        Ok(())
    }

    /// Takes SMXs out of `rest` up to the first that has something to do.
    #[inline(always)]
    fn next_due(&mut self, rest: &mut Range<usize>) -> Result<Option<SmxId>, RunError> {
        let (passed, due) = (rest.start, self.smxs.first_due(rest.clone(), self.now));
        rest.start = due.map_or(rest.end, |due| due + 1);
        if self.no_skip {
            for quiet in passed..due.unwrap_or(rest.end) {
                self.check_quiet(SmxId::new(quiet as u32))?;
            }
        }
        Ok(due.map(|due| SmxId::new(due as u32)))
    }

    #[inline(always)]
    fn step_smx(&mut self, smx: SmxId) -> Result<(), RunError> {
        let now = self.now;
        let Step { progressed, settled, events, lines } =
            self.smxs.step(now, smx, &mut self.device)?;
        // Nothing below concerns an SMX whose step is done, on which no TB waits and no TB's last child has ended.
        let waits = self.elsewhere.suspended.has_waiting(smx);
        self.watchdog.note(progressed);
        let told = self.smxs.tell_children_ended(now, &self.device.program, |to| to == smx);
        if let Some(mut events) = events {
            if let Some(misnamed) = events.misnamed {
                return Err(RunError::WarpPolicy(Box::new(misnamed)));
            }
            if lines {
                take_lines(&mut self.units_per_smx.monitors, &mut self.recorders, smx, &mut events);
            }
            for call in &events.device_calls {
                self.device_call(call)?;
            }
            for ended in events.tb_ended {
                self.end_tb(ended);
            }
        } else if lines {
            let (monitors, recorders) = (&mut self.units_per_smx.monitors, &mut self.recorders);
            self.smxs.hand_lines(smx, |events| take_lines(monitors, recorders, smx, events));
        }
        if self.elsewhere.suspended.has_waiting(smx) {
            self.suspend_stalled(smx);
        }
        self.smxs.end_step(now, smx, settled, waits || told);
        Ok(())
    }

    /// Lets the TBs of an SMX leave that cannot go on before their children have ended, or have waited long.
    fn suspend_stalled(&mut self, smx: SmxId) {
        for slot in self.elsewhere.suspended.stalled(self.now, smx, &self.smxs) {
            self.elsewhere.suspended.leave(self.now, slot, &mut self.smxs);
        }
    }

    /// Steps an SMX that has nothing to do in this cycle. It is an error if that changes anything.
    fn check_quiet(&mut self, smx: SmxId) -> Result<(), RunError> {
        let (now, promised) = (self.now, self.smxs.wakes_at(smx));
        let Step { progressed, settled, events, lines } =
            self.smxs.step(now, smx, &mut self.device)?;
        self.smxs.end_step(now, smx, settled, true);
        if progressed || lines || events.is_some() || self.smxs.wakes_at(smx) != promised {
            return Err(RunError::Early { who: smx.to_string(), cycle: now, promised });
        }
        Ok(())
    }

    /// A device-runtime call of a warp: charges its latency, and launches when it is over.
    fn device_call(&mut self, event: &DeviceCallEvent) -> Result<(), RunError> {
        let (now, device) = (self.now, &mut self.device);
        let Elsewhere { suspended, launches, .. } = &mut *self.elsewhere;
        if matches!(event.call, DeviceCall::Synchronize { .. }) {
            suspended.synchronize(now, event, &mut self.smxs, &device.program);
            return Ok(());
        }
        let at = now + launches.call_cycles(&event.call).max(1);
        if let DeviceCall::Launch { kind, ref groups, .. } = event.call {
            let tb = suspended.launches(slot_of(event), groups.len());
            let prediction = self.units_per_smx.monitors.predict(slot_of(event).smx, groups.len());
            let launch = WarpLaunch { event, kind, groups, tb, at, prediction };
            launches.launch_from_device(now, &launch, device, &mut self.recorders)?;
        }
        self.smxs.resume(event.warp, at, &device.program);
        Ok(())
    }

    /// A TB has ended, and with it perhaps its launch, its launch's parent and so on: memory is given back,
    /// streams move on, and TBs that waited for the last of their children go on.
    fn end_tb(&mut self, ended: TbEnded) {
        let now = self.now;
        let (slot, id) = (TbSlot::new(ended.smx, ended.slot), launch_of(ended.tag));
        let Elsewhere { host, launches, suspended, completions, .. } = &mut *self.elsewhere;
        self.recorders.tb_left(now, slot);
        self.recorders.repeated(&self.device.program, ended.redundancy.as_ref());
        completions.push(slot);
        if let Some(tb) = suspended.end(slot) {
            launches.tb_recorded(id, tb, slot, ended.lines.as_deref());
            self.recorders.tb_ended(id, tb, ended.lines);
        }
        self.graphs.end(now, id, slot);
        for EndedLaunch { launch, was_parent } in launches.tb_ended(id) {
            if was_parent {
                self.units_per_smx.monitors.parent_ended();
            }
            self.recorders.launch_ended(&launch);
            launches.release(now, &launch, &mut self.device);
            match launch.origin {
                Origin::Host { hwq } => host.complete(hwq),
                Origin::Device { tb, .. } => match suspended.child_ended(tb) {
                    Some(Wakes::Resident(slot)) => self.smxs.children_ended(slot),
                    Some(Wakes::Suspended(held)) => launches.resume(now + 1, held),
                    None => {}
                },
            }
        }
    }
}

/// Takes the lines that an SMX has reported: those that loads brought to its L1, and those that its warps accessed.
fn take_lines(
    monitors: &mut Monitors,
    recorders: &mut Recorders,
    smx: SmxId,
    events: &mut SmxEvents,
) {
    if !events.reads.is_empty() {
        monitors.take(smx, &mut events.reads);
    }
    recorders.accessed(&mut events.accesses);
}
