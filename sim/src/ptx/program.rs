//! The product of the front end: functions of dense instructions, and the module's variables.

use super::error::Located;
use super::instr::{Instr, Op, RuntimeCall, Special};
use super::library::LibraryCall;
use super::registers::{allocate_all, count_one, Isa, MOST_REGISTERS};
use super::runtime_kernels::add_runtime_kernels;
use super::sources::Sources;
use super::types::ValueKind;
use super::{lower, parser, PtxError};
use crate::mem::{GlobalMemory, MemoryFault};
use std::sync::{Arc, OnceLock};

/// Code address of the first function. Addresses are nonzero so that a null function pointer is caught.
pub(super) const FIRST_PC: u32 = 0x1000;
/// Bytes of code address space per instruction.
pub const INSTR_BYTES: u32 = 8;

/// A parsed module.
#[derive(Clone, Debug)]
pub struct Program {
    /// All functions with a body, in text order, then those that the device runtime adds.
    pub functions: Vec<Function>,
    /// Module-level `.global` and `.const` variables.
    pub globals: Vec<GlobalVar>,
    /// Name under which the text was parsed.
    pub file: String,
    pub(super) sources: Sources,
    pub(super) unshared: Arc<Unshared>,
    pub(super) counting: Option<Counting>,
}

/// How the registers of a thread are counted, and what has been counted.
#[derive(Clone, Debug)]
pub(super) struct Counting {
    isa: Isa,
    /// The count of all functions, if it is given.
    forced: Option<u32>,
    /// By function. Counting takes longer than short runs, so it is done for those that are launched.
    counts: Vec<OnceLock<u32>>,
}

/// What the registers of a thread are counted in.
#[derive(Debug)]
pub(super) struct Unshared {
    /// The functions with a slot for every register of the text.
    pub functions: Vec<Function>,
    /// Functions that an indirect call may reach.
    pub by_address: Vec<u32>,
}

/// A kernel parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Param {
    /// Name in the PTX text.
    pub name: String,
    /// Byte offset in the parameter block.
    pub offset: u32,
    /// Size in bytes.
    pub bytes: u32,
    /// Alignment in bytes.
    pub align: u32,
    /// What it is declared to be.
    pub kind: ValueKind,
}

/// A variable in a thread's frame: an argument, a result, or a local array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameVar {
    /// Byte offset in the frame.
    pub offset: u32,
    /// Size in bytes.
    pub bytes: u32,
}

/// The target of a call instruction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallTarget {
    /// A function of the program, by index.
    Function(u32),
    /// The function whose address is the call instruction's operand.
    Indirect,
    /// The device runtime.
    Runtime(RuntimeCall),
    /// The device library.
    Library(LibraryCall),
}

/// A call instruction's arguments and results, as variables of the caller's frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallSite {
    /// Function that is called.
    pub target: CallTarget,
    /// Arguments.
    pub args: Vec<FrameVar>,
    /// Results.
    pub results: Vec<FrameVar>,
}

/// A `.global` or `.const` variable.
#[derive(Clone, Debug)]
pub struct GlobalVar {
    /// Name.
    pub name: String,
    /// Size in bytes.
    pub bytes: u64,
    /// Alignment in bytes.
    pub align: u64,
    /// Initial contents; zero beyond its end.
    pub init: Vec<u8>,
    /// Whether it is in `.const` space, which kernels may only read.
    pub is_const: bool,
    pub(super) pointers: Vec<Pointer>,
    /// Device address, once `Program::load_globals` has placed it.
    pub address: Option<u64>,
}

/// An address in an initializer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Pointer {
    /// Byte position in the variable.
    pub position: usize,
    pub symbol: Symbol,
    pub addend: i64,
    /// The only byte of the address to store; `None` for all eight.
    pub byte: Option<u32>,
}

/// The target of an address constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Symbol {
    /// A module variable, by index.
    Global(u32),
    /// A function, by index.
    Function(u32),
}

