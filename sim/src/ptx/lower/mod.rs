//! Lowers the syntax tree to dense instructions: names become slots, offsets, constants and indices.

mod accesses;
mod calls;
mod decode;
mod function;
mod labels;
mod legality;
mod moves;
mod operands;
mod scope;
mod shared;
mod sync;
mod transfers;
mod values;
mod variables;
mod video;
mod words;

use super::allocate::allocate;
use super::ast::{Alias, FunctionText, Module, VarSpace, Variable};
use super::error::Located;
use super::flow;
use super::library::LIBRARY_CALLS;
use super::program::{Function, GlobalVar, Program, Symbol, Unshared, FIRST_PC, INSTR_BYTES};
use super::runtime_calls::RUNTIME_CALLS;
use std::collections::{HashMap, HashSet};

type Lowered<T> = Result<T, Located>;

/// Names of the module to which instructions can refer.
pub(super) struct ModuleNames<'a> {
    pub globals: HashMap<&'a str, u32>,
    /// Functions with a body: index and text.
    pub functions: HashMap<&'a str, (u32, &'a FunctionText)>,
    pub shared: shared::SharedLayout<'a>,
    /// Index of the first of the `.global` and `.const` variables that a function declares inside.
    pub inner: HashMap<&'a str, u32>,
}

/// Lowers a module. `share` lets registers of the text share registers of the thread.
pub(super) fn lower(file: &str, module: &Module, share: bool) -> Lowered<Program> {
    let reserved = shared::reserved();
    let mut names = ModuleNames {
        globals: HashMap::new(),
        functions: HashMap::new(),
        shared: shared::SharedLayout::default(),
        inner: HashMap::new(),
    };
    let mut placed = variables::Placed::default();
    let definitions = module.variables.iter().filter(|variable| !variable.is_extern);
    let defined: HashSet<&str> = definitions.map(|variable| variable.name.as_str()).collect();
    for variable in &module.variables {
        match variable.space {
            // Shared variables are placed below, when all functions are known.
            VarSpace::Shared => {}
            // The variable is declared here and defined elsewhere in the text.
            VarSpace::Global | VarSpace::Const
                if variable.is_extern && defined.contains(variable.name.as_str()) => {}
            VarSpace::Global | VarSpace::Const => {
                let index = placed.add(variable, variable.name.clone())?;
                if names.globals.insert(&variable.name, index).is_some() {
                    return Err(Located::new(
                        variable.line,
                        &variable.name,
                        "the variable is defined twice",
                    ));
                }
            }
            VarSpace::Local | VarSpace::Param => {
                return Err(Located::new(
                    variable.line,
                    &variable.name,
                    "only `.global`, `.const` and `.shared` variables can be declared outside functions",
                ))
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
    for Alias { name, function, line } in &module.aliases {
        let Some(&known) = names.functions.get(function.as_str()) else {
            return Err(Located::new(*line, function, "the function has no body in this file"));
        };
        if names.functions.insert(name, known).is_some() {
            return Err(Located::new(*line, name, "the function is defined twice"));
        }
    }
    for text in &bodies {
        placed.add_inner(text, &mut names)?;
    }
    names.shared = shared::layout(module, &reserved, &bodies, &names.functions)?;
    let globals = placed.globals(&names)?;
    let mut functions = Vec::with_capacity(bodies.len());
    let mut unshared = Vec::with_capacity(bodies.len());
    let mut pc = u64::from(FIRST_PC);
    for (index, text) in bodies.iter().enumerate() {
        let mut function = function::lower_function(text, index, &names)?;
        function.entry_pc = u32::try_from(pc)
            .map_err(|_| Located::new(text.line, &text.name, "the code exceeds 4 GiB"))?;
        pc += u64::from(INSTR_BYTES) * function.instrs.len() as u64;
        flow::find_reconvergence(&mut function);
        unshared.push(function.clone());
        if share {
            allocate(&mut function)
                .map_err(|message| Located::new(text.line, &text.name, message))?;
        }
        functions.push(function);
    }
    let by_address = called_by_address(&functions, &globals);
    let unshared = Unshared { functions: unshared, by_address };
    Ok(Program {
        functions,
        globals,
        file: file.to_string(),
        sources: module.sources.clone(),
        unshared: unshared.into(),
        counting: None,
    })
}

/// Returns the device functions whose address is taken.
fn called_by_address(functions: &[Function], globals: &[GlobalVar]) -> Vec<u32> {
    let in_code = functions.iter().flat_map(|function| &function.relocations);
    let in_code = in_code.map(|(_, symbol, _)| *symbol);
    let in_data = globals.iter().flat_map(|global| &global.pointers);
    let in_data = in_data.map(|pointer| pointer.symbol);
    let mut found: Vec<u32> = in_code
        .chain(in_data)
        .filter_map(|symbol| match symbol {
            Symbol::Function(index) if !functions[index as usize].is_entry => Some(index),
            _ => None,
        })
        .collect();
    found.sort_unstable();
    found.dedup();
    found
}

/// Reserves space for `variable` at the end of an area of `used` bytes.
pub(super) fn place(used: &mut u32, variable: &Variable) -> Lowered<u32> {
    let offset = u64::from(*used).next_multiple_of(variable.align.max(1));
    *used = u32::try_from(offset + variable.bytes).map_err(|_| {
        Located::new(variable.line, &variable.name, "the variables of this space exceed 4 GiB")
    })?;
    Ok(offset as u32)
}

/// Returns the names of all functions that require no body in the text.
pub(super) fn known_calls() -> impl Iterator<Item = &'static str> {
    let runtime = RUNTIME_CALLS.iter().map(|(name, _)| *name);
    runtime.chain(LIBRARY_CALLS.iter().map(|(name, _)| *name))
}
