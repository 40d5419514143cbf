//! The tree of blocks, as a probe of rust-hdl finds it.

use super::Word;
use heddle_hw::kit::count::COUNT_TYPE;
use rust_hdl::core::ast::{Verilog, VerilogLiteral};
use rust_hdl::core::atom::AtomKind;
use rust_hdl::prelude::{Atom, Block, Probe, TypeDescriptor, TypeKind};

/// The role of a signal in its module.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    Input,
    Output,
    Local,
    Constant,
    /// A constant that is the number of elements of banks.
    Count,
    /// In-out and similar roles, which units do not have.
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
    /// Names of the states of an enumeration, as `Type$State`, by value.
    pub states: Vec<String>,
}

/// A literal: its value, and its width as rust-hdl prints it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Literal {
    pub value: Word,
    pub width: u32,
}

impl Literal {
    /// Reads rust-hdl's literal, whose fields are private, from its printed form.
    pub fn read(literal: &VerilogLiteral) -> Option<Self> {
        Self::parse(&format!("{literal:x}"))
    }

    fn parse(text: &str) -> Option<Self> {
        let (width, digits) = text.split_once("'h")?;
        let value = Word::from_str_radix(digits, 16).ok()?;
        Some(Self { value, width: width.parse().ok()? })
    }
}

/// The kind of a block.
#[derive(Clone, Debug)]
pub enum Body {
    /// Equations, to be printed as a module.
    Logic(Vec<rust_hdl::core::ast::VerilogStatement>),
    /// The register cell and its reset value, if it has a reset.
    Register(Option<Literal>),
    /// The memory cell.
    Sram {
        /// Number of words.
        entries: u64,
        /// Bits kept of a word; the others read as zero.
        kept: u32,
    },
    /// A block that the printer does not know.
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
        match last.strip_prefix("// heddle:register ")? {
            "none" => Some(Self::Register(None)),
            value => Literal::parse(value).map(|value| Self::Register(Some(value))),
        }
    }
}

/// A block inside another, or a bank of equal blocks.
#[derive(Clone, Debug)]
pub struct Child {
    pub name: String,
    /// Whether it is in an array, and so is reached by an index.
    pub bank: bool,
    /// The block, or the blocks of the bank; only their reset values may differ.
    pub parts: Vec<Design>,
}

impl Child {
    /// Returns the block, or any block of the bank.
    pub fn part(&self) -> &Design {
        &self.parts[0]
    }

    /// Returns whether it is the register cell.
    pub fn is_register(&self) -> bool {
        matches!(self.part().body, Body::Register(_))
    }

    /// Returns the number of blocks of the bank.
    pub fn elements(&self) -> Option<u64> {
        self.bank.then_some(self.parts.len() as u64)
    }
}

/// One block and those inside it.
#[derive(Clone, Debug)]
pub struct Design {
    pub name: String,
    pub signals: Vec<Signal>,
    /// Names of enumeration states, as `Type$State`, with width and value.
    pub states: Vec<(String, Literal)>,
    pub children: Vec<Child>,
    pub body: Body,
}

impl Design {
    /// Reads a circuit.
    pub fn read(circuit: &dyn Block) -> Self {
        let mut reader = Reader { open: vec![Self::open("", Verilog::Empty)], prefix: Vec::new() };
        circuit.accept("top", &mut reader);
        let mut root = reader.open.swap_remove(0);
        match root.children.pop().and_then(|mut child| child.parts.pop()) {
            Some(circuit) => circuit,
            None => root,
        }
    }

    /// Returns a signal by rust-hdl's name.
    pub fn signal(&self, name: &str) -> Option<&Signal> {
        self.signals.iter().find(|signal| signal.name == name)
    }

    /// Returns whether two blocks are the same hardware; their names may differ. Constants are a part of it.
    pub fn is_like(&self, other: &Self) -> bool {
        let registers = match (&self.body, &other.body) {
            (Body::Register(a), Body::Register(b)) => a.is_some() == b.is_some(),
            _ => false,
        };
        let looks = |design: &Self| format!("{:?} {:?}", design.body, design.children);
        format!("{:?}", self.ports()) == format!("{:?}", other.ports())
            && (registers || looks(self) == looks(other))
    }

    fn ports(&self) -> Vec<(&str, Role, u32, Option<&Literal>)> {
        fn port(s: &Signal) -> (&str, Role, u32, Option<&Literal>) {
            let fixed = matches!(s.role, Role::Constant | Role::Count);
            (s.name.as_str(), s.role, s.width, fixed.then_some(&s.value))
        }
        self.signals.iter().map(port).collect()
    }

    /// Adds a block, to its bank if it is one of several equal blocks.
    fn adopt(&mut self, design: Self) {
        let (name, bank) = match design.name.rsplit_once('$') {
            Some((bank, _)) => (bank.to_string(), true),
            None => (design.name.clone(), false),
        };
        match self.children.last_mut().filter(|last| bank && last.bank && last.name == name) {
            Some(last) if last.part().is_like(&design) => last.parts.push(design),
            _ => self.children.push(Child { name, bank, parts: vec![design] }),
        }
    }

    fn open(name: &str, hdl: Verilog) -> Self {
        Self {
            name: name.to_string(),
            signals: Vec::new(),
            states: Vec::new(),
            children: Vec::new(),
            body: Body::read(hdl),
        }
    }
}

struct Reader {
    open: Vec<Design>,
    prefix: Vec<String>,
}

fn state_names(descriptor: &TypeDescriptor) -> Vec<String> {
    match &descriptor.kind {
        TypeKind::Enum(names) => names.iter().map(|name| name.replace("::", "$")).collect(),
        _ => Vec::new(),
    }
}

fn add_states(states: &mut Vec<(String, Literal)>, descriptor: &TypeDescriptor, width: u32) {
    for (value, name) in state_names(descriptor).into_iter().enumerate() {
        if !states.iter().any(|(known, _)| *known == name) {
            states.push((name, Literal { value: Word::from(value as u64), width }));
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
            AtomKind::Constant if signal.descriptor().name == COUNT_TYPE => Role::Count,
            AtomKind::Constant => Role::Constant,
            _ => Role::Unsupported,
        };
        let name =
            self.prefix.iter().map(String::as_str).chain([name]).collect::<Vec<_>>().join("$");
        let width = signal.bits() as u32;
        let value =
            Literal::read(&signal.verilog()).unwrap_or(Literal { value: Word::ZERO, width });
        let descriptor = signal.descriptor();
        let signed = matches!(descriptor.kind, TypeKind::Signed(_));
        let count = self.open.len();
        // A state register's type is visible to the block that reads it: the parent.
        for block in self.open.iter_mut().skip(count.saturating_sub(2)) {
            add_states(&mut block.states, &descriptor, width);
        }
        if let Some(block) = self.open.last_mut() {
            let states = state_names(&descriptor);
            block.signals.push(Signal { name, role, width, signed, value, states });
        }
    }

    fn visit_end_namespace(&mut self, _: &str, _: &dyn Block) {
        self.prefix.pop();
    }

    fn visit_end_scope(&mut self, _: &str, _: &dyn Block) {
        let block = self.open.pop();
        if let (Some(parent), Some(block)) = (self.open.last_mut(), block) {
            parent.adopt(block);
        }
    }
}
