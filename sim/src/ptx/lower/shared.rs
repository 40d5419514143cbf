//! The placement of static shared memory. A variable has one address in all kernels, because code that several of
//! them call names it. It takes space only in kernels that can reach it, where no other variable overlaps it.

use super::super::ast::{Element, FunctionText, Initial, InstructionText, Module, OperandText};
use super::super::ast::{Statement, VarSpace, Variable};
use super::{known_calls, place, Lowered};
use crate::ptx::ValueKind;
use std::collections::{HashMap, HashSet};

/// Offsets of the shared variables, and the bytes of every kernel.
#[derive(Default)]
pub(in crate::ptx) struct SharedLayout<'a> {
    /// Module-level variables: offset, or `None` for the start of dynamic shared memory.
    pub module: HashMap<&'a str, Option<u32>>,
    /// Offsets of the variables that each function declares inside, in the order of the text.
    pub inner: Vec<Vec<u32>>,
    /// Bytes that each function takes if it is a kernel, callees included.
    pub bytes: Vec<u32>,
    /// Offset of dynamic shared memory in each function that names it.
    pub dynamic: Vec<u32>,
}

/// Dynamic shared memory begins at a multiple of this many bytes.
const DYNAMIC_ALIGN: u32 = 16;

/// The names that a function uses.
#[derive(Default)]
struct Mentions<'a> {
    functions: Vec<usize>,
    variables: HashSet<&'a str>,
    calls_by_address: bool,
    uses_dynamic: bool,
}

/// Returns the area that CUDA reserves in every TB for its own headers, here only in kernels that name it. There
/// is one area for each of the two registers that give its address.
pub(super) fn reserved() -> [Variable; 2] {
    ["%reserved_smem_offset_0", "%reserved_smem_offset_1"].map(|name| Variable {
        name: name.to_string(),
        space: VarSpace::Shared,
        bytes: 512,
        align: 128,
        is_extern: false,
        element: Element { bytes: 1, kind: ValueKind::Bits },
        init: Vec::new(),
        line: 0,
    })
}

/// Places the shared variables of a module whose functions with a body are `bodies`.
pub(super) fn layout<'a>(
    module: &'a Module,
    reserved: &'a [Variable],
    bodies: &[&'a FunctionText],
    functions: &HashMap<&str, (u32, &FunctionText)>,
) -> Lowered<SharedLayout<'a>> {
    let mut layout = SharedLayout {
        inner: vec![Vec::new(); bodies.len()],
        bytes: vec![0; bodies.len()],
        ..SharedLayout::default()
    };
    let shared = module.variables.iter().filter(|variable| variable.space == VarSpace::Shared);
    let shared = shared.chain(reserved);
    let (dynamic, fixed): (Vec<_>, Vec<_>) = shared.partition(|variable| variable.is_extern);
    layout.module.extend(dynamic.iter().map(|variable| (variable.name.as_str(), None)));
    let (mentions, reached) = reached(module, bodies, functions, &fixed, &layout.module);
    // Adds a variable behind the bytes taken so far in every kernel that reaches it.
    let mut add = |variable: &Variable, is_reached: &dyn Fn(&Reach<'a>) -> bool| {
        let kernels = || reached.iter().filter(|reach| is_reached(reach)).map(|reach| reach.kernel);
        let mut end = kernels().map(|kernel| layout.bytes[kernel]).max().unwrap_or(0);
        let offset = place(&mut end, variable)?;
        kernels().for_each(|kernel| layout.bytes[kernel] = end);
        Ok(offset)
    };
    for variable in fixed {
        let name = variable.name.as_str();
        let offset = add(variable, &|reach| reach.variables.contains(name))?;
        layout.module.insert(name, Some(offset));
    }
    for (index, text) in bodies.iter().enumerate() {
        for variable in inner(text) {
            let offset = add(variable, &|reach| reach.functions[index])?;
            layout.inner[index].push(offset);
        }
    }
    layout.dynamic = place_dynamic(&mentions, &reached, &mut layout.bytes);
    Ok(layout)
}

/// Returns the offset of dynamic shared memory in each function that names it. It is behind the static variables of
/// the kernel. If several kernels reach the function, it is behind those of each, and these kernels take as many
/// bytes, so that the code can name the offset.
fn place_dynamic(mentions: &[Mentions], reached: &[Reach], bytes: &mut [u32]) -> Vec<u32> {
    let mut offsets = vec![0; mentions.len()];
    let end = |bytes: u32| bytes.checked_next_multiple_of(DYNAMIC_ALIGN).unwrap_or(u32::MAX);
    loop {
        let mut changed = false;
        for index in (0..mentions.len()).filter(|&index| mentions[index].uses_dynamic) {
            let kernels = || {
                let reach = reached.iter().filter(move |reach| reach.functions[index]);
                reach.map(|reach| reach.kernel)
            };
            let offset = kernels().map(|kernel| end(bytes[kernel])).max().unwrap_or(0);
            for kernel in kernels().filter(|_| kernels().count() > 1) {
                changed |= end(bytes[kernel]) != offset;
                bytes[kernel] = offset;
            }
            offsets[index] = offset;
        }
        if !changed {
            return offsets;
        }
    }
}

