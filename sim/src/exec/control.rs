//! Control flow of a warp: the SIMT stack with reconvergence at the immediate post-dominator, and the call stack.

use super::block::TbContext;
use super::lanes::mask_of;
use super::memory::lanes_of;
use super::warp::{Frame, SimtEntry, Site, Warp};
use super::{Effect, Fault, MAX_LOCAL_BYTES, WARP_SIZE};
use crate::mem::GlobalMemory;
use crate::ptx::{CallSite, CallTarget, FrameVar, Instr, NO_PC};
use crate::runtime::DeviceRuntime;

/// Deepest call nesting; deeper nesting is reported as endless recursion.
const MAX_FRAMES: usize = 256;

impl Warp {
    /// Branches where `taken`. Each set of lanes runs on its own until the reconvergence point.
    pub(super) fn branch(&mut self, entry: SimtEntry, instr: &Instr, taken: u32) -> Effect {
        self.split(entry, instr, [(instr.target, taken), (entry.pc + 1, entry.mask & !taken)])
    }

    /// Branches where `at.mask` is set, each lane to the target that its operand selects.
    pub(super) fn indexed_branch(
        &mut self,
        at: &Site,
        entry: SimtEntry,
        table: u16,
    ) -> Result<Effect, (u32, String)> {
        let targets = &at.function.branch_tables[usize::from(table)];
        let index = self.operand(at, 0);
        let mut paths: Vec<(u32, u32)> = Vec::new();
        for lane in lanes_of(at.mask) {
            let Some(&target) = targets.get(index[lane] as u32 as usize) else {
                let message = format!(
                    "brx.idx selects target {} of a list of {}",
                    index[lane] as u32,
                    targets.len()
                );
                return Err((lane as u32, message));
            };
            match paths.iter_mut().find(|(pc, _)| *pc == target) {
                Some((_, mask)) => *mask |= 1 << lane,
                None => paths.push((target, 1 << lane)),
            }
        }
        let stay = entry.mask & !at.mask;
        match paths.iter_mut().find(|(pc, _)| *pc == entry.pc + 1) {
            Some((_, mask)) => *mask |= stay,
            None => paths.push((entry.pc + 1, stay)),
        }
        Ok(self.split(entry, at.instr, paths))
    }

    /// Sends disjoint sets of lanes, together those of the top entry, to their targets. Later paths run first.
    fn split(
        &mut self,
        entry: SimtEntry,
        instr: &Instr,
        paths: impl IntoIterator<Item = (u32, u32)>,
    ) -> Effect {
        let top = self.simt.len() - 1;
        let meet = instr.reconvergence;
        let mut diverged = false;
        for (pc, mask) in paths {
            if mask == entry.mask {
                self.simt[top].pc = pc;
                break;
            }
            if mask == 0 {
                continue;
            }
            if !diverged {
                diverged = true;
                if meet == NO_PC || meet == entry.reconvergence {
                    // No instruction is left at which this entry would wait, or the entry below already waits
                    // there. Loops therefore do not grow the stack.
                    self.simt.pop();
                } else {
                    self.simt[top].pc = meet;
                }
            }
            if pc != meet {
                self.simt.push(SimtEntry::new(pc, meet, mask));
            }
        }
        self.reconverge();
        Effect::Branch { diverged }
    }

    /// Removes finished entries: those at their reconvergence point, and those without lanes.
    pub(super) fn reconverge(&mut self) {
        while let (Some(entry), Some(frame)) = (self.simt.last(), self.frames.last()) {
            let empty = entry.mask == 0;
            let arrived = entry.pc == entry.reconvergence && self.simt.len() > frame.floor + 1;
            if !(empty || arrived) {
                break;
            }
            self.simt.pop();
            if self.simt.len() <= frame.floor {
                break;
            }
        }
    }

    /// Exits the threads in `mask`.
    pub(super) fn exit(&mut self, mask: u32) -> Effect {
        self.live &= !mask;
        let top = self.simt.len() - 1;
        self.simt[top].pc += 1;
        for entry in &mut self.simt {
            entry.mask &= !mask;
        }
        self.reconverge();
        // A frame in which all threads exited returns nothing.
        while self.frames.last().is_some_and(|frame| self.simt.len() <= frame.floor) {
            self.pop_frame();
            self.reconverge();
        }
        Effect::Exit { warp_done: self.simt.is_empty() }
    }

    /// Returns from the function; from a kernel, exits the threads.
    pub(super) fn ret(&mut self, at: &Site) -> Effect {
        if self.frames.len() == 1 {
            return self.exit(at.mask);
        }
        let top = self.simt.len() - 1;
        self.simt[top].pc += 1;
        for entry in &mut self.simt[at.frame.floor..] {
            entry.mask &= !at.mask;
        }
        self.reconverge();
        if self.simt.len() <= at.frame.floor {
            let caller = self.frames[self.frames.len() - 2];
            let site =
                &at.program.functions[caller.function as usize].calls[usize::from(at.frame.call)];
            for (from, to) in at.function.frame_results.iter().zip(&site.results) {
                let bytes = from.bytes.min(to.bytes);
                self.copy_frame(at.frame, from.offset, caller, to.offset, bytes, at.frame.mask);
            }
            self.pop_frame();
            self.reconverge();
        }
        Effect::Branch { diverged: false }
    }

