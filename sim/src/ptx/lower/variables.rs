//! `.global` and `.const` variables, and their initial contents.

use super::super::ast::{FunctionText, Initial, Statement, VarSpace, Variable};
use super::super::error::Located;
use super::super::program::{GlobalVar, Pointer, Symbol};
use super::{Lowered, ModuleNames};

/// Symbol in the virtual table for a function that a class leaves abstract; it has no definition.
const PURE_VIRTUAL: &str = "__cxa_pure_virtual";
/// Most bytes of a module's constants, as in CUDA.
const MAX_CONST_BYTES: u64 = 64 * 1024;

/// The variables of device memory, in the order of their indices.
#[derive(Default)]
pub(super) struct Placed<'a> {
    variables: Vec<(String, &'a Variable)>,
    const_bytes: u64,
}

impl<'a> Placed<'a> {
    /// Adds a variable under `name` and returns its index.
    pub fn add(&mut self, variable: &'a Variable, name: String) -> Lowered<u32> {
        let wrong = |message: String| Err(Located::new(variable.line, &variable.name, message));
        if variable.is_extern {
            return wrong(
                "an external variable cannot be resolved: link all code into one PTX file"
                    .to_owned(),
            );
        }
        if variable.space == VarSpace::Const {
            self.const_bytes = self.const_bytes.next_multiple_of(variable.align) + variable.bytes;
            if self.const_bytes > MAX_CONST_BYTES {
                let bytes = self.const_bytes;
                return wrong(format!(
                    "the constants take {bytes} bytes up to here; at most {MAX_CONST_BYTES} are supported"
                ));
            }
        }
        self.variables.push((name, variable));
        Ok(self.variables.len() as u32 - 1)
    }

    /// Adds the variables that a function declares inside; only that function can name them.
    pub fn add_inner(
        &mut self,
        function: &'a FunctionText,
        names: &mut ModuleNames<'a>,
    ) -> Lowered<()> {
        names.inner.insert(&function.name, self.variables.len() as u32);
        for statement in function.body.iter().flatten() {
            match statement {
                Statement::Variable(variable)
                    if matches!(variable.space, VarSpace::Global | VarSpace::Const) =>
                {
                    self.add(variable, format!("{}.{}", function.name, variable.name))?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns the variables with their initial contents.
    pub fn globals(&self, names: &ModuleNames) -> Lowered<Vec<GlobalVar>> {
        self.variables.iter().map(|(name, variable)| global(name, variable, names)).collect()
    }
}

fn global(name: &str, variable: &Variable, names: &ModuleNames) -> Lowered<GlobalVar> {
    let mut init = Vec::new();
    let mut pointers = Vec::new();
    let bytes = variable.element.bytes as usize;
    for (index, element) in &variable.init {
        init.resize(*index as usize * bytes, 0);
        let bits = match element {
            Initial::Bits(bits) => *bits,
            // The address is a null pointer, so that a call of it is a fault.
            Initial::Address { symbol, addend: 0, .. } if symbol == PURE_VIRTUAL => 0,
            Initial::Address { symbol, addend, byte } => {
                let function = || names.functions.get(symbol.as_str()).map(|(index, _)| *index);
                let global = names.globals.get(symbol.as_str()).map(|index| Symbol::Global(*index));
                match global.or_else(|| function().map(Symbol::Function)) {
                    Some(symbol) if byte.is_some() || bytes == 8 => {
                        let (position, addend, byte) = (init.len(), *addend, *byte);
                        pointers.push(Pointer { position, symbol, addend, byte });
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
        init.extend_from_slice(&bits.to_le_bytes()[..bytes]);
    }
    Ok(GlobalVar {
        name: name.to_owned(),
        bytes: variable.bytes,
        align: variable.align,
        init,
        is_const: variable.space == VarSpace::Const,
        pointers,
        address: None,
    })
}
