//! Lowers one function: walks the statements, keeps scopes and labels, and places its variables.

use super::super::ast::{
    FunctionText, InstructionText, Listing, OperandText, Statement, VarSpace, Variable,
};
use super::super::error::Located;
use super::super::instr::{Class, Guard, Instr, Op, Operand, Ty};
use super::super::program::{CallSite, FrameVar, Function, Param, Symbol};
use super::decode::decode;
use super::labels::{LabelUse, Labels};
use super::scope::{Binding, Scopes};
use super::sync::check_member_mask;
use super::words::type_of;
use super::{place, Lowered, ModuleNames};
use crate::exec::MAX_LOCAL_BYTES;
use crate::ptx::ValueKind;
use std::collections::HashMap;

/// Most bytes of a kernel's parameters, as in CUDA from 12.1 on.
const MAX_PARAM_BYTES: u32 = 32_764;

/// A function under construction.
pub(super) struct Builder<'a> {
    pub names: &'a ModuleNames<'a>,
    pub scopes: Scopes,
    pub instrs: Vec<Instr>,
    pub constants: Vec<[u64; 32]>,
    pub constant_of: HashMap<u64, u16>,
    pub relocations: Vec<(u16, Symbol, i64)>,
    /// Whether it is a kernel, not a device function.
    pub is_entry: bool,
    /// Index of the next `.global` or `.const` variable declared inside.
    inner: u32,
    /// Slot of the carry flag, once an instruction has used it.
    pub carry: Option<u16>,
    pub calls: Vec<CallSite>,
    pub labels: Labels<'a>,
    /// Branches whose label may come later: instruction, label.
    branches: Vec<(usize, LabelUse<'a>)>,
    /// Targets of indirect branches, indexed by `Op::Brx`.
    tables: Vec<Vec<LabelUse<'a>>>,
    /// Results that the text declares as registers: slot, type, frame variable in which they are returned.
    register_results: Vec<(u16, Ty, FrameVar)>,
    local_bytes: u32,
    /// Offsets of the shared variables declared inside that have not been reached yet.
    shared: std::slice::Iter<'a, u32>,
    /// Offset of dynamic shared memory.
    pub dynamic_offset: u32,
}

/// Lowers the module's function `index` with a body. Its address is assigned later.
pub(super) fn lower_function(
    text: &FunctionText,
    index: usize,
    names: &ModuleNames,
) -> Lowered<Function> {
    let mut builder = Builder {
        names,
        scopes: Scopes::new(),
        instrs: Vec::new(),
        constants: vec![[0; 32]],
        constant_of: HashMap::from([(0, 0)]),
        relocations: Vec::new(),
        is_entry: text.is_entry,
        inner: names.inner.get(text.name.as_str()).copied().unwrap_or(0),
        carry: None,
        calls: Vec::new(),
        labels: Labels::new(),
        branches: Vec::new(),
        tables: Vec::new(),
        register_results: Vec::new(),
        local_bytes: 0,
        shared: names.shared.inner[index].iter(),
        dynamic_offset: names.shared.dynamic[index],
    };
    let (mut params, mut param_bytes) = (Vec::new(), 0);
    let (mut frame_args, mut frame_results) = (Vec::new(), Vec::new());
    for variable in &text.params {
        if text.is_entry {
            let offset = place(&mut param_bytes, variable)?;
            if param_bytes > MAX_PARAM_BYTES {
                return Err(Located::new(
                    variable.line,
                    &variable.name,
                    format!(
                        "the kernel's parameters take \
                    {param_bytes} bytes; at most {MAX_PARAM_BYTES} are supported"
                    ),
                ));
            }
            builder.scopes.declare(&variable.name, Binding::EntryParam(offset));
            let (bytes, align) = (variable.bytes as u32, variable.align as u32);
            let is_scalar = variable.bytes == variable.element.bytes;
            let kind = if is_scalar { variable.element.kind } else { ValueKind::Bits };
            params.push(Param { name: variable.name.clone(), offset, bytes, align, kind });
        } else {
            frame_args.push(builder.formal(text, variable, false)?);
        }
    }
    for variable in &text.results {
        frame_results.push(builder.formal(text, variable, true)?);
    }
    builder.labels.list(text.body.iter().flatten())?;
    for statement in text.body.iter().flatten() {
        builder.statement(statement)?;
    }
    if !matches!(builder.instrs.last(), Some(last) if matches!(last.op, Op::Ret | Op::Exit) && last.guard.is_none())
    {
        let ret = Instr::new(Op::Ret, Ty::B32, Class::Call, text.line);
        builder.hand_back(&ret)?;
        builder.instrs.push(ret);
    }
    let branch_tables = builder.resolve_branches()?;
    for instr in &mut builder.instrs {
        // A `ret` of a kernel exits its threads.
        if text.is_entry && instr.op == Op::Ret {
            instr.op = Op::Exit;
            instr.class = Class::Exit;
        }
        instr.finish();
    }
    Ok(Function {
        name: text.name.clone(),
        is_entry: text.is_entry,
        entry_pc: 0,
        instrs: builder.instrs,
        num_slots: builder.scopes.slots,
        shared_bytes: names.shared.bytes[index],
        local_bytes: builder.local_bytes,
        params,
        param_bytes,
        slot_types: builder.scopes.types,
        constants: builder.constants,
        relocations: builder.relocations,
        calls: builder.calls,
        branch_tables,
        max_threads: text.limits.max_threads,
        max_registers: text.limits.max_registers,
        required_block: text.limits.block,
        frame_args,
        frame_results,
    })
}

