//! Kernels that the device runtime launches itself. A module has those whose functions it declares.

use super::ast::{FunctionText, InstructionText, Module, Statement};
use super::error::Located;
use super::parser;
use super::types::RuntimeCall;
use super::{Function, Program};

const TEXT: &str = include_str!("runtime_kernels.ptx");

/// A kernel of the device runtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RuntimeKernel {
    /// Copies `bytes` bytes in elements of `width`: parameters to, from, bytes, width.
    Copy,
    /// Sets `bytes` bytes in elements of `width`: parameters to, bytes, width, value.
    Set,
    /// Copies rows of a box, as the comment in the text says.
    CopyBox,
    /// Sets rows of a box.
    SetBox,
}

impl RuntimeKernel {
    const ALL: [Self; 4] = [Self::Copy, Self::Set, Self::CopyBox, Self::SetBox];

    /// Name of the kernel. C++ makes no names with `$`.
    fn name(self) -> &'static str {
        match self {
            Self::Copy => "cudaMemcpyAsync$kernel",
            Self::Set => "cudaMemsetAsync$kernel",
            Self::CopyBox => "cudaMemcpy3DAsync$kernel",
            Self::SetBox => "cudaMemset3DAsync$kernel",
        }
    }

    /// The calls that launch it.
    fn calls(self) -> &'static [RuntimeCall] {
        match self {
            Self::Copy => &[RuntimeCall::MemcpyAsync],
            Self::Set => &[RuntimeCall::MemsetAsync],
            Self::CopyBox => &[RuntimeCall::Memcpy2DAsync, RuntimeCall::Memcpy3DAsync],
            Self::SetBox => &[RuntimeCall::Memset2DAsync, RuntimeCall::Memset3DAsync],
        }
    }

    /// Whether a function of a program is such a kernel, whose text is not that of the program.
    pub fn is(function: &Function) -> bool {
        Self::ALL.iter().any(|kernel| kernel.name() == function.name)
    }

    /// Returns the kernel in a program that calls its function.
    pub fn find(self, program: &Program) -> Option<&Function> {
        Some(program.function_by_name(self.name())?.1)
    }
}

impl Program {
    /// Returns the kernels of the text, without those of the device runtime.
    pub fn kernels(&self) -> impl Iterator<Item = &Function> {
        let internal = |name: &str| RuntimeKernel::ALL.iter().any(|kernel| kernel.name() == name);
        self.functions.iter().filter(move |found| found.is_entry && !internal(&found.name))
    }
}

/// Adds the kernels of the functions that the module declares. Their lines are those of the declarations.
pub(super) fn add_runtime_kernels(module: &mut Module) -> Result<(), Located> {
    for kernel in RuntimeKernel::ALL {
        let declares = |function: &&FunctionText| {
            let call = RuntimeCall::of(&function.name);
            function.body.is_none() && call.is_some_and(|call| kernel.calls().contains(&call))
        };
        let Some(line) = module.functions.iter().find(declares).map(|found| found.line) else {
            continue;
        };
        let texts = parser::parse(TEXT)?.functions.into_iter();
        let found = texts.filter(|text| text.name == kernel.name());
        module.functions.extend(found.map(|text| at_line(text, line)));
    }
    Ok(())
}

fn at_line(mut text: FunctionText, at: u32) -> FunctionText {
    text.line = at;
    for statement in text.body.iter_mut().flatten() {
        match statement {
            Statement::Instruction(InstructionText { line, .. })
            | Statement::Label { line, .. }
            | Statement::Registers { line, .. }
            | Statement::Listing { line, .. } => *line = at,
            Statement::Variable(variable) => variable.line = at,
            Statement::ScopeBegin | Statement::ScopeEnd => {}
        }
    }
    text
}
