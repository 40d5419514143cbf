//! Threads and TBs of the interpreter, and what memory instructions do to them.

use super::interpret::Machine;
use super::memory::{atomic, Memory, Place, Space, AREA, GLOBAL, POOL, UPDATES};
use super::types::{Class, Reg, Ty, SLOTS};

/// What a thread waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wait {
    /// Nothing: it can go on.
    Ready,
    /// The other members of its mask.
    Lanes,
    /// The other threads of its TB.
    Barrier,
    /// Nothing any more.
    Ended,
}

/// A function's activation.
pub(super) struct Frame {
    pub function: usize,
    /// The next line.
    pub pc: usize,
    pub registers: [u64; SLOTS],
    /// The caller's register for the result.
    pub result: Reg,
}

impl Frame {
    /// Registers start as the arguments, changed by the register's number.
    pub(super) fn called(function: usize, [a, b, c]: [u64; 3], result: Reg) -> Self {
        let mut registers = [0; SLOTS];
        for register in Reg::all() {
            let n = u64::from(register.1);
            registers[register.slot()] = match register.0 {
                Class::P => a >> n & 1,
                Class::H => c ^ n,
                Class::R => a ^ n,
                _ => b ^ n,
            };
        }
        Frame { function, pc: 0, registers, result }
    }
}

pub(super) struct Thread {
    /// Index in the TB.
    pub own: usize,
    /// Byte of the buffer where its record begins.
    pub record: usize,
    pub frames: Vec<Frame>,
    pub carry: u64,
    pub local: [u8; AREA],
    pub wait: Wait,
}

impl Thread {
    pub(super) fn new(own: usize, record: usize, kernel: usize) -> Self {
        let frame =
            Frame { function: kernel, pc: 0, registers: [0; SLOTS], result: Reg(Class::R, 0) };
        Self { own, record, frames: vec![frame], carry: 0, local: [0; AREA], wait: Wait::Ready }
    }

    pub(super) fn frame(&self) -> &Frame {
        self.frames.last().expect("a thread has a frame until it ends")
    }

    pub(super) fn frame_mut(&mut self) -> &mut Frame {
        self.frames.last_mut().expect("a thread has a frame until it ends")
    }

    /// Where it is: calls outstanding, function and line.
    pub(super) fn place(&self) -> (usize, usize, usize) {
        (self.frames.len(), self.frame().function, self.frame().pc)
    }

    pub(super) fn read(&self, register: Reg) -> u64 {
        self.frame().registers[register.slot()]
    }

    pub(super) fn write(&mut self, register: Reg, value: u64) {
        self.frame_mut().registers[register.slot()] = value & register.mask();
    }
}

/// A TB.
pub(super) struct Block {
    /// Each thread's own area, one after the other.
    pub shared: Vec<u8>,
    /// The cells in shared memory.
    pub cells: Vec<u8>,
    /// Words that threads give each other.
    pub swap: Vec<u32>,
    pub threads: Vec<Thread>,
}

fn get(bytes: &[u8]) -> u64 {
    bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte))
}

fn put(bytes: &mut [u8], value: u64) {
    let length = bytes.len();
    bytes.copy_from_slice(&value.to_le_bytes()[..length]);
}

impl Machine<'_> {
    pub(super) fn access(&mut self, block: &mut Block, own: usize, access: &Memory) {
        match access {
            Memory::Load { place, ty, dst, .. } => {
                let bytes = ty.bits() as usize / 8;
                let begin = offset(&block.threads[own], place);
                let area = self.area(block, own, place.space);
                let values: Vec<u64> = (0..dst.len())
                    .map(|index| get(&area[begin + index * bytes..][..bytes]))
                    .collect();
                for (register, value) in dst.iter().zip(values) {
                    block.threads[own].write(*register, extended(*ty, value));
                }
            }
            Memory::Store { place, ty, src, .. } => {
                let bytes = ty.bits() as usize / 8;
                let begin = offset(&block.threads[own], place);
                for (index, register) in src.iter().enumerate() {
                    let value = block.threads[own].read(*register);
                    let area = self.area(block, own, place.space);
                    put(&mut area[begin + index * bytes..][..bytes], value);
                }
            }
            Memory::Pool { offset, ty, dst, .. } => {
                let at = block.threads[own].record + POOL + offset;
                let value = get(&self.buffer[at..at + ty.bits() as usize / 8]);
                block.threads[own].write(*dst, value);
            }
            Memory::Atom { place, name, ty, dst, src } => {
                let operand =
                    |index: usize| src.get(index).map_or(0, |r| block.threads[own].read(*r));
                let (b, c) = (operand(0), operand(1));
                let begin = offset(&block.threads[own], place);
                let cell =
                    &mut self.area(block, own, place.space)[begin..][..ty.bits() as usize / 8];
                let old = get(cell);
                put(cell, atomic(name, *ty, old, b, c));
                block.threads[own].write(*dst, old);
            }
            Memory::AtomFloat { place, ty, dst, values: [a, b] } => {
                let begin = offset(&block.threads[own], place);
                let cell =
                    &mut self.area(block, own, place.space)[begin..][..ty.bits() as usize / 8];
                put(cell, atomic("add", *ty, *a, *b, 0));
                block.threads[own].write(*dst, *a);
            }
            Memory::Update { space, cell, src } => {
                let (name, ty) = UPDATES[*cell];
                let value = src.map_or_else(|value| value, |r| block.threads[own].read(r));
                let cells = match space {
                    Space::Shared => &mut block.cells,
                    _ => &mut self.buffer,
                };
                let cell = &mut cells[8 * cell..][..ty.bits() as usize / 8];
                put(cell, atomic(name, ty, get(cell), value, 0));
            }
            Memory::Exchange { src, .. } => {
                block.swap[own] = block.threads[own].read(*src) as u32;
                block.threads[own].wait = Wait::Barrier;
            }
        }
    }

    fn area<'a>(&'a mut self, block: &'a mut Block, own: usize, space: Space) -> &'a mut [u8] {
        let thread = &mut block.threads[own];
        match space {
            Space::Global => &mut self.buffer[thread.record + GLOBAL..][..AREA],
            Space::Shared => &mut block.shared[thread.own * AREA..][..AREA],
            Space::Local => &mut thread.local,
        }
    }
}

fn offset(thread: &Thread, place: &Place) -> usize {
    let index = place.index.map_or(0, |(register, mask)| thread.read(register) & mask);
    place.offset + index as usize
}

/// A register may be wider than the value: signed types extend their sign.
fn extended(ty: Ty, value: u64) -> u64 {
    ty.integer(value) as u64
}