    /// Calls a device function, or the device runtime.
    pub(super) fn call(
        &mut self,
        at: &Site,
        call: u16,
        tb: &mut TbContext,
        memory: &mut GlobalMemory,
        runtime: &mut dyn DeviceRuntime,
    ) -> Result<Effect, Fault> {
        let site = &at.function.calls[usize::from(call)];
        if at.mask == 0 {
            self.reconverge();
            return Ok(Effect::Branch { diverged: false });
        }
        let (mut mask, mut diverged) = (at.mask, false);
        let callee = match site.target {
            CallTarget::Runtime(which) => {
                let effect = self
                    .call_runtime(at, which, site, tb, memory, runtime)
                    .map_err(|(lane, message)| at.fault(self, tb, 1 << lane, message))?;
                self.reconverge();
                return Ok(effect);
            }
            CallTarget::Library(which) => {
                self.call_library(at, which, site, tb, memory, runtime)
                    .map_err(|(lane, message)| at.fault(self, tb, 1 << lane, message))?;
                self.reconverge();
                return Ok(Effect::Alu);
            }
            CallTarget::Function(callee) => callee,
            CallTarget::Indirect => {
                let callee;
                (callee, mask) = self.indirect_target(at, site, tb)?;
                diverged = mask != at.mask;
                if diverged {
                    // The other lanes return to the call when this set has returned.
                    let top = self.simt.len() - 1;
                    let next = self.simt[top].pc;
                    let others = at.mask & !mask;
                    self.simt.push(SimtEntry::new(next - 1, next, others));
                }
                callee
            }
        };
        let function = &at.program.functions[callee as usize];
        let local_base = at.frame.local_base + at.function.local_bytes.next_multiple_of(8);
        let local_end = local_base + function.local_bytes.next_multiple_of(8);
        if self.frames.len() >= MAX_FRAMES || local_end > MAX_LOCAL_BYTES {
            let message = format!(
                "the stack overflows calling {}: {} calls deep, {local_end} bytes of local memory \
                per thread (at most {MAX_FRAMES} calls and {MAX_LOCAL_BYTES} bytes)",
                function.name,
                self.frames.len()
            );
            return Err(at.fault(self, tb, at.mask, message));
        }
        let frame = Frame {
            function: callee,
            floor: self.simt.len(),
            slot_base: at.frame.slot_base + at.function.num_slots as usize,
            local_base,
            call,
            mask,
        };
        self.slots.resize(frame.slot_base + function.num_slots as usize, [0; WARP_SIZE]);
        self.local.resize(local_end as usize * WARP_SIZE, 0);
        for (from, to) in site.args.iter().zip(&function.frame_args) {
            let bytes = from.bytes.min(to.bytes);
            self.copy_frame(at.frame, from.offset, frame, to.offset, bytes, mask);
        }
        self.frames.push(frame);
        self.simt.push(SimtEntry::new(0, NO_PC, mask));
        Ok(Effect::Branch { diverged })
    }

    /// Returns the function that the first lane of an indirect call reaches, and all lanes that call it.
    fn indirect_target(
        &self,
        at: &Site,
        site: &CallSite,
        tb: &TbContext,
    ) -> Result<(u32, u32), Fault> {
        let addresses = self.operand(at, 0);
        let first = at.mask.trailing_zeros().min(31) as usize;
        let address = addresses[first];
        let fault = |message: String| at.fault(self, tb, 1 << first, message);
        let found = u32::try_from(address).ok().and_then(|pc| at.program.function_by_pc(pc));
        let Some((index, function)) = found else {
            return Err(fault(format!(
                "a call of {address:#x}, which is not the address of a function"
            )));
        };
        let name = &function.name;
        if function.is_entry {
            return Err(fault(format!("a call of {name}, which is a kernel")));
        }
        let same = |passed: &[FrameVar], declared: &[FrameVar]| {
            let bytes =
                |frames: &[FrameVar]| frames.iter().map(|frame| frame.bytes).collect::<Vec<_>>();
            bytes(passed) == bytes(declared)
        };
        if !same(&site.args, &function.frame_args) || !same(&site.results, &function.frame_results)
        {
            let message = format!("a call of {name}, whose parameters or results are not those of the call's prototype");
            return Err(fault(message));
        }
        Ok((index, at.mask & mask_of(|lane| addresses[lane] == address)))
    }

    fn pop_frame(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.slots.truncate(frame.slot_base);
            self.local.truncate(frame.local_base as usize * WARP_SIZE);
        }
    }

    /// Copies a variable between frames. The words of the 32 lanes are interleaved.
    fn copy_frame(
        &mut self,
        from: Frame,
        from_offset: u32,
        to: Frame,
        to_offset: u32,
        bytes: u32,
        mask: u32,
    ) {
        let source = (from.local_base + from_offset) as usize * WARP_SIZE;
        let target = (to.local_base + to_offset) as usize * WARP_SIZE;
        let length = bytes.next_multiple_of(4) as usize * WARP_SIZE;
        if mask == u32::MAX {
            self.local.copy_within(source..source + length, target);
            return;
        }
        for word in (0..length).step_by(4 * WARP_SIZE) {
            for lane in lanes_of(mask) {
                let offset = word + 4 * lane;
                self.local.copy_within(source + offset..source + offset + 4, target + offset);
            }
        }
    }
}
