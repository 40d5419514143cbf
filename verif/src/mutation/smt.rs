//! Turns modules that Yosys wrote as SMT into parts of one formula about one cycle.
//!
//! Yosys writes every signal as a function of a state. The formula has one state of each module,
//! so signals become constants here; solvers then see what two modules share. What a module
//! declares (inputs, registers, signals without a driver) may be bound to a term of another.

use regex::Regex;
use std::collections::BTreeMap;
use std::sync::LazyLock;

/// A signal that a module declares and does not define.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Signal {
    /// Name of the signal in SMT.
    pub symbol: String,
    /// Its sort.
    pub sort: Sort,
    /// The nets of the Verilog it is, as Yosys writes them.
    net: String,
}

/// A sort of Yosys' SMT.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// `Bool`.
    Bool,
    /// A word with its width in bits.
    Word(usize),
}

/// A register.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Register {
    /// Its value.
    pub value: Signal,
    /// The term of its value in the next cycle, of the same sort.
    pub next: String,
}

/// A module.
#[derive(Clone, Debug)]
pub struct Module {
    /// Its name.
    pub name: String,
    /// Registers by the name of their cell, which a mutation does not change.
    pub registers: BTreeMap<String, Register>,
    /// Names of the output ports.
    pub outputs: Vec<String>,
    inputs: Vec<String>,
    /// Widths of nets that have a name.
    widths: BTreeMap<String, usize>,
    lines: Vec<Line>,
}

#[derive(Clone, Debug)]
enum Line {
    Declared(Signal),
    Defined(String),
}

/// A pattern of this file.
fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("the patterns of this file are well formed")
}

macro_rules! patterns {
    ($($name:ident = $text:literal;)*) => {
        $(static $name: LazyLock<Regex> = LazyLock::new(|| pattern($text));)*
    };
}

patterns! {
    MODULE = r"^; yosys-smt2-module (\S+)$";
    PORT = r"^; yosys-smt2-(input|output|register|wire) (\S+) (\d+)$";
    DECLARED = r"^\(declare-fun \|([^|]+#\d+)\| \(\|[^|]+\|\) (Bool|\(_ BitVec (\d+)\))\)(?: ; (.*))?$";
    NEXT = r"^  \(= (.*) \|([^|]+)\|\) ; (\S+) ?.*$";
    OF_A_STATE = r"\((\|[^|]+\|) (?:state|next_state)\)";
    STATE = r"\(\(state \|[^|]+\|\)\)";
    NET = r"\\(\S+)(?: \[(\d+)(?::(\d+))?\])?";
    COUNTED = r"\$\d+$";
}

impl Sort {
    /// How many bits.
    pub fn width(self) -> usize {
        match self {
            Self::Bool => 1,
            Self::Word(width) => width,
        }
    }

    /// `term` of this sort as a word.
    pub fn word(self, term: &str) -> String {
        match self {
            Self::Bool => format!("(ite {term} #b1 #b0)"),
            Self::Word(_) => term.to_string(),
        }
    }

    /// `term`, a word, in this sort.
    pub fn of_word(self, term: &str) -> String {
        match self {
            Self::Bool => format!("(= {term} #b1)"),
            Self::Word(_) => term.to_string(),
        }
    }

    fn smt(self) -> String {
        match self {
            Self::Bool => "Bool".to_string(),
            Self::Word(width) => format!("(_ BitVec {width})"),
        }
    }
}

impl Register {
    /// The term of its value in the next cycle, as a word.
    pub fn next_word(&self) -> String {
        self.value.sort.word(&self.next)
    }
}

