//! Calls: resolves what is called, and passes arguments and results through the caller's frame.

use super::super::ast::{InstructionText, Listing, OperandText, Variable};
use super::super::error::Located;
use super::super::instr::{Class, Instr, Op, Operand, Ty};
use super::super::program::{CallSite, CallTarget, FrameVar};
use super::function::Builder;
use super::scope::Binding;
use super::Lowered;
use crate::ptx::{LibraryCall, RuntimeCall};

/// The parameters and results of a called function.
struct Signature<'a> {
    params: &'a [Variable],
    results: &'a [Variable],
}

/// The parts of a call as written.
struct Parts<'t> {
    results: &'t [OperandText],
    callee: &'t str,
    args: &'t [OperandText],
    /// Name of the prototype or of the list of targets of an indirect call.
    listing: Option<&'t str>,
}

/// Returns the type of a scalar argument of this size.
fn scalar(bytes: u64) -> Option<Ty> {
    match bytes {
        1 => Some(Ty::B8),
        2 => Some(Ty::B16),
        4 => Some(Ty::B32),
        8 => Some(Ty::B64),
        _ => None,
    }
}

fn parts(text: &InstructionText) -> Lowered<Parts<'_>> {
    let (results, rest) = match &text.operands[..] {
        [OperandText::List(results), rest @ ..] => (&results[..], rest),
        rest => (&[][..], rest),
    };
    let (callee, args, listing) = match rest {
        [callee] => (callee, &[][..], None),
        [callee, OperandText::List(args)] => (callee, &args[..], None),
        [callee, OperandText::List(args), OperandText::Name { name, addend: 0 }] => {
            (callee, &args[..], Some(name.as_str()))
        }
        [callee, OperandText::Name { name, addend: 0 }] => (callee, &[][..], Some(name.as_str())),
        _ => (&OperandText::Sink, &[][..], None),
    };
    match callee {
        OperandText::Name { name, addend: 0 } => {
            Ok(Parts { results, callee: name, args, listing })
        }
        _ => Err(Located::new(
            text.line,
            text.mnemonic(),
            "expected `call (results), function, (arguments)`, for a call through a register with a \
            prototype or a list of targets behind",
        )),
    }
}

impl<'a> Builder<'a> {
    /// Lowers a call. Moves of register arguments and results are emitted around it.
    pub(super) fn call(&mut self, text: &'a InstructionText, mut instr: Instr) -> Lowered<()> {
        let parts = parts(text)?;
        let functions = &self.names.functions;
        let mut signature = None;
        let target = if let Some(Binding::Register(slot, ty)) = self.scopes.find(parts.callee) {
            if ty.bits() != 64 {
                let message =
                    "an indirect call needs a 64-bit register that holds the address of a function";
                return Err(Located::new(text.line, parts.callee, message));
            }
            instr.push_src(Operand::Slot(slot));
            let described = self.indirect_signature(text, parts.listing)?;
            signature = Some(described);
            CallTarget::Indirect
        } else if let Some((index, callee)) = functions.get(parts.callee) {
            if callee.is_entry {
                let message = "a kernel cannot be called, only launched";
                return Err(Located::new(text.line, parts.callee, message));
            }
            signature = Some(Signature { params: &callee.params, results: &callee.results });
            CallTarget::Function(*index)
        } else if let Some(call) = RuntimeCall::of(parts.callee) {
            instr.class = Class::DeviceRuntime;
            CallTarget::Runtime(call)
        } else if let Some(call) = LibraryCall::of(parts.callee) {
            CallTarget::Library(call)
        } else {
            let message = "the function has no body in this file: link all code into one PTX file (the machine provides \
                vprintf, __assertfail, malloc, free, new, delete, WF::AddDependency, WF::SetPolicy, and the device \
                runtime, such as cudaLaunchDeviceV2)";
            return Err(Located::new(text.line, parts.callee, message));
        };
        if let Some(signature) = &signature {
            let (params, results) = (signature.params, signature.results);
            if params.len() != parts.args.len() || results.len() != parts.results.len() {
                let message = format!(
                    "the function takes {} arguments and returns {} values",
                    params.len(),
                    results.len()
                );
                return Err(Located::new(text.line, parts.callee, message));
            }
        }
        let declared = |list: Option<&'a [Variable]>, index: usize| list.map(|list| &list[index]);
        let mut args = Vec::with_capacity(parts.args.len());
        for (index, arg) in parts.args.iter().enumerate() {
            let formal = declared(signature.as_ref().map(|signature| signature.params), index);
            args.push(self.argument(text, arg, formal, &instr)?);
        }
        let (mut results, mut loads) = (Vec::new(), Vec::new());
        for (index, result) in parts.results.iter().enumerate() {
            let formal = declared(signature.as_ref().map(|signature| signature.results), index);
            results.push(self.result(text, result, formal, &instr, &mut loads)?);
        }
        let wrong = |message: String| Located::new(text.line, parts.callee, message);
        match target {
            CallTarget::Runtime(call) => {
                call.check(&args, &results).map_err(wrong)?;
            }
            CallTarget::Library(call) => call.check(&args, &results).map_err(wrong)?,
            CallTarget::Function(_) | CallTarget::Indirect => {}
        }
        let index = u16::try_from(self.calls.len()).map_err(|_| {
            Located::new(text.line, text.mnemonic(), "more than 65536 calls in one function")
        })?;
        instr.op = Op::Call(index);
        self.calls.push(CallSite { target, args, results });
        self.instrs.push(instr);
        self.instrs.append(&mut loads);
        Ok(())
    }