/// A function of the program.
#[derive(Clone, Debug)]
pub struct Function {
    /// Name.
    pub name: String,
    /// Whether it is a kernel (`.entry`), not a device function.
    pub is_entry: bool,
    /// Code address of the first instruction, unique in the program; instruction k is at `entry_pc + 8 * k`.
    pub entry_pc: u32,
    /// Instructions; branch targets index into them.
    pub instrs: Vec<Instr>,
    /// Register slots of a frame of the function, 64 bits per lane each: its 32-bit registers by number, then its
    /// predicates. A 64-bit value is in the slot of the even register of its pair.
    pub num_slots: u32,
    /// Static shared memory of a kernel in bytes, callees included; 0 for a device function.
    pub shared_bytes: u32,
    /// Bytes of local memory per thread for a frame.
    pub local_bytes: u32,
    /// Kernel parameters.
    pub params: Vec<Param>,
    /// Size of the kernel's parameter block in bytes.
    pub param_bytes: u32,
    /// Types of the registers as declared, indexed by their slots before the allocation.
    pub(crate) slot_types: Vec<crate::ptx::Ty>,
    /// Constants of operands, one value for all lanes, stored per lane for the executor.
    pub(crate) constants: Vec<[u64; 32]>,
    /// Constants that are addresses: constant index, symbol, addend.
    pub(crate) relocations: Vec<(u16, Symbol, i64)>,
    /// Call sites, indexed by `Op::Call`.
    pub(crate) calls: Vec<CallSite>,
    /// Targets of indexed branches, indexed by `Op::Brx`: indices into `instrs`.
    pub(crate) branch_tables: Vec<Vec<u32>>,
    /// Most threads of a TB, by `.maxntid`.
    pub max_threads: Option<u64>,
    /// Most registers of a thread, by `.maxnreg`.
    pub max_registers: Option<u32>,
    /// Required TB dimensions, by `.reqntid`.
    pub required_block: Option<[u32; 3]>,
    /// Arguments of a device function in its frame.
    pub(crate) frame_args: Vec<FrameVar>,
    /// Results of a device function in its frame.
    pub(crate) frame_results: Vec<FrameVar>,
}

impl Function {
    /// Returns the code address of instruction `index`.
    pub fn pc_of(&self, index: u32) -> u32 {
        self.entry_pc + INSTR_BYTES * index
    }
}

impl Program {
    /// Whether the TBs of a kernel wait for each other, as in `grid.sync()`: it, or a device function that it might
    /// call, asks where they meet.
    pub fn synchronizes_grid(&self, kernel: &Function) -> bool {
        let asks = |function: &Function| {
            let mut ops = function.instrs.iter().map(|instr| instr.op);
            ops.any(|op| matches!(op, Op::Special(Special::GridWorkspace { .. })))
        };
        let calls = !kernel.calls.is_empty();
        asks(kernel) || calls && self.functions.iter().any(|other| !other.is_entry && asks(other))
    }

    /// Parses and lowers a PTX text. `file_name` is used in errors only.
    pub fn parse(file_name: &str, text: &str) -> Result<Program, PtxError> {
        Self::parse_shared(file_name, text, true)
    }

    /// Parses like [`Program::parse`], but gives every register of the text a slot of its own.
    #[cfg(test)]
    pub(crate) fn parse_unshared(file_name: &str, text: &str) -> Result<Program, PtxError> {
        Self::parse_shared(file_name, text, false)
    }

    fn parse_shared(file_name: &str, text: &str, share: bool) -> Result<Program, PtxError> {
        let build = || -> Result<Program, Located> {
            let mut module = parser::parse(text)?;
            add_runtime_kernels(&mut module)?;
            lower::lower(file_name, &module, share)
        };
        build().map_err(|error| error.in_file(file_name))
    }

    /// Lets the registers per thread of each function be counted for `isa`; `forced` is the count of all instead. A
    /// kernel's `.maxnreg` is a limit of its count. What would then be spilled is not: code that saves and restores
    /// values is not modelled.
    pub fn count_registers(&mut self, isa: Isa, forced: Option<u32>) {
        let counts = vec![OnceLock::new(); self.functions.len()];
        self.counting = Some(Counting { isa, forced, counts });
    }

