//! Names of one module: what each is, how it is printed, and which of its bits are read.

use super::design::{Design, Literal, Role};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

/// What a name stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A wire, register or port.
    Signal,
    /// A `localparam`.
    Constant(Literal),
    /// Clock or reset of a cell or sub-block: always the module's own, never printed.
    Implied,
}

/// One name.
#[derive(Clone, Debug)]
pub struct Name {
    pub verilog: String,
    pub width: u32,
    pub meaning: Meaning,
}

/// All names of a module, by rust-hdl's spelling.
#[derive(Default)]
pub struct Names {
    table: BTreeMap<String, Name>,
    read: RefCell<BTreeMap<String, u128>>,
    recent: RefCell<BTreeSet<String>>,
}

/// Words Verilog or the tools keep for themselves.
const RESERVED: &[&str] = &[
    "always",
    "and",
    "assign",
    "automatic",
    "begin",
    "bit",
    "break",
    "buf",
    "byte",
    "case",
    "cell",
    "checker",
    "class",
    "clocking",
    "config",
    "const",
    "constraint",
    "context",
    "continue",
    "cover",
    "default",
    "design",
    "disable",
    "dist",
    "do",
    "edge",
    "else",
    "end",
    "enum",
    "event",
    "expect",
    "export",
    "extends",
    "extern",
    "final",
    "for",
    "force",
    "foreach",
    "forever",
    "fork",
    "function",
    "generate",
    "global",
    "if",
    "iff",
    "import",
    "initial",
    "inout",
    "input",
    "inside",
    "instance",
    "int",
    "integer",
    "interface",
    "join",
    "large",
    "let",
    "library",
    "local",
    "logic",
    "longint",
    "matches",
    "medium",
    "module",
    "modport",
    "nand",
    "negedge",
    "new",
    "next",
    "nor",
    "not",
    "null",
    "or",
    "output",
    "package",
    "packed",
    "parameter",
    "posedge",
    "primitive",
    "priority",
    "program",
    "property",
    "protected",
    "pure",
    "rand",
    "real",
    "ref",
    "reg",
    "release",
    "repeat",
    "restrict",
    "return",
    "sequence",
    "signed",
    "small",
    "solve",
    "static",
    "string",
    "strong",
    "struct",
    "super",
    "supply",
    "table",
    "tagged",
    "task",
    "this",
    "time",
    "type",
    "typedef",
    "union",
    "unique",
    "unsigned",
    "until",
    "use",
    "var",
    "vectored",
    "virtual",
    "void",
    "wait",
    "weak",
    "while",
    "wire",
    "with",
    "within",
    "xnor",
    "xor",
    "alignas",
    "auto",
    "bool",
    "catch",
    "char",
    "delete",
    "double",
    "explicit",
    "false",
    "float",
    "free",
    "friend",
    "goto",
    "inline",
    "long",
    "malloc",
    "mutable",
    "namespace",
    "operator",
    "private",
    "public",
    "register",
    "short",
    "sizeof",
    "switch",
    "template",
    "throw",
    "true",
    "try",
    "using",
    "volatile",
];

/// Whether a word is not free to be a name.
pub fn is_reserved(word: &str) -> bool {
    RESERVED.contains(&word)
}

/// A name without rust-hdl's separators.
pub fn plain(name: &str) -> String {
    name.replace('$', "_")
}

impl Names {
    /// The names of a block: its signals, those of the blocks inside, states and constants.
    pub fn of(design: &Design) -> Result<Self, String> {
        let mut names = Self::default();
        for signal in &design.signals {
            let meaning = match signal.role {
                Role::Constant => Meaning::Constant(signal.value.clone()),
                _ => Meaning::Signal,
            };
            let mut verilog = plain(&signal.name);
            if is_reserved(&verilog) {
                if matches!(signal.role, Role::Input | Role::Output) {
                    return Err(format!("{verilog} is a reserved word: rename the port"));
                }
                verilog.push_str("_s");
            }
            names.add(&signal.name, verilog, signal.width, meaning)?;
        }
        for child in &design.children {
            for signal in &child.signals {
                let implied = ["clock", "reset"].contains(&signal.name.as_str());
                let meaning = match signal.role {
                    Role::Input if implied => Meaning::Implied,
                    Role::Input | Role::Output => Meaning::Signal,
                    _ => continue,
                };
                let path = format!("{}${}", child.name, signal.name);
                names.add(&path, plain(&path), signal.width, meaning)?;
            }
        }
        for (state, value) in &design.states {
            names.add(state, plain(state), value.width, Meaning::Constant(value.clone()))?;
        }
        Ok(names)
    }

    fn add(
        &mut self,
        key: &str,
        verilog: String,
        width: u32,
        meaning: Meaning,
    ) -> Result<(), String> {
        if let Some((other, _)) = self.table.iter().find(|(_, name)| name.verilog == verilog) {
            return Err(format!("{key} and {other} would both be called {verilog}: rename one"));
        }
        self.table.insert(key.to_string(), Name { verilog, width, meaning });
        Ok(())
    }

    /// A name by rust-hdl's spelling.
    pub fn get(&self, key: &str) -> Option<&Name> {
        self.table.get(key)
    }

    /// Notes that bits of a name are read.
    pub fn mark_read(&self, key: &str, bits: u128) {
        *self.read.borrow_mut().entry(key.to_string()).or_default() |= bits;
        self.recent.borrow_mut().insert(key.to_string());
    }

    /// The names read since this was last called.
    pub fn take_recent(&self) -> BTreeSet<String> {
        self.recent.take()
    }

    /// Which bits of a name are read.
    pub fn read_bits(&self, key: &str) -> u128 {
        self.read.borrow().get(key).copied().unwrap_or(0)
    }

    /// The constants that are read, with what they stand for.
    pub fn used_constants(&self) -> impl Iterator<Item = (&Name, &Literal)> {
        self.table.iter().filter_map(|(key, name)| match &name.meaning {
            Meaning::Constant(value) if self.read_bits(key) != 0 => Some((name, value)),
            _ => None,
        })
    }
}

/// The lowest `width` bits set.
pub fn ones(width: u32) -> u128 {
    if width >= 128 {
        u128::MAX
    } else {
        (1 << width) - 1
    }
}
