//! The syntax tree of the text: declarations, labels, and instructions with unresolved names.

use super::sources::Sources;
use super::types::ValueKind;

/// A module.
#[derive(Debug, Default)]
pub(super) struct Module {
    pub variables: Vec<Variable>,
    pub functions: Vec<FunctionText>,
    pub aliases: Vec<Alias>,
    pub sources: Sources,
}

/// An alias of a function.
#[derive(Debug)]
pub(super) struct Alias {
    pub name: String,
    pub function: String,
    pub line: u32,
}

/// State space of a declared variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum VarSpace {
    Global,
    Const,
    Shared,
    Local,
    Param,
}

/// A declared variable.
#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub name: String,
    pub space: VarSpace,
    pub bytes: u64,
    pub align: u64,
    /// Whether it is declared without a size or elsewhere: dynamic shared memory.
    pub is_extern: bool,
    pub element: Element,
    /// Initial values with the indices of their elements, ascending; missing elements are zero.
    pub init: Vec<(u64, Initial)>,
    pub line: u32,
}

/// The type of a variable's elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Element {
    pub bytes: u64,
    pub kind: ValueKind,
}

/// An element of an initializer.
#[derive(Clone, Debug)]
pub(super) enum Initial {
    Bits(u64),
    Address {
        symbol: String,
        addend: i64,
        /// The only byte of the address to store, counted from the least significant; `None` for all.
        byte: Option<u32>,
    },
}

/// A function; a declaration only if it has no body.
#[derive(Debug)]
pub(super) struct FunctionText {
    pub name: String,
    pub is_entry: bool,
    pub params: Vec<Variable>,
    pub results: Vec<Variable>,
    /// Parameters and results declared as registers: name and type.
    pub registers: Vec<(String, String)>,
    pub limits: Limits,
    pub body: Option<Vec<Statement>>,
    pub line: u32,
}

/// The constraints of a kernel's directives on its launches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Limits {
    /// `.maxntid`: most threads of a TB.
    pub max_threads: Option<u64>,
    /// `.maxnreg`: most registers of a thread.
    pub max_registers: Option<u32>,
    /// `.reqntid`: the required TB dimensions.
    pub block: Option<[u32; 3]>,
}

/// The contents of a label followed by a directive.
#[derive(Debug)]
pub(super) enum Listing {
    /// `.branchtargets`: labels of this function.
    Branches(Vec<String>),
    /// `.calltargets`: functions that the call may reach.
    Callees(Vec<String>),
    /// `.callprototype`: the parameters and results of the called function.
    Prototype { params: Vec<Variable>, results: Vec<Variable> },
}

#[derive(Debug)]
pub(super) enum Statement {
    Label {
        name: String,
        line: u32,
    },
    /// Registers: `count` numbered ones if given, else exactly this name.
    Registers {
        ty: String,
        name: String,
        count: Option<u32>,
        line: u32,
    },
    Variable(Variable),
    Listing {
        name: String,
        listing: Listing,
        line: u32,
    },
    Instruction(InstructionText),
    ScopeBegin,
    ScopeEnd,
}

#[derive(Clone, Debug)]
pub(super) struct InstructionText {
    /// Predicate name and whether it is negated.
    pub guard: Option<(String, bool)>,
    /// Stem and modifiers: `ld.global.f32` is `ld`, [`global`, `f32`].
    pub stem: String,
    pub modifiers: Vec<String>,
    pub operands: Vec<OperandText>,
    pub line: u32,
}

impl InstructionText {
    pub fn mnemonic(&self) -> String {
        let mut text = self.stem.clone();
        for modifier in &self.modifiers {
            text.push('.');
            text.push_str(modifier);
        }
        text
    }
}

#[derive(Clone, Debug)]
pub(super) enum OperandText {
    /// A register, label, variable, function or special register (`%tid.x`), plus a constant.
    Name {
        name: String,
        addend: i64,
    },
    /// `!%p1`.
    NotName(String),
    /// An integer.
    Integer(u64),
    /// Bits of an exact `0f` or `0d` literal.
    Float32(u32),
    Float64(u64),
    /// A decimal literal.
    Decimal(f64),
    /// `[base + offset]`; without a base, an absolute address.
    Address {
        base: Option<String>,
        offset: i64,
    },
    /// `{a, b}`.
    Vector(Vec<OperandText>),
    /// `a|b`.
    Pair(String, String),
    /// `_`: the result is discarded.
    Sink,
    /// `(a, b)` of a call.
    List(Vec<OperandText>),
}
