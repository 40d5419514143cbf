//! A warp: its SIMT stack, call stack, registers and local memory, and the step that executes one instruction.

use super::block::TbContext;
use super::block_sync::AtBarrier;
use super::gather::Waiting;
use super::{
    AccessKind, Effect, Fault, MemAccess, Raised, LOCAL_WINDOW, MAX_LOCAL_BYTES, WARP_SIZE,
};
use crate::mem::GlobalMemory;
use crate::ptx::{CacheOp, Function, Guard, Instr, Op, Operand, Program, Space, NO_PC};
use crate::runtime::DeviceRuntime;

/// A set of lanes that run together until `reconvergence`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SimtEntry {
    pub pc: u32,
    pub reconvergence: u32,
    pub mask: u32,
    /// The lanes that wait at the instruction for lanes of other paths.
    pub waits: Option<Waiting>,
}

impl SimtEntry {
    pub fn new(pc: u32, reconvergence: u32, mask: u32) -> Self {
        Self { pc, reconvergence, mask, waits: None }
    }
}

/// The activation of a function.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Frame {
    pub function: u32,
    /// Index of the first SIMT-stack entry that belongs to it.
    pub floor: usize,
    pub slot_base: usize,
    pub local_base: u32,
    /// Call site in the caller, which receives the results.
    pub call: u16,
    /// Lanes that called.
    pub mask: u32,
}

/// Lane values of a register.
pub(super) type Lanes = [u64; WARP_SIZE];

/// A resident warp.
#[derive(Clone, Debug)]
pub struct Warp {
    /// Number of the warp in its TB.
    pub index: u32,
    /// Lanes that executed the last instruction, after its guard.
    pub executed: u32,
    /// Whether the last instruction printed, or changed memory other than the threads' own.
    pub changed: bool,
    /// Warnings that the last instruction gave rise to, for who observes it to take.
    pub raised: Option<Raised>,
    /// The last memory access; valid after `Effect::Mem`.
    pub access: MemAccess,
    pub(super) live: u32,
    pub(super) simt: Vec<SimtEntry>,
    pub(super) frames: Vec<Frame>,
    pub(super) at_barrier: Option<AtBarrier>,
    pub(super) slots: Vec<Lanes>,
    /// Local memory, interleaved: the 4-byte word w of lane l is at byte `(w * 32 + l) * 4`.
    pub(super) local: Vec<u8>,
    pub(super) local_window: u64,
    pub(super) tid: [[u32; WARP_SIZE]; 3],
    /// Number of the last error value that the device runtime returned to each thread; 0 for none.
    pub(super) last_error: [u32; WARP_SIZE],
}

impl Warp {
    /// Creates warp `index` of the TB, about to execute the first instruction of `function`.
    pub fn new(function: &Function, index: u32, tb: &TbContext) -> Self {
        let first = index * WARP_SIZE as u32;
        let lanes = tb.threads().saturating_sub(first).min(WARP_SIZE as u32);
        let live = if lanes == 32 { u32::MAX } else { (1 << lanes) - 1 };
        let mut tid = [[0; WARP_SIZE]; 3];
        for (axis, lanes) in tid.iter_mut().enumerate() {
            for (thread, coordinate) in (first..).zip(lanes) {
                *coordinate = tb.thread_index(thread)[axis];
            }
        }
        Self {
            index,
            executed: 0,
            changed: false,
            raised: None,
            access: MemAccess {
                space: Space::Global,
                kind: AccessKind::Load,
                cache: CacheOp::All,
                bytes: 0,
                mask: 0,
                addr: [0; WARP_SIZE],
            },
            live,
            simt: vec![SimtEntry::new(0, NO_PC, live)],
            frames: vec![Frame {
                function: tb.function,
                floor: 0,
                slot_base: 0,
                local_base: 0,
                call: 0,
                mask: live,
            }],
            at_barrier: None,
            slots: vec![[0; WARP_SIZE]; function.num_slots as usize],
            local: vec![0; function.local_bytes.next_multiple_of(4) as usize * WARP_SIZE],
            local_window: local_window(index, tb),
            tid,
            last_error: [0; WARP_SIZE],
        }
    }

    /// Updates the SMX and slot of its TB, which has been moved.
    pub fn moved(&mut self, tb: &TbContext) {
        self.local_window = local_window(self.index, tb);
    }

    /// Returns the threads that have not exited.
    pub fn live_mask(&self) -> u32 {
        self.live
    }

    /// Returns whether every thread has exited.
    pub fn is_done(&self) -> bool {
        self.simt.is_empty()
    }

    /// Returns the lanes that will execute the next instruction, before its guard.
    pub fn active_mask(&self) -> u32 {
        self.simt.last().map_or(0, |entry| entry.mask)
    }