    /// Returns the signature of an indirect call, from its prototype or the first of its targets.
    fn indirect_signature(
        &self,
        text: &InstructionText,
        listing: Option<&str>,
    ) -> Lowered<Signature<'a>> {
        let name = listing.ok_or_else(|| {
            let needed = "an indirect call needs a `.callprototype` or `.calltargets` of this function behind its arguments";
            Located::new(text.line, text.mnemonic(), needed)
        })?;
        match self.labels.listing(name) {
            Some(Listing::Prototype { params, results }) => Ok(Signature { params, results }),
            Some(Listing::Callees(names)) => {
                for name in names {
                    if self
                        .names
                        .functions
                        .get(name.as_str())
                        .is_none_or(|(_, callee)| callee.is_entry)
                    {
                        return Err(Located::new(
                            text.line,
                            name,
                            "the target is not a function of this file",
                        ));
                    }
                }
                let first = names.first().and_then(|name| self.names.functions.get(name.as_str()));
                let (_, callee) =
                    first.ok_or_else(|| Located::new(text.line, name, "the list is empty"))?;
                Ok(Signature { params: &callee.params, results: &callee.results })
            }
            _ => Err(Located::new(
                text.line,
                name,
                "expected the label of a `.callprototype` or `.calltargets` of this function",
            )),
        }
    }

    /// Returns the caller's variable that holds an argument. A register or number is first stored to one.
    fn argument(
        &mut self,
        text: &InstructionText,
        operand: &OperandText,
        formal: Option<&Variable>,
        call: &Instr,
    ) -> Lowered<FrameVar> {
        if let OperandText::Name { name, addend: 0 } = operand {
            if let Some(Binding::Frame(frame)) = self.scopes.find(name) {
                return fitting(text, name, frame, formal);
            }
        }
        let ty = self.passed_type(text, operand, formal)?;
        let frame = self.reserve_frame(u64::from(ty.bytes()), 8, text.line, "a call's argument")?;
        let mut store = Instr::new(Op::FrameSt, ty, Class::Move, text.line);
        store.guard = call.guard;
        store.offset = i64::from(frame.offset);
        let unused = self.constant(0, text.line)?;
        store.push_src(unused);
        let value = self.source(text, operand, ty)?;
        store.push_src(value);
        self.instrs.push(store);
        Ok(frame)
    }

    /// Returns the caller's variable for a result. For a register, a load from it is left in `loads`.
    fn result(
        &mut self,
        text: &InstructionText,
        operand: &OperandText,
        formal: Option<&Variable>,
        call: &Instr,
        loads: &mut Vec<Instr>,
    ) -> Lowered<FrameVar> {
        if let OperandText::Name { name, addend: 0 } = operand {
            if let Some(Binding::Frame(frame)) = self.scopes.find(name) {
                return fitting(text, name, frame, formal);
            }
        }
        let ty = match (operand, formal) {
            (OperandText::Sink, None) => Ty::B64,
            (OperandText::Sink, Some(formal)) => {
                return self.reserve_frame(formal.bytes, 8, text.line, "a call's result");
            }
            _ => self.passed_type(text, operand, formal)?,
        };
        let frame = self.reserve_frame(u64::from(ty.bytes()), 8, text.line, "a call's result")?;
        let mut load = Instr::new(Op::FrameLd, ty, Class::Move, text.line);
        load.guard = call.guard;
        load.offset = i64::from(frame.offset);
        let unused = self.constant(0, text.line)?;
        load.push_src(unused);
        self.destination(text, operand, &mut load)?;
        loads.push(load);
        Ok(frame)
    }

    /// Returns the type in which a register or number is passed: the declared one, else the register's.
    fn passed_type(
        &mut self,
        text: &InstructionText,
        operand: &OperandText,
        formal: Option<&Variable>,
    ) -> Lowered<Ty> {
        let (shown, register) = match operand {
            OperandText::Name { name, .. } => match self.scopes.find(name) {
                Some(Binding::Register(_, ty)) => (name.as_str(), Some(ty)),
                _ => (name.as_str(), None),
            },
            _ => (text.stem.as_str(), None),
        };
        let ty = match (formal, register) {
            (Some(formal), _) if !formal.is_extern => scalar(formal.bytes),
            (None, Some(ty)) => scalar(u64::from(ty.bytes())).filter(|_| ty != Ty::Pred),
            _ => None,
        };
        ty.ok_or_else(|| {
            let needed =
                "expected a `.param` variable declared in this function, or a register or number \
                where the function declares a scalar";
            Located::new(text.line, shown, needed)
        })
    }
}

/// Checks a variable passed to a call against the declaration. A declaration without a size accepts any.
fn fitting(
    text: &InstructionText,
    name: &str,
    frame: FrameVar,
    formal: Option<&Variable>,
) -> Lowered<FrameVar> {
    match formal {
        Some(formal) if !formal.is_extern && formal.bytes != u64::from(frame.bytes) => {
            let message = format!(
                "the variable does not have the size that the function declares: {} instead of {} bytes",
                frame.bytes, formal.bytes
            );
            Err(Located::new(text.line, name, message))
        }
        _ => Ok(frame),
    }
}
