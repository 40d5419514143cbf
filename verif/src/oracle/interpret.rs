//! Runs a program one thread at a time. Threads synchronize only where the PTX ISA says so: the
//! named lanes at an instruction across lanes, all threads of a TB at a barrier.

use super::code::{Code, Line};
use super::image::mask_offset;
use super::lanes::Operands;
use super::memory::{AREA, CELLS, GLOBAL, INITIAL, LEFT, UPDATES};
use super::ops::Op;
use super::program::{Barrier, Guard, Inst, Kind, Operand, Program};
use super::state::{Block, Frame, Thread, Wait};
use super::types::{Class, Reg, Ty};

/// Most lines that a thread may execute; loops here are short.
const LONGEST: u64 = 1_000_000;

/// Returns the buffer after the program. The error says why the program does not end.
pub fn interpret(program: &Program) -> Result<Vec<u8>, String> {
    let mut codes: Vec<Code> =
        program.functions.iter().map(|function| Code::new(&function.body)).collect();
    codes.push(Code::new(&program.body));
    let mut machine = Machine { program, codes, buffer: program.image.clone(), steps: 0 };
    for block in 0..program.blocks() {
        machine.run_block(block)?;
    }
    Ok(machine.buffer)
}

pub(super) struct Machine<'a> {
    program: &'a Program,
    codes: Vec<Code>,
    pub buffer: Vec<u8>,
    steps: u64,
}