    /// Returns the depth of the SIMT stack.
    pub fn simt_depth(&self) -> usize {
        self.simt.len()
    }

    /// Returns function and index of the next instruction; `None` when the warp is done.
    pub fn position(&self) -> Option<(u32, u32)> {
        Some((self.frames.last()?.function, self.simt.last()?.pc))
    }

    /// Returns the code address of the next instruction; `None` when the warp is done.
    pub fn pc(&self, program: &Program) -> Option<u32> {
        let (function, index) = self.position()?;
        Some(program.functions[function as usize].pc_of(index))
    }

    /// Returns the next instruction; `None` when the warp is done. Its slots are relative to the current frame.
    #[inline]
    pub fn next_instr<'p>(&self, program: &'p Program) -> Option<&'p Instr> {
        let (function, index) = self.position()?;
        program.functions[function as usize].instrs.get(index as usize)
    }

    /// Returns the distance of the current frame's slots from those of the kernel. A scoreboard that adds it to an
    /// instruction's slots distinguishes the registers of different frames.
    pub fn slot_base(&self) -> usize {
        self.frames.last().map_or(0, |frame| frame.slot_base)
    }

    /// Executes the next instruction for the active lanes and advances. A warp that is done reports `Exit`.
    pub fn step(
        &mut self,
        program: &Program,
        tb: &mut TbContext,
        memory: &mut GlobalMemory,
        runtime: &mut dyn DeviceRuntime,
    ) -> Result<Effect, Fault> {
        let (Some(&frame), Some(&entry)) = (self.frames.last(), self.simt.last()) else {
            self.executed = 0;
            return Ok(Effect::Exit { warp_done: true });
        };
        let function = &program.functions[frame.function as usize];
        let instr = &function.instrs[entry.pc as usize];
        let mask = entry.mask & instr.guard.map_or(u32::MAX, |guard| self.guard_mask(frame, guard));
        self.executed = mask;
        self.changed = false;
        let at = Site { program, function, instr, frame, mask };
        let top = self.simt.len() - 1;
        let effect = match instr.op {
            Op::Bra => return Ok(self.branch(entry, instr, mask)),
            Op::Brx(table) => {
                return self
                    .indexed_branch(&at, entry, table)
                    .map_err(|(lane, message)| at.fault(self, tb, 1 << lane, message));
            }
            Op::Exit => return Ok(self.exit(mask)),
            Op::Ret => return Ok(self.ret(&at)),
            Op::Call(call) => {
                self.simt[top].pc += 1;
                return self.call(&at, call, tb, memory, runtime);
            }
            Op::Trap if mask != 0 => {
                return Err(at.fault(self, tb, mask, "the program trapped".into()))
            }
            Op::Trap | Op::Nop => Effect::Alu,
            Op::Bar(kind) => {
                return self
                    .barrier(&at, kind)
                    .map_err(|(lane, message)| at.fault(self, tb, 1 << lane, message));
            }
            Op::Vote(_)
            | Op::ActiveMask
            | Op::Shfl(_)
            | Op::WarpBarrier
            | Op::Match(_)
            | Op::Redux(_)
            | Op::Elect => {
                return self
                    .exchange(&at)
                    .map_err(|(lane, message)| at.fault(self, tb, 1 << lane, message));
            }
            Op::IsSpace(space) => {
                self.is_space(&at, space);
                Effect::Alu
            }
            Op::Membar => Effect::Fence,
            Op::Hint => Effect::Alu,
            Op::CopyAsync(bytes) => {
                self.copy_async(&at, bytes, tb, memory)
                    .map_err(|(lane, message)| at.fault(self, tb, 1 << lane, message))?;
                Effect::Mem
            }
            Op::Ld(_) | Op::St(_) | Op::Atom(..) => {
                self.access_memory(&at, tb, memory)
                    .map_err(|(lane, message)| at.fault(self, tb, 1 << lane, message))?;
                Effect::Mem
            }
            Op::FrameLd | Op::FrameSt => {
                self.access_frame(&at)
                    .map_err(|(lane, message)| at.fault(self, tb, 1 << lane, message))?;
                Effect::Alu
            }
            _ => {
                self.compute(&at, tb);
                Effect::Alu
            }
        };
        self.simt[top].pc += 1;
        self.reconverge();
        Ok(effect)
    }

    /// Returns what the registers hold that an instruction of the present frame writes.
    pub fn results(&self, instr: &Instr) -> Vec<[u64; WARP_SIZE]> {
        let base = self.slot_base();
        instr.writes().iter().map(|&slot| self.slots[base + usize::from(slot)]).collect()
    }

    /// Passes an instruction whose results another warp has computed.
    pub fn skip(&mut self, instr: &Instr, results: &[[u64; WARP_SIZE]]) {
        let base = self.slot_base();
        for (&slot, values) in instr.writes().iter().zip(results) {
            self.slots[base + usize::from(slot)] = *values;
        }
        if let Some(top) = self.simt.last_mut() {
            top.pc += 1;
        }
        self.reconverge();
    }

    fn guard_mask(&self, frame: Frame, guard: Guard) -> u32 {
        let value = self.slots[frame.slot_base + usize::from(guard.slot)][0] as u32;
        if guard.negate {
            !value
        } else {
            value
        }
    }

    /// Returns the lane values of source `index`. For a predicate, negated or not, returns what its slot holds.
    #[inline]
    pub(super) fn lanes<'a>(&'a self, at: &'a Site, index: usize) -> &'a Lanes {
        source(&self.slots, at, index)
    }

    /// Returns a copy of the lane values of source `index`; a negated predicate yields its complement.
    #[inline]
    pub(super) fn operand(&self, at: &Site, index: usize) -> Lanes {
        let lanes = self.lanes(at, index);
        match at.instr.srcs[index] {
            Operand::NotSlot(_) => lanes.map(|mask| !mask),
            Operand::Slot(_) | Operand::Constant(_) => *lanes,
        }
    }

    /// Returns a predicate's lanes as a mask. Predicates are stored in lane 0 of their slot.
    #[inline]
    pub(super) fn predicate(&self, at: &Site, index: usize) -> u32 {
        let mask = self.lanes(at, index)[0] as u32;
        match at.instr.srcs[index] {
            Operand::NotSlot(_) => !mask,
            Operand::Slot(_) | Operand::Constant(_) => mask,
        }
    }

    /// Writes destination `index` in the executing lanes.
    #[inline]
    pub(super) fn write(&mut self, at: &Site, index: usize, values: &Lanes) {
        let slot = &mut self.slots[at.frame.slot_base + usize::from(at.instr.dsts[index])];
        if at.mask == u32::MAX {
            *slot = *values;
            return;
        }
        for lane in 0..WARP_SIZE {
            let keep = u64::from(at.mask >> lane & 1).wrapping_sub(1);
            slot[lane] = slot[lane] & keep | values[lane] & !keep;
        }
    }

    /// Writes predicate destination `index` in the executing lanes.
    #[inline]
    pub(super) fn write_predicate(&mut self, at: &Site, index: usize, value: u32) {
        let slot = &mut self.slots[at.frame.slot_base + usize::from(at.instr.dsts[index])][0];
        *slot = *slot & !u64::from(at.mask) | u64::from(value & at.mask);
    }
}

