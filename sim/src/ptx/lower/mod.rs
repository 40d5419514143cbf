//! From the syntax tree to dense instructions: names become slots, offsets, constants and indices.

mod accesses;
mod calls;
mod decode;
mod function;
mod labels;
mod legality;
mod moves;
mod operands;
mod scope;
mod transfers;
mod sync;
mod values;
mod words;

use super::ast::{FunctionText, Initial, Module, VarSpace, Variable};
use super::error::Located;
use super::flow;
use super::instr::RuntimeCall;
use super::library::LIBRARY_CALLS;
use super::program::{CallTarget, Function, GlobalVar, Program, Symbol, FIRST_PC, INSTR_BYTES};
use std::collections::HashMap;

type Lowered<T> = Result<T, Located>;

/// Names of the module that instructions can refer to.
pub(super) struct ModuleNames<'a> {
    pub globals: HashMap<&'a str, u32>,
    /// Functions with a body: index and text.
    pub functions: HashMap<&'a str, (u32, &'a FunctionText)>,
    /// Module-level shared variables: offset, or none for the start of dynamic shared memory.
    pub shared: HashMap<&'a str, Option<u32>>,
    /// Bytes of shared memory the module-level variables take in every TB.
    pub shared_bytes: u32,
}

/// Lowers a module.
pub(super) fn lower(file: &str, module: &Module) -> Lowered<Program> {
    let mut names = ModuleNames {
        globals: HashMap::new(),
        functions: HashMap::new(),
        shared: HashMap::new(),
        shared_bytes: 0,
    };
    let mut placed: Vec<&Variable> = Vec::new();
    for variable in &module.variables {
        match variable.space {
            VarSpace::Shared if variable.is_extern => {
                names.shared.insert(&variable.name, None);
            }
            VarSpace::Shared => {
                let offset = place(&mut names.shared_bytes, variable)?;
                names.shared.insert(&variable.name, Some(offset));
            }
            _ if variable.is_extern => {
                return Err(Located::new(
                    variable.line,
                    &variable.name,
                    "an external variable cannot be resolved: link all code into one PTX file",
                ))
            }
            _ => {
                if names.globals.insert(&variable.name, placed.len() as u32).is_some() {
                    return Err(Located::new(
                        variable.line,
                        &variable.name,
                        "the variable is defined twice",
                    ));
                }
                placed.push(variable);
            }
        }
    }
    let bodies: Vec<&FunctionText> =
        module.functions.iter().filter(|function| function.body.is_some()).collect();
    for (index, text) in bodies.iter().enumerate() {
        if names.functions.insert(&text.name, (index as u32, text)).is_some() {
            return Err(Located::new(text.line, &text.name, "the function is defined twice"));
        }
    }
    let globals =
        placed.iter().map(|variable| global(variable, &names)).collect::<Lowered<Vec<_>>>()?;
    let mut functions = Vec::with_capacity(bodies.len());
    let mut pc = u64::from(FIRST_PC);
    for text in &bodies {
        let mut function = function::lower_function(text, &names)?;
        function.entry_pc = u32::try_from(pc)
            .map_err(|_| Located::new(text.line, &text.name, "the code exceeds 4 GiB"))?;
        pc += u64::from(INSTR_BYTES) * function.instrs.len() as u64;
        flow::find_reconvergence(&mut function);
        function.regs_per_thread = flow::max_live_registers(&function);
        functions.push(function);
    }
    let own: Vec<u32> = functions.iter().map(|function| function.regs_per_thread).collect();
    for index in 0..functions.len() {
        let live = Chains { functions: &functions, own: &own, found: vec![None; functions.len()] }
            .deepest(index, 0);
        // Four registers for the system, allocated in steps of eight.
        functions[index].regs_per_thread =
            live.saturating_add(4).checked_next_multiple_of(8).unwrap_or(u32::MAX);
    }
    Ok(Program { functions, globals, file: file.to_string() })
}

/// Call chains deeper than this are not followed: they overflow the stack when they run.
const MAX_CHAIN: u32 = 256;

