//! Control flow of a warp: the SIMT stack with reconvergence at the immediate post-dominator, and the call stack.

use super::warp::{Frame, SimtEntry, Site, TbContext, Warp};
use super::{Effect, Fault, MAX_LOCAL_BYTES, WARP_SIZE};
use crate::mem::GlobalMemory;
use crate::ptx::{CallTarget, Instr, NO_PC};
use crate::runtime::DeviceRuntime;

/// Deepest call nesting; more is endless recursion.
const MAX_FRAMES: usize = 256;

impl Warp {
    /// Branches where `taken`; each lane set runs on its own until the reconvergence point.
    pub(super) fn branch(&mut self, entry: SimtEntry, instr: &Instr, taken: u32) -> Effect {
        let top = self.simt.len() - 1;
        let fall_through = entry.mask & !taken;
        let diverged = taken != 0 && fall_through != 0;
        if diverged {
            let meet = instr.reconvergence;
            if meet == NO_PC || meet == entry.reconvergence {
                // Nothing is left to wait for here, or the entry below already waits there: loops do not pile up.
                self.simt.pop();
            } else {
                self.simt[top].pc = meet;
            }
            for (pc, mask) in [(instr.target, taken), (entry.pc + 1, fall_through)] {
                if pc != meet {
                    self.simt.push(SimtEntry { pc, reconvergence: meet, mask });
                }
            }
        } else {
            self.simt[top].pc = if fall_through == 0 { instr.target } else { entry.pc + 1 };
        }
        self.reconverge();
        Effect::Branch { diverged }
    }

    /// Drops finished entries: those at their reconvergence point, and those without lanes.
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

    /// Ends the threads in `mask`.
    pub(super) fn exit(&mut self, mask: u32) -> Effect {
        self.live &= !mask;
        let top = self.simt.len() - 1;
        self.simt[top].pc += 1;
        for entry in &mut self.simt {
            entry.mask &= !mask;
        }
        self.reconverge();
        // A frame all of whose threads ended inside it hands back nothing.
        while self.frames.last().is_some_and(|frame| self.simt.len() <= frame.floor) {
            self.pop_frame();
            self.reconverge();
        }
        Effect::Exit { warp_done: self.simt.is_empty() }
    }

    /// Returns from the function; from a kernel, ends the threads.
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
                self.copy_frame(at.frame, from.offset, caller, to.offset, from.bytes.min(to.bytes));
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
        let callee = match site.target {
            CallTarget::Runtime(which) => {
                let effect = self
                    .call_runtime(at, which, site, tb, memory, runtime)
                    .map_err(|(lane, message)| at.fault(self, tb, 1 << lane, message))?;
                self.reconverge();
                return Ok(effect);
            }
            CallTarget::Function(callee) => callee,
        };
        if at.mask == 0 {
            self.reconverge();
            return Ok(Effect::Branch { diverged: false });
        }
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
        };
        self.slots.resize(frame.slot_base + function.num_slots as usize, [0; WARP_SIZE]);
        self.local.resize(local_end as usize * WARP_SIZE, 0);
        for (from, to) in site.args.iter().zip(&function.frame_args) {
            self.copy_frame(at.frame, from.offset, frame, to.offset, from.bytes.min(to.bytes));
        }
        self.frames.push(frame);
        self.simt.push(SimtEntry { pc: 0, reconvergence: NO_PC, mask: at.mask });
        Ok(Effect::Branch { diverged: false })
    }

    fn pop_frame(&mut self) {
        if let Some(frame) = self.frames.pop() {
            self.slots.truncate(frame.slot_base);
            self.local.truncate(frame.local_base as usize * WARP_SIZE);
        }
    }

    /// Copies a variable between frames for all lanes: words of the 32 lanes lie side by side.
    fn copy_frame(&mut self, from: Frame, from_offset: u32, to: Frame, to_offset: u32, bytes: u32) {
        let source = (from.local_base + from_offset) as usize * WARP_SIZE;
        let target = (to.local_base + to_offset) as usize * WARP_SIZE;
        let length = bytes.next_multiple_of(4) as usize * WARP_SIZE;
        self.local.copy_within(source..source + length, target);
    }
}