    /// Returns the number of 32-bit registers per thread of one of its functions on the SMX, callees included; 0 before
    /// [`Program::count_registers`].
    pub fn registers_per_thread(&self, function: &Function) -> u32 {
        let Some(Counting { isa, forced, counts }) = &self.counting else { return 0 };
        let Some((index, _)) = self.function_by_pc(function.entry_pc) else { return 0 };
        *counts[index as usize].get_or_init(|| {
            forced.unwrap_or_else(|| {
                let Unshared { functions, by_address } = &*self.unshared;
                let count = count_one(functions, by_address, index as usize, *isa);
                count.min(function.max_registers.unwrap_or(MOST_REGISTERS))
            })
        })
    }

    /// Returns the program with its values in the registers that are counted, as many as the count and 32 bits in
    /// each, to be run for its values. It shows that the registers suffice. Returns `None` if a function has too many
    /// values.
    pub fn in_registers(&self, isa: Isa) -> Option<Program> {
        let Unshared { functions, by_address } = &*self.unshared;
        let found = allocate_all(functions, by_address, isa).into_iter();
        let mut program = Program { functions: found.collect::<Option<_>>()?, ..self.clone() };
        let mut pc = FIRST_PC;
        for function in &mut program.functions {
            function.entry_pc = pc;
            pc += INSTR_BYTES * function.instrs.len() as u32;
        }
        Some(program)
    }

    /// Returns index and function of this name.
    pub fn function_by_name(&self, name: &str) -> Option<(u32, &Function)> {
        let index = self.functions.iter().position(|function| function.name == name)?;
        Some((index as u32, &self.functions[index]))
    }

    /// Returns index and function whose first instruction is at this code address.
    pub fn function_by_pc(&self, entry_pc: u32) -> Option<(u32, &Function)> {
        // Addresses ascend with the index.
        let index =
            self.functions.binary_search_by_key(&entry_pc, |function| function.entry_pc).ok()?;
        Some((index as u32, &self.functions[index]))
    }

    /// Returns where the instruction in a line of the text comes from, `FILE:LINE`, if `.loc` says so.
    pub fn source(&self, line: u32) -> Option<Box<str>> {
        self.sources.find(line)
    }

    /// Places the module's variables in device memory, writes their initial contents, and patches their addresses
    /// into the code. It must be called once per device memory, before the first kernel starts.
    pub fn load_globals(&mut self, memory: &mut GlobalMemory) -> Result<(), MemoryFault> {
        for global in &mut self.globals {
            let name = format!("variable `{}`", global.name);
            let address = memory.alloc_named(name, global.bytes, global.align.max(1))?;
            let length = global.init.len() as u64;
            memory.slice_mut(address, length)?.copy_from_slice(&global.init);
            global.address = Some(address);
        }
        for global in &self.globals {
            let address = global.address.unwrap_or(0);
            for pointer in &global.pointers {
                let value = self.symbol_value(pointer.symbol).wrapping_add_signed(pointer.addend);
                let image = value.to_le_bytes();
                let part = match pointer.byte {
                    Some(byte) => &image[byte as usize..][..1],
                    None => &image[..],
                };
                let target = address + pointer.position as u64;
                memory.slice_mut(target, part.len() as u64)?.copy_from_slice(part);
            }
            if global.is_const {
                memory.protect(address, format!("constant `{}`", global.name));
            }
        }
        for index in 0..self.functions.len() {
            for at in 0..self.functions[index].relocations.len() {
                let (constant, symbol, addend) = self.functions[index].relocations[at];
                let value = self.symbol_value(symbol).wrapping_add_signed(addend);
                self.functions[index].constants[usize::from(constant)] = [value; 32];
            }
        }
        Ok(())
    }

    /// Returns the device address of a `.global` or `.const` variable, once placed.
    pub fn global_address(&self, name: &str) -> Option<u64> {
        self.globals.iter().find(|global| global.name == name)?.address
    }

    fn symbol_value(&self, symbol: Symbol) -> u64 {
        match symbol {
            Symbol::Global(index) => self.globals[index as usize].address.unwrap_or(0),
            Symbol::Function(index) => u64::from(self.functions[index as usize].entry_pc),
        }
    }
}
