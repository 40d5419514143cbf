//! The tree of blocks, as a probe finds it.

use rust_hdl::core::ast::{Verilog, VerilogLiteral};
use rust_hdl::core::atom::AtomKind;
use rust_hdl::prelude::{Atom, Block, Probe, TypeDescriptor, TypeKind};
use std::collections::BTreeMap;

/// What a signal is to its module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Input,
    Output,
    Local,
    Constant,
    /// In-out and the like, which rooms do not have.
    Unsupported,
}

/// One signal of a block.
#[derive(Clone, Debug)]
pub struct Signal {
    pub name: String,
    pub role: Role,
    pub width: u32,
    pub signed: bool,
    pub value: Literal,
}

/// A literal: its value, and its width as rust-hdl prints it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal {
    pub value: u128,
    pub width: u32,
}

impl Literal {
    /// Reads rust-hdl's literal, whose fields are private, from its printed form.
    pub fn read(literal: &VerilogLiteral) -> Option<Self> {
        Self::parse(&format!("{literal:x}"))
    }

    fn parse(text: &str) -> Option<Self> {
        let (width, digits) = text.split_once("'h")?;
        let value = u128::from_str_radix(digits, 16).ok()?;
        Some(Self { value, width: width.parse().ok()? })
    }
}

/// What a block is.
#[derive(Clone, Debug)]
pub enum Body {
    /// Equations, to be printed as a module.
    Logic(Vec<rust_hdl::core::ast::VerilogStatement>),
    /// The register cell and its reset value.
    Register(Literal),
    /// The memory cell.
    Sram {
        /// Number of words.
        entries: u64,
        /// Bits kept of a word; the others read as zero.
        kept: u32,
    },
    /// Nothing the printer knows.
    Unknown,
}

impl Body {
    fn read(hdl: Verilog) -> Self {
        match hdl {
            Verilog::Combinatorial(block) => Self::Logic(block),
            Verilog::Custom(text) => Self::cell(&text).unwrap_or(Self::Unknown),
            Verilog::Empty => Self::Logic(Vec::new()),
            _ => Self::Unknown,
        }
    }

    fn cell(text: &str) -> Option<Self> {
        if let Some(rest) = text.strip_prefix("// heddle:sram ") {
            let (entries, kept) = rest.lines().next()?.split_once(" x ")?;
            return Some(Self::Sram { entries: entries.parse().ok()?, kept: kept.parse().ok()? });
        }
        let last = text.trim_end().lines().last()?;
        Literal::parse(last.strip_prefix("// heddle:register ")?).map(Self::Register)
    }
}

/// One block and those inside it.
#[derive(Clone, Debug)]
pub struct Design {
    pub name: String,
    pub signals: Vec<Signal>,
    /// Names of enumeration states, as `Type$State`, with width and value.
    pub states: BTreeMap<String, Literal>,
    pub children: Vec<Design>,
    pub body: Body,
}

impl Design {
    /// Reads a circuit.
    pub fn read(circuit: &dyn Block) -> Self {
        let mut reader = Reader { open: vec![Self::open("", Verilog::Empty)], prefix: Vec::new() };
        circuit.accept("top", &mut reader);
        let mut root = reader.open.swap_remove(0);
        root.children.pop().unwrap_or(root)
    }

    /// A signal by rust-hdl's name.
    pub fn signal(&self, name: &str) -> Option<&Signal> {
        self.signals.iter().find(|signal| signal.name == name)
    }

    fn open(name: &str, hdl: Verilog) -> Self {
        Self {
            name: name.to_string(),
            signals: Vec::new(),
            states: BTreeMap::new(),
            children: Vec::new(),
            body: Body::read(hdl),
        }
    }
}

struct Reader {
    open: Vec<Design>,
    prefix: Vec<String>,
}

fn add_states(states: &mut BTreeMap<String, Literal>, descriptor: &TypeDescriptor, width: u32) {
    if let TypeKind::Enum(names) = &descriptor.kind {
        for (value, name) in names.iter().enumerate() {
            states.insert(name.replace("::", "$"), Literal { value: value as u128, width });
        }
    }
}

impl Probe for Reader {
    fn visit_start_scope(&mut self, name: &str, node: &dyn Block) {
        self.open.push(Design::open(name, node.hdl()));
    }

    fn visit_start_namespace(&mut self, name: &str, _: &dyn Block) {
        self.prefix.push(name.to_string());
    }

    fn visit_atom(&mut self, name: &str, signal: &dyn Atom) {
        let role = match signal.kind() {
            AtomKind::InputParameter => Role::Input,
            AtomKind::OutputParameter => Role::Output,
            AtomKind::LocalSignal => Role::Local,
            AtomKind::Constant => Role::Constant,
            _ => Role::Unsupported,
        };
        let name =
            self.prefix.iter().map(String::as_str).chain([name]).collect::<Vec<_>>().join("$");
        let width = signal.bits() as u32;
        let value = Literal::read(&signal.verilog()).unwrap_or(Literal { value: 0, width });
        let descriptor = signal.descriptor();
        let signed = matches!(descriptor.kind, TypeKind::Signed(_));
        let count = self.open.len();
        // A state register's type is visible to the block that reads it: the parent.
        for block in self.open.iter_mut().skip(count.saturating_sub(2)) {
            add_states(&mut block.states, &descriptor, width);
        }
        if let Some(block) = self.open.last_mut() {
            block.signals.push(Signal { name, role, width, signed, value });
        }
    }

    fn visit_end_namespace(&mut self, _: &str, _: &dyn Block) {
        self.prefix.pop();
    }

    fn visit_end_scope(&mut self, _: &str, _: &dyn Block) {
        let block = self.open.pop();
        if let (Some(parent), Some(block)) = (self.open.last_mut(), block) {
            parent.children.push(block);
        }
    }
}