impl Machine<'_> {
    fn run_block(&mut self, index: usize) -> Result<(), String> {
        let count = self.program.threads();
        let mut block = Block {
            shared: vec![0; count * AREA],
            cells: self.buffer[CELLS * (1 + index)..][..CELLS].to_vec(),
            swap: vec![0; count],
            threads: Vec::new(),
        };
        for own in 0..count {
            let record = self.program.record(index * count + own);
            let area = &self.buffer[record + GLOBAL..][..AREA];
            block.shared[own * AREA..][..AREA].copy_from_slice(area);
            let mut thread = Thread::new(own, record, self.codes.len() - 1);
            thread.local.copy_from_slice(area);
            for (number, register) in Reg::all().enumerate() {
                let value = self.word(record + INITIAL + 8 * number);
                let value =
                    if register.0 == Class::P { u64::from(value as u32 != 0) } else { value };
                thread.write(register, value);
            }
            thread.write(Reg(Class::Mask, 0), self.word(record + mask_offset()));
            block.threads.push(thread);
        }
        while block.threads.iter().any(|thread| thread.wait != Wait::Ended) {
            for own in 0..count {
                while block.threads[own].wait == Wait::Ready {
                    self.step(index, &mut block, own)?;
                }
            }
            let met = self.meet_lanes(&mut block) | self.meet_barrier(&mut block);
            let all_ended = block.threads.iter().all(|thread| thread.wait == Wait::Ended);
            if !met && !all_ended {
                return Err("threads wait for threads that never come".into());
            }
        }
        self.leave(index, &block);
        Ok(())
    }

    fn word(&self, at: usize) -> u64 {
        self.buffer[at..at + 8].iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
    }

    /// Writes to the buffer what the kernel's last lines write.
    fn leave(&mut self, index: usize, block: &Block) {
        let count = self.program.threads();
        for (own, thread) in block.threads.iter().enumerate() {
            let finals = self.program.finals(index * count + own);
            for (number, register) in Reg::all().enumerate() {
                let bytes =
                    if register.0 == Class::P { 4 } else { register.mask().count_ones() / 8 };
                let value = thread.read(register).to_le_bytes();
                self.buffer[finals + 8 * number..][..bytes as usize]
                    .copy_from_slice(&value[..bytes as usize]);
            }
            let areas = [&block.shared[own * AREA..][..AREA], &thread.local[..]];
            for (left, area) in LEFT.into_iter().zip(areas) {
                self.buffer[thread.record + left..][..AREA].copy_from_slice(area);
            }
        }
        let bytes = 8 * UPDATES.len();
        self.buffer[CELLS * (1 + index)..][..bytes].copy_from_slice(&block.cells[..bytes]);
    }

    fn step(&mut self, index: usize, block: &mut Block, own: usize) -> Result<(), String> {
        self.steps += 1;
        if self.steps > LONGEST {
            return Err(format!("more than {LONGEST} steps"));
        }
        let frame = block.threads[own].frame();
        let (function, pc) = (frame.function, frame.pc);
        block.threads[own].frame_mut().pc += 1;
        // Taken out while one of them runs, because the effect may change any other part of the
        // machine.
        let code = std::mem::take(&mut self.codes[function].lines);
        match &code[pc] {
            Line::Label(_) => {}
            Line::Branch(guard, label) => {
                if taken(&block.threads[own], guard) {
                    block.threads[own].frame_mut().pc = self.codes[function].labels[*label];
                }
            }
            Line::Switch(register, targets) => {
                let case = block.threads[own].read(*register) as usize % targets.len();
                block.threads[own].frame_mut().pc = self.codes[function].labels[targets[case]];
            }
            Line::Return(guard) => {
                if taken(&block.threads[own], &Some(*guard)) {
                    self.end(&mut block.threads[own]);
                }
            }
            Line::End => self.end(&mut block.threads[own]),
            Line::Inst(inst, _) => self.instruction(index, block, own, inst),
        }
        self.codes[function].lines = code;
        Ok(())
    }

    fn end(&mut self, thread: &mut Thread) {
        if thread.frames.len() == 1 {
            thread.wait = Wait::Ended;
            return;
        }
        let Some(frame) = thread.frames.pop() else { return };
        let result = self.program.functions[frame.function].result;
        let value = frame.registers[Reg(result.class(), 0).slot()];
        thread.write(frame.result, value);
    }

    fn instruction(&mut self, index: usize, block: &mut Block, own: usize, inst: &Inst) {
        let runs = taken(&block.threads[own], &inst.guard);
        let thread = &mut block.threads[own];
        match &inst.kind {
            Kind::Compute { op, dst, src } => {
                let nan = has_open_nan(thread, op, src);
                if runs {
                    compute(thread, op, dst, src);
                }
                canonical(thread, op, dst, nan);
            }
            Kind::Special { name, dst } => {
                if runs {
                    thread.write(*dst, special(self.program, index, own, name));
                }
            }
            Kind::Lanes { .. } => thread.wait = Wait::Lanes,
            Kind::Barrier(_) => thread.wait = Wait::Barrier,
            Kind::Memory(access) => {
                if runs {
                    self.access(block, own, access);
                }
            }
            Kind::Call { function, args, dst, .. } => {
                let args = args.map(|register| thread.read(register));
                thread.frames.push(Frame::called(*function, args, *dst));
            }
        }
    }

    /// Returns the instruction at which the thread waits, and its depth.
    fn waiting(&self, thread: &Thread) -> Option<(&Inst, u8)> {
        let frame = thread.frame();
        match &self.codes[frame.function].lines[frame.pc - 1] {
            Line::Inst(inst, depth) => Some((inst, *depth)),
            _ => None,
        }
    }

    /// Serves every group of lanes that is complete: all members wait at this line with this mask.
    fn meet_lanes(&self, block: &mut Block) -> bool {
        let mut met = false;
        for first in 0..block.threads.len() {
            if block.threads[first].wait != Wait::Lanes {
                continue;
            }
            let Some((inst, depth)) = self.waiting(&block.threads[first]) else { continue };
            let Kind::Lanes { op, dst, src } = &inst.kind else { continue };
            let mask_register = Reg(Class::Mask, depth);
            let mask = block.threads[first].read(mask_register);
            let warp = first / 32 * 32;
            let members: Vec<usize> =
                (0..32).filter(|lane| mask >> lane & 1 == 1).map(|lane| warp + lane).collect();
            let here = |thread: &Thread| {
                thread.wait == Wait::Lanes
                    && thread.place() == block.threads[first].place()
                    && thread.read(mask_register) == mask
            };
            if !members.iter().all(|&member| block.threads.get(member).is_some_and(here)) {
                continue;
            }
            let mut operands: Operands = [None; 32];
            for &member in &members {
                let mut values = [0; 3];
                for (value, operand) in values.iter_mut().zip(src) {
                    *value = read(&block.threads[member], operand);
                }
                operands[member - warp] = Some(values);
            }
            let results = (op.eval)(&operands);
            for &member in &members {
                for (register, value) in dst.iter().zip(results[member - warp]) {
                    block.threads[member].write(*register, value);
                }
                block.threads[member].wait = Wait::Ready;
            }
            met = true;
        }
        met
    }

    fn meet_barrier(&self, block: &mut Block) -> bool {
        let place = block.threads[0].place();
        let here = |t: &Thread| t.wait == Wait::Barrier && t.place() == place;
        if !block.threads.iter().all(here) {
            return false;
        }
        let kind = self.waiting(&block.threads[0]).map(|(inst, _)| &inst.kind);
        if let Some(Kind::Barrier(Barrier::Reduce(name, dst, operand))) = kind {
            let holding = block.threads.iter().filter(|thread| read(thread, operand) != 0).count();
            let value = match *name {
                "popc.u32" => holding,
                "and.pred" => usize::from(holding == block.threads.len()),
                _ => usize::from(holding > 0),
            };
            for thread in &mut block.threads {
                thread.write(*dst, value as u64);
            }
        }
        if let Some(Kind::Memory(super::memory::Memory::Exchange { by, dst, .. })) = kind {
            let count = block.threads.len();
            for own in 0..count {
                let value = block.swap[(own + *by as usize) % count];
                block.threads[own].write(*dst, u64::from(value));
            }
        }
        for thread in &mut block.threads {
            thread.wait = Wait::Ready;
        }
        true
    }
}