impl<'a> Builder<'a> {
    /// Reserves a variable in the frame.
    pub fn reserve_frame(
        &mut self,
        bytes: u64,
        align: u64,
        line: u32,
        name: &str,
    ) -> Lowered<FrameVar> {
        // Each variable takes whole words, because arguments are copied word by word.
        let offset = u64::from(self.local_bytes).next_multiple_of(align.max(8));
        let end = offset.saturating_add(bytes);
        if end > u64::from(MAX_LOCAL_BYTES) {
            let message = format!(
                "the function's arguments and local variables take {end} bytes per thread; at most \
                {MAX_LOCAL_BYTES} are supported"
            );
            return Err(Located::new(line, name, message));
        }
        self.local_bytes = end as u32;
        Ok(FrameVar { offset: offset as u32, bytes: bytes as u32 })
    }

    fn frame_variable(&mut self, variable: &Variable) -> Lowered<FrameVar> {
        let frame =
            self.reserve_frame(variable.bytes, variable.align, variable.line, &variable.name)?;
        self.scopes.declare(&variable.name, Binding::Frame(frame));
        Ok(frame)
    }

    fn statement(&mut self, statement: &'a Statement) -> Lowered<()> {
        match statement {
            Statement::ScopeBegin => {
                self.scopes.begin();
                self.labels.begin();
            }
            Statement::ScopeEnd => {
                self.scopes.end();
                self.labels.end();
            }
            Statement::Label { name, line } => {
                self.labels.define(name, self.instrs.len() as u32, *line)?;
            }
            // Listings were collected at the start.
            Statement::Listing { .. } => {}
            Statement::Registers { ty, name, count, line } => {
                let ty = type_of(ty).ok_or_else(|| Located::new(*line, ty,
                    "unknown register type; supported are .pred, .b8 to .b64, .u8 to .u64, .s8 to .s64, .f16, .f16x2, .bf16, .bf16x2, .f32, .f64"))?;
                match count {
                    Some(count) => self.scopes.declare_range(name, *count, ty),
                    None => {
                        let slot = self.new_slot(ty, *line)?;
                        self.scopes.declare(name, Binding::Register(slot, ty));
                    }
                }
            }
            Statement::Variable(variable) => match variable.space {
                VarSpace::Param | VarSpace::Local => {
                    self.frame_variable(variable)?;
                }
                VarSpace::Shared if variable.is_extern => {
                    self.scopes.declare(&variable.name, Binding::Shared(None))
                }
                VarSpace::Shared => {
                    let offset = self.shared.next().copied();
                    self.scopes.declare(&variable.name, Binding::Shared(offset));
                }
                VarSpace::Global | VarSpace::Const => {
                    self.scopes.declare(&variable.name, Binding::Global(self.inner));
                    self.inner += 1;
                }
            },
            Statement::Instruction(text) => self.instruction(text)?,
        }
        Ok(())
    }

    fn instruction(&mut self, text: &'a InstructionText) -> Lowered<()> {
        let decoded = decode(text)?;
        let mut instr = decoded.instr.clone();
        if let Some((name, negate)) = &text.guard {
            let (slot, _) =
                self.register(name, text, |ty| ty == Ty::Pred, "a predicate register")?;
            instr.guard = Some(Guard { slot, negate: *negate });
        }
        match instr.op {
            Op::Bra => {
                let [OperandText::Name { name, addend: 0 }] = &text.operands[..] else {
                    return Err(Located::new(text.line, text.mnemonic(), "expected one label"));
                };
                self.branches.push((self.instrs.len(), self.labels.mention(name, text.line)));
            }
            Op::Brx(_) => self.indexed_branch(text, &mut instr)?,
            Op::Call(_) => return self.call(text, instr),
            Op::Ret => self.hand_back(&instr)?,
            Op::Exit | Op::Trap | Op::Membar => {}
            Op::Nop => self.nothing(text)?,
            Op::Bar(kind) => self.barrier(text, &mut instr, kind)?,
            Op::WarpBarrier | Op::Match(_) | Op::Redux(_) | Op::Elect => {
                self.member_operation(text, &mut instr)?;
            }
            Op::IsSpace(_) => self.is_space(text, &mut instr)?,
            _ => self.operands(text, &decoded, &mut instr)?,
        }
        check_member_mask(text, &instr)?;
        self.instrs.push(instr);
        Ok(())
    }