impl Module {
    /// Reads what `write_smt2 -wires` wrote of one flat module. The error is a form that is not
    /// known.
    pub fn read(text: &str) -> Result<Self, String> {
        let name = text.lines().find_map(|line| Some(MODULE.captures(line)?[1].to_string()));
        let name = name.ok_or("SMT of Yosys without a module")?;
        let mut module = Self {
            name,
            registers: BTreeMap::new(),
            outputs: Vec::new(),
            inputs: Vec::new(),
            widths: BTreeMap::new(),
            lines: Vec::new(),
        };
        let transition = format!("(define-fun |{}_t|", module.name);
        let mut in_transition = false;
        for line in text.lines() {
            if line.starts_with(&transition) {
                in_transition = true;
            } else if in_transition && line.starts_with("))") {
                in_transition = false;
            } else if in_transition {
                module.transition(line)?;
            } else {
                module.line(line);
            }
        }
        Ok(module)
    }

    fn line(&mut self, line: &str) {
        if let Some(port) = PORT.captures(line) {
            let (kind, name) = (&port[1], port[2].to_string());
            match kind {
                "input" => self.inputs.push(name.clone()),
                "output" => self.outputs.push(name.clone()),
                _ => {}
            }
            self.widths.insert(name, port[3].parse().unwrap_or_default());
        } else if let Some(declared) = DECLARED.captures(line) {
            let width = declared.get(3).and_then(|width| width.as_str().parse().ok());
            self.lines.push(Line::Declared(Signal {
                symbol: declared[1].to_string(),
                sort: width.map_or(Sort::Bool, Sort::Word),
                net: declared.get(4).map_or(String::new(), |net| net.as_str().trim().to_string()),
            }));
        } else if !line.starts_with(';') && !line.starts_with("(declare-") {
            self.lines.push(Line::Defined(constant(line)));
        }
    }

    /// A line of the relation between a state and the next: the next value of a register.
    fn transition(&mut self, line: &str) -> Result<(), String> {
        let unknown = || format!("SMT of Yosys has a new form: {line}");
        let plain = constant(line);
        let next = NEXT.captures(&plain).ok_or_else(unknown)?;
        let value = self.declared().find(|signal| signal.symbol == next[2]).cloned();
        let register = Register { value: value.ok_or_else(unknown)?, next: next[1].to_string() };
        // Words of a memory are counted on behind their name.
        let cell = match next[3].starts_with("$memory") {
            true => COUNTED.replace(&next[3], "").into_owned(),
            false => next[3].to_string(),
        };
        match self.registers.insert(cell, register) {
            None => Ok(()),
            Some(_) => Err(format!("two registers of one name: {line}")),
        }
    }

    fn declared(&self) -> impl Iterator<Item = &Signal> {
        self.lines.iter().filter_map(|line| match line {
            Line::Declared(signal) => Some(signal),
            Line::Defined(_) => None,
        })
    }

    /// Whether a declared signal is an input.
    pub fn is_input(&self, signal: &Signal) -> bool {
        let names = NET.captures_iter(&signal.net).map(|net| net[1].to_string());
        names.into_iter().all(|name| self.inputs.contains(&name)) && signal.net.starts_with('\\')
    }

    /// Whether a declared signal is the value of a register.
    pub fn is_register(&self, signal: &Signal) -> bool {
        self.registers.values().any(|register| register.value == *signal)
    }

    /// The term of a net with a name.
    pub fn net(&self, name: &str) -> String {
        format!("|{}_n {name}|", self.name)
    }

    /// The term of what `signal` of another module is called here, in its sort; names of that
    /// module have `prefix` before them. Nothing, if it has no name here.
    pub fn same_as(&self, signal: &Signal, prefix: &str) -> Option<String> {
        let nets = NET.captures_iter(&signal.net);
        let parts: Option<Vec<(String, usize)>> = nets
            .map(|net| {
                let name = net[1].strip_prefix(prefix).unwrap_or(&net[1]);
                let width = *self.widths.get(name)?;
                let bit = |place| net.get(place).and_then(|bit| bit.as_str().parse().ok());
                let high = bit(2).unwrap_or(width - 1);
                let low = bit(3).or(bit(2)).unwrap_or(0);
                let term = match width {
                    1 => Sort::Bool.word(&self.net(name)),
                    _ => format!("((_ extract {high} {low}) {})", self.net(name)),
                };
                Some((term, high + 1 - low))
            })
            .collect();
        let parts = parts.filter(|parts| !parts.is_empty())?;
        let width: usize = parts.iter().map(|part| part.1).sum();
        let terms: Vec<&str> = parts.iter().map(|part| part.0.as_str()).collect();
        let word = match terms.as_slice() {
            [one] => one.to_string(),
            many => format!("(concat {})", many.join(" ")),
        };
        (width == signal.sort.width()).then(|| signal.sort.of_word(&word))
    }