fn taken(thread: &Thread, guard: &Option<Guard>) -> bool {
    guard.is_none_or(|guard| (thread.read(guard.reg) != 0) != guard.negated)
}

fn read(thread: &Thread, operand: &Operand) -> u64 {
    match operand {
        Operand::Reg(register) => thread.read(*register),
        Operand::Not(register) => thread.read(*register) ^ 1,
        Operand::Const(value, ty) => value & ty.mask(),
    }
}

fn compute(thread: &mut Thread, op: &Op, dst: &[Reg], src: &[Operand]) {
    let mut values = [0; 6];
    for (value, operand) in values.iter_mut().zip(src) {
        *value = read(thread, operand);
    }
    let mut count = src.len();
    if op.carry_in {
        values[count] = thread.carry;
        count += 1;
    }
    let results = (op.eval)(&values[..count]);
    for (register, value) in dst.iter().zip(results) {
        thread.write(*register, value);
    }
    if op.carry_out {
        thread.carry = results[1];
    }
}

/// Returns whether the first source is a NaN for which versions of the ISA differ.
fn has_open_nan(thread: &Thread, op: &Op, src: &[Operand]) -> bool {
    let format = op.open_for_nan.and_then(|ty| ty.format());
    format.zip(src.first()).is_some_and(|(format, a)| format.is_nan(read(thread, a)))
}

/// Replaces a NaN whose pattern is open by the known one, as the printed text does.
fn canonical(thread: &mut Thread, op: &Op, dst: &[Reg], nan: bool) {
    let Some(&register) = dst.first() else { return };
    if nan {
        thread.write(register, 0);
    }
    let Some(ty) = op.open_nan else { return };
    let Some(format) = ty.format() else { return };
    let known = |bits: u64| if format.is_nan(bits) { format.nan() } else { bits };
    let value = thread.read(register);
    let value = match ty {
        Ty::F16x2 => known(value & 0xffff) | known(value >> 16) << 16,
        _ => known(value),
    };
    thread.write(register, value);
}

fn special(program: &Program, index: usize, own: usize, name: &str) -> u64 {
    let (own, index) = (own as u32, index as u32);
    let ([x, y, _], [columns, rows, _]) = (program.block, program.grid);
    let lane = own % 32;
    u64::from(match name {
        "tid.x" => own % x,
        "tid.y" => own / x % y,
        "tid.z" => own / x / y,
        "ntid.x" => x,
        "ntid.y" => y,
        "ntid.z" => program.block[2],
        "ctaid.x" => index % columns,
        "ctaid.y" => index / columns,
        "nctaid.x" => columns,
        "nctaid.y" => rows,
        "laneid" => lane,
        "lanemask_eq" => 1 << lane,
        "lanemask_lt" => (1 << lane) - 1,
        "lanemask_le" => u32::MAX >> (31 - lane),
        "lanemask_gt" => !(u32::MAX >> (31 - lane)),
        _ => !((1 << lane) - 1),
    })
}