    pub fn new_slot(&mut self, ty: Ty, line: u32) -> Lowered<u16> {
        self.scopes
            .new_slot(ty)
            .ok_or_else(|| Located::new(line, "", "the function uses more than 65535 registers"))
    }

    /// Lowers `brx.idx index, list`.
    fn indexed_branch(&mut self, text: &'a InstructionText, instr: &mut Instr) -> Lowered<()> {
        let [index, OperandText::Name { name, addend: 0 }] = &text.operands[..] else {
            return Err(Located::new(
                text.line,
                text.mnemonic(),
                "expected an index and a list of targets",
            ));
        };
        let Some(Listing::Branches(labels)) = self.labels.listing(name) else {
            let message = "expected the label of a `.branchtargets` of this function";
            return Err(Located::new(text.line, name, message));
        };
        let operand = self.source(text, index, Ty::U32)?;
        instr.push_src(operand);
        let table = u16::try_from(self.tables.len()).map_err(|_| {
            Located::new(
                text.line,
                text.mnemonic(),
                "more than 65536 indexed branches in one function",
            )
        })?;
        instr.op = Op::Brx(table);
        let uses = labels.iter().map(|label| self.labels.mention(label, text.line));
        self.tables.push(uses.collect());
        Ok(())
    }

    /// Stores the results that are registers where the caller reads them.
    fn hand_back(&mut self, ret: &Instr) -> Lowered<()> {
        let unused = self.constant(0, ret.line)?;
        for &(slot, ty, frame) in &self.register_results {
            let mut store = Instr::new(Op::FrameSt, ty, Class::Move, ret.line);
            store.guard = ret.guard;
            store.offset = i64::from(frame.offset);
            store.push_src(unused);
            store.push_src(Operand::Slot(slot));
            self.instrs.push(store);
        }
        Ok(())
    }

    /// Declares a parameter or result of a device function in its frame. It becomes a register too, if the text
    /// says so.
    fn formal(
        &mut self,
        text: &FunctionText,
        variable: &Variable,
        is_result: bool,
    ) -> Lowered<FrameVar> {
        let register = text.registers.iter().find(|(name, _)| *name == variable.name);
        let Some((name, ty)) = register else { return self.frame_variable(variable) };
        let ty = type_of(ty).filter(|&ty| ty != Ty::Pred).ok_or_else(|| {
            let message = "a register parameter or result has a type of 8 to 64 bits; predicates cannot be passed";
            Located::new(variable.line, name, message)
        })?;
        let frame = self.reserve_frame(variable.bytes, 8, variable.line, name)?;
        let slot = self.new_slot(ty, variable.line)?;
        self.scopes.declare(name, Binding::Register(slot, ty));
        if is_result {
            self.register_results.push((slot, ty, frame));
        } else {
            let mut load = Instr::new(Op::FrameLd, ty, Class::Move, variable.line);
            load.offset = i64::from(frame.offset);
            let unused = self.constant(0, variable.line)?;
            load.push_src(unused);
            load.push_dst(slot);
            self.instrs.push(load);
        }
        Ok(frame)
    }

    fn resolve_branches(&mut self) -> Lowered<Vec<Vec<u32>>> {
        // A label at the very end of the body branches to the final return.
        let last = self.instrs.len() as u32 - 1;
        for &(index, label) in &self.branches {
            self.instrs[index].target = self.labels.find(label)?.min(last);
        }
        let find = |&label: &LabelUse| Ok(self.labels.find(label)?.min(last));
        self.tables.iter().map(|table| table.iter().map(find).collect()).collect()
    }

    /// Returns an operand for a constant value.
    pub fn constant(&mut self, value: u64, line: u32) -> Lowered<Operand> {
        if let Some(index) = self.constant_of.get(&value) {
            return Ok(Operand::Constant(*index));
        }
        let index = self.new_constant(value, line)?;
        self.constant_of.insert(value, index);
        Ok(Operand::Constant(index))
    }

    pub fn new_constant(&mut self, value: u64, line: u32) -> Lowered<u16> {
        let index = u16::try_from(self.constants.len())
            .map_err(|_| Located::new(line, "", "the function uses more than 65536 constants"))?;
        self.constants.push([value; 32]);
        Ok(index)
    }
}