/// Returns the value of source `index` of an instruction, out of all slots of its warp.
#[inline]
pub(super) fn source<'a>(slots: &'a [Lanes], at: &'a Site, index: usize) -> &'a Lanes {
    match at.instr.srcs[index] {
        Operand::Slot(slot) | Operand::NotSlot(slot) => {
            &slots[at.frame.slot_base + usize::from(slot)]
        }
        Operand::Constant(constant) => &at.function.constants[usize::from(constant)],
    }
}

/// Returns where the timing model has the local memory of warp `index` of a TB. The windows of resident warps do
/// not overlap.
fn local_window(index: u32, tb: &TbContext) -> u64 {
    let window = u64::from(MAX_LOCAL_BYTES) * WARP_SIZE as u64;
    let number = u64::from(tb.smx_id) * 1024 + u64::from(tb.slot % 32) * 32 + u64::from(index % 32);
    LOCAL_WINDOW + number * window
}

/// The instruction being executed, its position, and its lanes.
pub(super) struct Site<'p> {
    pub program: &'p Program,
    pub function: &'p Function,
    pub instr: &'p Instr,
    pub frame: Frame,
    pub mask: u32,
}

impl Site<'_> {
    /// Builds a fault at this instruction in the lowest lane of `lanes`.
    pub fn fault(&self, warp: &Warp, tb: &TbContext, lanes: u32, message: String) -> Fault {
        let lane = lanes.trailing_zeros().min(31) as usize;
        let mut kernel = self.program.functions[tb.function as usize].name.clone();
        if !self.function.is_entry {
            kernel = format!("{kernel}, function {}", self.function.name);
        }
        Fault {
            kernel,
            file: self.program.file.clone(),
            line: self.instr.line,
            origin: self.program.source(self.instr.line),
            block: tb.block_idx,
            thread: [warp.tid[0][lane], warp.tid[1][lane], warp.tid[2][lane]],
            message,
        }
    }
}