/// The call chains of a program from one function on.
struct Chains<'a> {
    functions: &'a [Function],
    /// Registers live in each function by itself.
    own: &'a [u32],
    /// What is known of a function; 0 while it is on the path, so that a recursive call counts once.
    found: Vec<Option<u32>>,
}

impl Chains<'_> {
    /// Most registers live along any chain from `index`. Every function is visited once, however many
    /// chains lead to it.
    fn deepest(&mut self, index: usize, depth: u32) -> u32 {
        if let Some(known) = self.found[index] {
            return known;
        }
        self.found[index] = Some(0);
        let functions = self.functions;
        let mut most = 0;
        for call in &functions[index].calls {
            if let (CallTarget::Function(callee), true) = (call.target, depth < MAX_CHAIN) {
                most = most.max(self.deepest(callee as usize, depth + 1));
            }
        }
        let total = self.own[index].saturating_add(most);
        self.found[index] = Some(total);
        total
    }
}

/// Reserves room for `variable` at the end of an area of `used` bytes.
pub(super) fn place(used: &mut u32, variable: &Variable) -> Lowered<u32> {
    let offset = u64::from(*used).next_multiple_of(variable.align.max(1));
    *used = u32::try_from(offset + variable.bytes).map_err(|_| {
        Located::new(variable.line, &variable.name, "the variables of this space exceed 4 GiB")
    })?;
    Ok(offset as u32)
}

fn global(variable: &Variable, names: &ModuleNames) -> Lowered<GlobalVar> {
    let mut init = Vec::new();
    let mut pointers = Vec::new();
    for element in &variable.init {
        let bits = match element {
            Initial::Bits(bits) => *bits,
            Initial::Decimal(value) if variable.element_bytes == 4 => {
                u64::from((*value as f32).to_bits())
            }
            Initial::Decimal(value) => value.to_bits(),
            Initial::Address { symbol, addend } => {
                let target =
                    names.globals.get(symbol.as_str()).map(|index| Symbol::Global(*index)).or_else(
                        || {
                            names
                                .functions
                                .get(symbol.as_str())
                                .map(|(index, _)| Symbol::Function(*index))
                        },
                    );
                match target {
                    Some(target) if variable.element_bytes == 8 => {
                        pointers.push((init.len(), target, *addend))
                    }
                    _ => return Err(Located::new(
                        variable.line,
                        symbol,
                        "expected the name of a global variable or function, in a 64-bit element",
                    )),
                }
                0
            }
        };
        init.extend_from_slice(&bits.to_le_bytes()[..variable.element_bytes as usize]);
    }
    Ok(GlobalVar {
        name: variable.name.clone(),
        bytes: variable.bytes,
        align: variable.align,
        init,
        pointers,
        address: None,
    })
}

/// The device runtime's entry points, by name.
pub(super) const RUNTIME_CALLS: &[(&str, RuntimeCall)] = &[
    ("cudaGetParameterBuffer", RuntimeCall::GetParameterBuffer),
    ("cudaLaunchDevice", RuntimeCall::LaunchDevice),
    ("cudaLaunchAggGroup", RuntimeCall::LaunchAggGroup),
    ("cudaStreamCreateWithFlags", RuntimeCall::StreamCreateWithFlags),
    ("cudaStreamDestroy", RuntimeCall::StreamDestroy),
    ("cudaDeviceSynchronize", RuntimeCall::DeviceSynchronize),
    ("cudaGetLastError", RuntimeCall::GetLastError),
];

/// The device runtime's entry point of this name.
pub(super) fn runtime_call(name: &str) -> Option<RuntimeCall> {
    RUNTIME_CALLS.iter().find(|(known, _)| *known == name).map(|&(_, call)| call)
}

/// Names of all functions that need no body in the text.
pub(super) fn known_calls() -> impl Iterator<Item = &'static str> {
    let runtime = RUNTIME_CALLS.iter().map(|(name, _)| *name);
    runtime.chain(LIBRARY_CALLS.iter().map(|(name, _)| *name))
}