/// Returns the static shared variables that a function declares inside.
fn inner(text: &FunctionText) -> impl Iterator<Item = &Variable> {
    text.body.iter().flatten().filter_map(|statement| match statement {
        Statement::Variable(variable)
            if variable.space == VarSpace::Shared && !variable.is_extern =>
        {
            Some(variable)
        }
        _ => None,
    })
}

/// The functions and variables that a kernel can reach.
struct Reach<'a> {
    kernel: usize,
    functions: Vec<bool>,
    variables: HashSet<&'a str>,
}

fn reached<'a>(
    module: &'a Module,
    bodies: &[&'a FunctionText],
    functions: &HashMap<&str, (u32, &FunctionText)>,
    shared: &[&'a Variable],
    placed: &HashMap<&str, Option<u32>>,
) -> (Vec<Mentions<'a>>, Vec<Reach<'a>>) {
    let variables: HashSet<&str> = shared.iter().map(|variable| variable.name.as_str()).collect();
    let provided: HashSet<&str> = known_calls().collect();
    let mut by_address = vec![false; bodies.len()];
    let mut mentions: Vec<Mentions> = Vec::with_capacity(bodies.len());
    for text in bodies {
        let mut found = Mentions::default();
        for statement in text.body.iter().flatten() {
            match statement {
                Statement::Instruction(instruction) => {
                    let callee = callee(instruction);
                    if let Some(name) = callee {
                        match functions.get(name) {
                            Some((index, _)) => found.functions.push(*index as usize),
                            None => found.calls_by_address |= !provided.contains(name),
                        }
                    }
                    names(&instruction.operands, &mut |name: &'a str| {
                        if let Some(name) = variables.get(name) {
                            found.variables.insert(name);
                        }
                        // What is placed so far is dynamic.
                        found.uses_dynamic |= placed.contains_key(name);
                        if let (Some((index, _)), false) =
                            (functions.get(name), callee == Some(name))
                        {
                            by_address[*index as usize] = true;
                        }
                    });
                }
                Statement::Variable(variable) => {
                    found.uses_dynamic |= variable.space == VarSpace::Shared && variable.is_extern;
                    addresses(variable, functions, &mut by_address);
                }
                _ => {}
            }
        }
        mentions.push(found);
    }
    module.variables.iter().for_each(|variable| addresses(variable, functions, &mut by_address));
    let kernels = (0..bodies.len()).filter(|&index| bodies[index].is_entry);
    let reached = kernels.map(|kernel| reach(kernel, &mentions, bodies, &by_address)).collect();
    (mentions, reached)
}

fn reach<'a>(
    kernel: usize,
    mentions: &[Mentions<'a>],
    bodies: &[&FunctionText],
    by_address: &[bool],
) -> Reach<'a> {
    let mut reach =
        Reach { kernel, functions: vec![false; bodies.len()], variables: HashSet::new() };
    let mut waiting = vec![kernel];
    let mut entered_by_address = false;
    while let Some(index) = waiting.pop() {
        if std::mem::replace(&mut reach.functions[index], true) {
            continue;
        }
        let found = &mentions[index];
        reach.variables.extend(&found.variables);
        waiting.extend(&found.functions);
        if found.calls_by_address && !std::mem::replace(&mut entered_by_address, true) {
            // A kernel whose address is taken is launched, not called.
            waiting.extend((0..bodies.len()).filter(|&i| by_address[i] && !bodies[i].is_entry));
        }
    }
    reach
}

/// Returns the function name of a call, or the name of the register with its address.
fn callee(instruction: &InstructionText) -> Option<&str> {
    let callee = match &instruction.operands[..] {
        _ if instruction.stem != "call" => return None,
        [OperandText::List(_), callee, ..] | [callee, ..] => callee,
        [] => return None,
    };
    match callee {
        OperandText::Name { name, .. } => Some(name),
        _ => None,
    }
}

/// Passes all names among the operands to `found`.
fn names<'a>(operands: &'a [OperandText], found: &mut impl FnMut(&'a str)) {
    for operand in operands {
        match operand {
            OperandText::Name { name, .. } | OperandText::Address { base: Some(name), .. } => {
                found(name);
            }
            OperandText::Vector(inner) => names(inner, &mut *found),
            _ => {}
        }
    }
}

/// Records the functions whose addresses a variable initially holds.
fn addresses(
    variable: &Variable,
    functions: &HashMap<&str, (u32, &FunctionText)>,
    by_address: &mut [bool],
) {
    for (_, initial) in &variable.init {
        if let Initial::Address { symbol, .. } = initial {
            if let Some((index, _)) = functions.get(symbol.as_str()) {
                by_address[*index as usize] = true;
            }
        }
    }
}
