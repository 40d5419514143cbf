//! Names of one module: their kinds, how they are printed, and which of their bits are read.

use super::design::{Design, Literal, Role};
use super::reserved::is_reserved;
use super::Word;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// The kind of a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// A wire, register or port.
    Signal,
    /// A `localparam`.
    Constant(Literal),
    /// The number of elements of banks: a `localparam` that is used instead of the number.
    Count(u64),
    /// Clock or reset of a cell or sub-block: always those of the module, never printed.
    Implied,
}

/// One name.
#[derive(Clone, Debug)]
pub struct Name {
    pub verilog: String,
    /// Width in bits; for a bank, of one element.
    pub width: u32,
    /// Number of elements of a bank. They are concatenated in one vector, the first in the lowest
    /// bits.
    pub elements: Option<u64>,
    pub meaning: Meaning,
}

/// Which bits of which names are read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reads(BTreeMap<String, Word>);

impl Reads {
    /// Adds all bits that `others` reads.
    pub fn add(&mut self, others: &Self) {
        others.0.iter().for_each(|(key, bits)| self.insert(key, *bits));
    }

    /// Adds bits of a name.
    pub fn insert(&mut self, key: &str, bits: Word) {
        *self.0.entry(key.to_string()).or_default() |= bits;
    }

    /// Returns whether any bit of a name is read.
    pub fn has(&self, key: &str) -> bool {
        self.0.contains_key(key)
    }

    /// Returns the names.
    pub fn keys(&self) -> impl Iterator<Item = &String> {
        self.0.keys()
    }
}

/// All names of a module, by rust-hdl's spelling without indices.
#[derive(Default)]
pub struct Names {
    table: BTreeMap<String, Name>,
    read: RefCell<Reads>,
    recent: RefCell<Reads>,
}

/// Returns a name without rust-hdl's separators.
pub fn plain(name: &str) -> String {
    name.replace('$', "_")
}

/// Returns a name in capitals with separated words: `State$NativeDone` becomes `STATE_NATIVE_DONE`.
fn capitals(name: &str) -> String {
    let mut out = String::new();
    let mut small = false;
    for letter in plain(name).chars() {
        if letter.is_uppercase() && small {
            out.push('_');
        }
        small = letter.is_lowercase() || letter.is_ascii_digit();
        out.extend(letter.to_uppercase());
    }
    out
}

impl Names {
    /// Collects the names of a block: its signals, those of the blocks inside, states and
    /// constants.
    pub fn of(design: &Design) -> Result<Self, String> {
        let mut names = Self::default();
        for signal in &design.signals {
            let value = signal.value.clone();
            let meaning = match signal.role {
                Role::Constant => Meaning::Constant(value),
                Role::Count => Meaning::Count(value.value.as_u64()),
                _ => Meaning::Signal,
            };
            let mut verilog = match meaning {
                Meaning::Signal => plain(&signal.name),
                _ => capitals(&signal.name),
            };
            if is_reserved(&verilog) {
                if matches!(signal.role, Role::Input | Role::Output) {
                    return Err(format!("{verilog} is a reserved word: rename the port"));
                }
                verilog.push_str("_s");
            }
            names.add(&signal.name, verilog, signal.width, None, meaning)?;
        }
        for child in &design.children {
            for signal in &child.part().signals {
                let implied = ["clock", "reset"].contains(&signal.name.as_str());
                let meaning = match signal.role {
                    Role::Input if implied => Meaning::Implied,
                    Role::Input | Role::Output => Meaning::Signal,
                    _ => continue,
                };
                let path = format!("{}${}", child.name, signal.name);
                names.add(&path, plain(&path), signal.width, child.elements(), meaning)?;
            }
        }
        for (state, value) in &design.states {
            let meaning = Meaning::Constant(value.clone());
            names.add(state, capitals(state), value.width, None, meaning)?;
        }
        Ok(names)
    }

    fn add(
        &mut self,
        key: &str,
        verilog: String,
        width: u32,
        elements: Option<u64>,
        meaning: Meaning,
    ) -> Result<(), String> {
        if let Some((other, _)) = self.table.iter().find(|(_, name)| name.verilog == verilog) {
            return Err(format!("{key} and {other} would both be called {verilog}: rename one"));
        }
        self.table.insert(key.to_string(), Name { verilog, width, elements, meaning });
        Ok(())
    }

    /// Returns a name by rust-hdl's spelling.
    pub fn get(&self, key: &str) -> Option<&Name> {
        self.table.get(key)
    }

    /// Returns whether some name is printed like this.
    pub fn is_taken(&self, verilog: &str) -> bool {
        self.table.values().any(|name| name.verilog == verilog)
    }

    /// Prints a number of elements: as the name of a count with this value, or as the number.
    pub fn count(&self, elements: u64) -> String {
        let counts = |(_, name): &(&String, &Name)| name.meaning == Meaning::Count(elements);
        match self.table.iter().find(counts) {
            Some((key, name)) => {
                self.mark_read(key, ones(name.width));
                name.verilog.clone()
            }
            None => elements.to_string(),
        }
    }

    /// Records that an expression that is being printed reads bits of a name.
    pub fn mark_read(&self, key: &str, bits: Word) {
        self.recent.borrow_mut().insert(key, bits);
    }

    /// Returns what has been read since the previous call.
    pub fn take_recent(&self) -> Reads {
        self.recent.take()
    }

    /// Records what the printed module reads.
    pub fn keep(&self, reads: &Reads) {
        self.read.borrow_mut().add(reads);
    }

    /// Records that the printed module reads bits of a name.
    pub fn keep_bits(&self, key: &str, bits: Word) {
        self.read.borrow_mut().insert(key, bits);
    }

    /// Returns which bits of a name are read; for a bank, in any element.
    pub fn read_bits(&self, key: &str) -> Word {
        self.read.borrow().0.get(key).copied().unwrap_or_default()
    }
}

/// Returns a number with the lowest `width` bits set.
pub fn ones(width: u32) -> Word {
    match width {
        256.. => Word::MAX,
        _ => (Word::ONE << width) - 1,
    }
}