    /// The module's text, with declared signals bound to terms; the others may be anything.
    pub fn bound(&self, term: impl Fn(&Signal) -> Option<String>) -> String {
        let line = |line: &Line| match line {
            Line::Defined(text) => format!("{text}\n"),
            Line::Declared(signal) => {
                let (symbol, sort) = (&signal.symbol, signal.sort.smt());
                match term(signal) {
                    Some(term) => format!("(define-fun |{symbol}| () {sort} {term})\n"),
                    None => format!("(declare-const |{symbol}| {sort})\n"),
                }
            }
        };
        self.lines.iter().map(line).collect()
    }
}

/// A line about a state, as one about constants.
fn constant(line: &str) -> String {
    STATE.replace_all(&OF_A_STATE.replace_all(line, "$1"), "()").into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = r"; yosys-smt2-module m
(declare-sort |m_s| 0)
(declare-fun |m_is| (|m_s|) Bool)
; yosys-smt2-input d 4
(declare-fun |m#0| (|m_s|) (_ BitVec 2)) ; \d [3:2]
(declare-fun |m#1| (|m_s|) Bool) ; \unit.q_q [1]
; yosys-smt2-wire q_q 2
(define-fun |m_n q_q| ((state |m_s|)) (_ BitVec 2) (concat #b0 (ite (|m#1| state) #b1 #b0)))
(define-fun |m_t| ((state |m_s|) (next_state |m_s|)) Bool (and
  (= (= ((_ extract 0 0) (|m#0| state)) #b1) (|m#1| next_state)) ; $cell$7 \unit.q_q [1]
)) ; end of module m
";

    #[test]
    fn a_module_is_read_as_constants_and_registers() {
        let module = Module::read(TEXT).expect("it is in the form that is known");
        let register = &module.registers["$cell$7"];
        assert_eq!(register.next, "(= ((_ extract 0 0) |m#0|) #b1)");
        assert_eq!(register.value.sort, Sort::Bool);
        assert!(module.is_register(&register.value) && !module.is_input(&register.value));
        let text = module.bound(|signal| module.is_register(signal).then(|| "true".to_string()));
        let expected = "(declare-const |m#0| (_ BitVec 2))\n(define-fun |m#1| () Bool true)\n\
                        (define-fun |m_n q_q| () (_ BitVec 2) (concat #b0 (ite |m#1| #b1 #b0)))\n";
        assert_eq!(text, expected);
    }

    #[test]
    fn a_signal_is_found_by_its_name_in_another_module() {
        let module = Module::read(TEXT).expect("it is in the form that is known");
        let value = &module.registers["$cell$7"].value;
        let term = module.same_as(value, "unit.");
        assert_eq!(term.as_deref(), Some("(= ((_ extract 1 1) |m_n q_q|) #b1)"));
        let other = Signal { net: r"\unit.other".to_string(), ..value.clone() };
        assert_eq!(module.same_as(&other, "unit."), None);
    }

    #[test]
    fn text_that_is_no_module_is_refused() {
        assert!(Module::read("").is_err());
        let unknown = TEXT.replace("(= (= ", "(< (= ");
        assert!(Module::read(&unknown).expect_err("no register").contains("new form"));
    }
}
