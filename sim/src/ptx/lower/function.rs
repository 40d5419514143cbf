//! One function: walks the statements, keeps scopes and labels, and places its variables.

use super::super::ast::{
    FunctionText, InstructionText, OperandText, Statement, VarSpace, Variable,
};
use super::super::error::Located;
use super::super::instr::{Class, Guard, Instr, Op, Operand, Ty};
use super::super::program::{CallSite, CallTarget, FrameVar, Function, Param, Symbol};
use super::decode::decode;
use super::scope::{Binding, Scopes};
use super::words::type_of;
use super::{place, runtime_call, Lowered, ModuleNames};
use crate::exec::MAX_LOCAL_BYTES;
use std::collections::HashMap;

/// Most bytes of a kernel's parameters, as in CUDA.
const MAX_PARAM_BYTES: u32 = 4096;

/// A function under construction.
pub(super) struct Builder<'a> {
    pub names: &'a ModuleNames<'a>,
    pub scopes: Scopes,
    pub instrs: Vec<Instr>,
    pub constants: Vec<[u64; 32]>,
    pub constant_of: HashMap<u64, u16>,
    pub relocations: Vec<(u16, Symbol, i64)>,
    /// Slot of the carry flag, once an instruction has used it.
    pub carry: Option<u16>,
    calls: Vec<CallSite>,
    labels: HashMap<&'a str, u32>,
    /// Branches whose label may come later: instruction, label.
    branches: Vec<(usize, &'a str)>,
    local_bytes: u32,
    shared_bytes: u32,
}

/// Lowers a function with a body; its address is assigned later.
pub(super) fn lower_function(text: &FunctionText, names: &ModuleNames) -> Lowered<Function> {
    let mut builder = Builder {
        names,
        scopes: Scopes::new(),
        instrs: Vec::new(),
        constants: vec![[0; 32]],
        constant_of: HashMap::from([(0, 0)]),
        relocations: Vec::new(),
        carry: None,
        calls: Vec::new(),
        labels: HashMap::new(),
        branches: Vec::new(),
        local_bytes: 0,
        shared_bytes: names.shared_bytes,
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
            params.push(Param { name: variable.name.clone(), offset, bytes, align });
        } else {
            frame_args.push(builder.frame_variable(variable)?);
        }
    }
    for variable in &text.results {
        frame_results.push(builder.frame_variable(variable)?);
    }
    for statement in text.body.iter().flatten() {
        builder.statement(statement)?;
    }
    if !matches!(builder.instrs.last(), Some(last) if matches!(last.op, Op::Ret | Op::Exit) && last.guard.is_none())
    {
        builder.instrs.push(Instr::new(Op::Ret, Ty::B32, Class::Call, text.line));
    }
    builder.resolve_branches()?;
    for instr in &mut builder.instrs {
        // A `ret` of a kernel ends its threads.
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
        regs_per_thread: 0,
        shared_bytes: builder.shared_bytes,
        local_bytes: builder.local_bytes,
        params,
        param_bytes,
        slot_types: builder.scopes.types,
        constants: builder.constants,
        relocations: builder.relocations,
        calls: builder.calls,
        frame_args,
        frame_results,
    })
}

impl<'a> Builder<'a> {
    fn frame_variable(&mut self, variable: &Variable) -> Lowered<FrameVar> {
        // Whole words of their own: arguments are copied word by word.
        let aligned = Variable { align: variable.align.max(8), ..variable.clone() };
        let frame = FrameVar {
            offset: place(&mut self.local_bytes, &aligned)?,
            bytes: variable.bytes as u32,
        };
        if self.local_bytes > MAX_LOCAL_BYTES {
            return Err(Located::new(
                variable.line,
                &variable.name,
                format!(
                    "the function's arguments and local variables \
                take {} bytes a thread; at most {MAX_LOCAL_BYTES} are supported",
                    self.local_bytes
                ),
            ));
        }
        self.scopes.declare(&variable.name, Binding::Frame(frame));
        Ok(frame)
    }

    fn statement(&mut self, statement: &'a Statement) -> Lowered<()> {
        match statement {
            Statement::ScopeBegin => self.scopes.begin(),
            Statement::ScopeEnd => self.scopes.end(),
            Statement::Label { name, line } => {
                if self.labels.insert(name, self.instrs.len() as u32).is_some() {
                    return Err(Located::new(*line, name, "the label is defined twice in this function"));
                }
            }
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
                VarSpace::Shared if variable.is_extern => self.scopes.declare(&variable.name, Binding::Shared(None)),
                VarSpace::Shared => {
                    let offset = place(&mut self.shared_bytes, variable)?;
                    self.scopes.declare(&variable.name, Binding::Shared(Some(offset)));
                }
                _ => return Err(Located::new(variable.line, &variable.name,
                    "a `.global` or `.const` variable inside a function is not supported; declare it at module level")),
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
                self.branches.push((self.instrs.len(), name));
            }
            Op::Call(_) => self.call(text, &mut instr)?,
            Op::Ret | Op::Exit | Op::Trap | Op::Membar => {}
            _ => self.operands(text, &decoded, &mut instr)?,
        }
        self.instrs.push(instr);
        Ok(())
    }

    pub fn new_slot(&mut self, ty: Ty, line: u32) -> Lowered<u16> {
        self.scopes
            .new_slot(ty)
            .ok_or_else(|| Located::new(line, "", "the function uses more than 65535 registers"))
    }

    fn call(&mut self, text: &InstructionText, instr: &mut Instr) -> Lowered<()> {
        let wrong = |message: &str| Located::new(text.line, text.mnemonic(), message);
        let (results, rest) = match &text.operands[..] {
            [OperandText::List(results), rest @ ..] => (&results[..], rest),
            rest => (&[][..], rest),
        };
        let (name, args) = match rest {
            [OperandText::Name { name, .. }] => (name, &[][..]),
            [OperandText::Name { name, .. }, OperandText::List(args)] => (name, &args[..]),
            _ => return Err(wrong("expected `call (results), function, (arguments)`; indirect calls are not supported")),
        };
        let mut frames = |names: &[String]| -> Lowered<Vec<FrameVar>> {
            names
                .iter()
                .map(|name| match self.scopes.find(name) {
                    Some(Binding::Frame(frame)) => Ok(frame),
                    _ => Err(Located::new(
                        text.line,
                        name,
                        "expected a `.param` variable declared in this function",
                    )),
                })
                .collect()
        };
        let (results, args) = (frames(results)?, frames(args)?);
        let target = if let Some((index, callee)) = self.names.functions.get(name.as_str()) {
            if callee.is_entry
                || callee.params.len() != args.len()
                || callee.results.len() != results.len()
            {
                return Err(Located::new(
                    text.line,
                    name,
                    format!(
                        "the function takes {} arguments and returns {} values, \
                    and must not be a kernel",
                        callee.params.len(),
                        callee.results.len()
                    ),
                ));
            }
            let fits = |passed: &[FrameVar], declared: &[Variable]| {
                passed
                    .iter()
                    .zip(declared)
                    .all(|(passed, declared)| u64::from(passed.bytes) == declared.bytes)
            };
            if !fits(&args, &callee.params) || !fits(&results, &callee.results) {
                return Err(Located::new(
                    text.line,
                    name,
                    "an argument or result has not the size that the function declares",
                ));
            }
            CallTarget::Function(*index)
        } else if let Some(call) = runtime_call(name) {
            instr.class = Class::DeviceRuntime;
            check_runtime_call(call, &args, &results)
                .map_err(|message| Located::new(text.line, name, message))?;
            CallTarget::Runtime(call)
        } else {
            return Err(Located::new(text.line, name, "the function has no body in this file and is not one of the device \
                runtime's: cudaGetParameterBuffer, cudaLaunchDevice, cudaLaunchAggGroup, cudaStreamCreateWithFlags, \
                cudaStreamDestroy, cudaDeviceSynchronize, cudaGetLastError"));
        };
        let index = u16::try_from(self.calls.len())
            .map_err(|_| wrong("more than 65536 calls in one function"))?;
        instr.op = Op::Call(index);
        self.calls.push(CallSite { target, args, results });
        Ok(())
    }

    fn resolve_branches(&mut self) -> Lowered<()> {
        // A label at the very end of the body branches to the return that ends it.
        let last = self.instrs.len() as u32 - 1;
        for (index, label) in &self.branches {
            let line = self.instrs[*index].line;
            let target = self.labels.get(label).ok_or_else(|| {
                Located::new(line, *label, "the label is not defined in this function")
            })?;
            self.instrs[*index].target = (*target).min(last);
        }
        Ok(())
    }

    /// An operand for a constant value.
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

/// Widths the executor relies on when it reads a runtime call's arguments.
fn check_runtime_call(
    call: super::RuntimeCall,
    args: &[FrameVar],
    results: &[FrameVar],
) -> Result<(), String> {
    use super::RuntimeCall as Call;
    let (widths, result): (&[u32], Option<u32>) = match call {
        Call::GetParameterBuffer => (&[8, 8], Some(8)),
        Call::LaunchDevice => (&[8, 8, 12, 12, 4, 8], Some(4)),
        Call::LaunchAggGroup => (&[8, 8, 12, 12, 4], Some(4)),
        Call::StreamCreateWithFlags => (&[8, 4], Some(4)),
        Call::StreamDestroy => (&[8], Some(4)),
        Call::DeviceSynchronize | Call::GetLastError => (&[], Some(4)),
    };
    let found: Vec<u32> = args.iter().map(|arg| arg.bytes).collect();
    let found_result = results.first().map(|result| result.bytes);
    if found != widths || (found_result.is_some() && found_result != result) || results.len() > 1 {
        return Err(format!("the declaration does not match the device runtime's: expected arguments of {widths:?} bytes, \
            found {found:?}"));
    }
    Ok(())
}
