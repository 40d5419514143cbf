//! Proves by induction that a mutant is equivalent to the unit under the protocol.
//!
//! Unit and mutant see the same pins and begin with the same bits in their registers. The formula
//! has one cycle of both, beside the unit as it was proved ([`crate::formal`]): its assumptions,
//! which are the protocol, and its properties, which restrict its states. If no output and no
//! register's next value can differ then, outputs never differ. Bits of registers that can differ
//! are left free in the mutant, and the query is repeated.
//!
//! State that a reset keeps, such as the words of a memory, is arbitrary after power-up in the unit
//! too, and its outputs do not depend on it. So the mutant may change such bits in a reset.

use super::difference::{mask, take_away, Bits, Difference};
use super::mutant::Mutant;
use super::netlist::{apart, read, run, PREPARED, TOP};
use super::smt::{Module, Signal};
use super::stimulus::PinStimulus;
use super::PATIENCE;
use crate::formal::{lemmas, plan_of, solve, FormalError};
use std::path::{Path, PathBuf};
use std::time::Instant;

/// Prefix of the names of the unit in its top module.
const INSTANCE: &str = "unit.";

/// A unit, and the data for queries about its mutants.
pub struct Prover<'a> {
    dir: PathBuf,
    stimulus: &'a PinStimulus,
    lemmas: Module,
    unit: Module,
    /// Both as text, with the unit's registers and inputs bound to those of the proved unit.
    given: String,
    /// Bits to which a reset assigns a value.
    reset: Bits,
}

impl<'a> Prover<'a> {
    /// Proves the unit's properties, or finds the proof in the cache. `dir` has the prepared unit.
    pub fn new(dir: &Path, stimulus: &'a PinStimulus) -> Result<Self, String> {
        let plan = plan_of(stimulus.unit)?;
        let lemmas = Module::read(&lemmas(&plan).map_err(|error| error.to_string())?)?;
        let unit = translate(dir, "", "as_it_is")?;
        let held = |signal: &Signal| unit.is_register(signal) || unit.is_input(signal);
        let same = |signal: &Signal| lemmas.same_as(signal, INSTANCE).filter(|_| held(signal));
        let given = lemmas.bound(|_| None)
            + &unit.bound(same)
            + &same_inputs(stimulus, &lemmas, &unit)
            + &protocol(&lemmas);
        let mut prover =
            Self { dir: dir.to_path_buf(), stimulus, lemmas, unit, given, reset: Bits::new() };
        prover.reset = prover.bits_with_a_reset()?;
        let possible = format!("{}(assert {})\n(check-sat)\n", prover.given, prover.alive());
        match prover.ask_of_unit(&possible)? {
            None => Err(format!("verif/formal/{}.v contradicts itself", stimulus.unit)),
            Some(_) => Ok(prover),
        }
    }

    /// Returns whether the mutant is proved to be equivalent, if the solver says so in time. `false` means that nothing
    /// is known.
    pub fn proves(&self, mutant: &Mutant) -> Result<Option<bool>, String> {
        let own = apart(&self.dir)?;
        let dir = own.path();
        let mutant = translate(dir, &format!("mutate {}\n", mutant.arguments), "changed")?;
        let mut agreed = Bits::new();
        for (cell, register) in &self.unit.registers {
            let width = register.value.sort.width();
            let other = mutant.registers.get(cell).map(|register| register.value.sort.width());
            if other == Some(width) {
                agreed.insert(cell.clone(), vec![true; width]);
            }
        }
        // Each round may find a few bits more that differ, of memories of thousands: the rounds together have a limit too.
        let begin = Instant::now();
        while begin.elapsed() < PATIENCE {
            let given = format!("{}{}", self.given, self.beside(&mutant, &agreed));
            match self.ask(dir, &format!("{given}{}", self.an_output_differs(&mutant)))? {
                Answer::Never => {}
                Answer::Can(_) => return Ok(Some(false)),
                Answer::Unknown => return Ok(None),
            }
            let difference = self.a_register_differs(&mutant, &agreed);
            match self.ask(dir, &format!("{given}{}", difference.text))? {
                Answer::Never => return Ok(Some(true)),
                Answer::Unknown => return Ok(None),
                Answer::Can(found) => take_away(&mut agreed, &difference.read(&found)?),
            }
        }
        Ok(None)
    }

    /// Returns the condition that there was a reset.
    fn alive(&self) -> String {
        self.lemmas.net("f_alive")
    }

    /// Returns the mutant beside the unit.
    fn beside(&self, mutant: &Module, agreed: &Bits) -> String {
        let free = mutant.registers.values().map(|register| {
            let (symbol, width) = (&register.value.symbol, register.value.sort.width());
            format!("(declare-const |{symbol} free| (_ BitVec {width}))\n")
        });
        let bound = mutant.bound(|signal| self.bind(mutant, agreed, signal));
        free.chain([bound, same_inputs(self.stimulus, &self.lemmas, mutant)]).collect()
    }

    /// Binds a declared signal of the mutant: an input to that of the unit, a register to the
    /// agreed bits of the unit's register.
    fn bind(&self, mutant: &Module, agreed: &Bits, signal: &Signal) -> Option<String> {
        if mutant.is_input(signal) {
            return self.lemmas.same_as(signal, INSTANCE);
        }
        let cell = mutant.registers.iter().find(|(_, register)| register.value == *signal)?.0;
        let (bits, unit) = (agreed.get(cell)?, &self.unit.registers[cell].value);
        let same = unit.sort.word(&format!("|{}|", unit.symbol));
        let free = format!("|{} free|", signal.symbol);
        Some(signal.sort.of_word(&match bits.iter().all(|agreed| *agreed) {
            true => same,
            false => format!(
                "(bvor (bvand {same} {}) (bvand {free} {}))",
                mask(bits, true),
                mask(bits, false)
            ),
        }))
    }

    /// Returns the query whether an output differs in some cycle after a reset.
    fn an_output_differs(&self, mutant: &Module) -> String {
        let outputs = self.stimulus.outputs.iter();
        let differ: String = outputs
            .map(|pin| format!("(distinct {} {}) ", self.unit.net(pin.name), mutant.net(pin.name)))
            .collect();
        let alive = self.alive();
        format!("(assert {alive})\n(assert (or {differ}))\n(check-sat)\n")
    }

    /// Returns the query whether the next value of an agreed bit differs.
    fn a_register_differs(&self, mutant: &Module, agreed: &Bits) -> Difference {
        let words = agreed.iter().map(|(cell, bits)| {
            let next = [&self.unit, mutant].map(|module| module.registers[cell].next_word());
            let both = |(bit, reset): (&bool, &bool)| *bit && *reset;
            let in_reset: Vec<bool> = bits.iter().zip(&self.reset[cell]).map(both).collect();
            let compared =
                format!("(ite {} {} {})", self.alive(), mask(bits, true), mask(&in_reset, true));
            (cell.as_str(), bits.len(), compared, next)
        });
        Difference::between(words)
    }

    /// Returns the bits of the unit that have the same value after every reset.
    fn bits_with_a_reset(&self) -> Result<Bits, String> {
        let given = format!("{}(assert {})\n", self.given, self.lemmas.net("reset"));
        let mut bits = Bits::new();
        for (cell, register) in &self.unit.registers {
            bits.insert(cell.clone(), vec![true; register.value.sort.width()]);
        }
        let none: Bits =
            bits.iter().map(|(cell, all)| (cell.clone(), vec![false; all.len()])).collect();
        let from = |bits: &Bits, values: &Bits| {
            Difference::between(bits.iter().map(|(cell, bits)| {
                let next = [self.unit.registers[cell].next_word(), mask(&values[cell], true)];
                (cell.as_str(), bits.len(), mask(bits, true), next)
            }))
        };
        // The values after one reset; those after others are compared with them.
        let mut values = none.clone();
        if let Some(found) = self.ask_of_unit(&format!("{given}{}", from(&bits, &none).text))? {
            values = from(&bits, &none).read(&found)?;
        }
        // A register that a reset keeps can differ in all bits at once. The solver tells few of them in a round.
        for (cell, word) in &mut bits {
            let (next, value) = (self.unit.registers[cell].next_word(), mask(&values[cell], true));
            let all = mask(&vec![true; word.len()], true);
            let text = format!("{given}(assert (= (bvxor {next} {value}) {all}))\n(check-sat)\n");
            if self.ask_of_unit(&text)?.is_some() {
                word.fill(false);
            }
        }
        loop {
            let difference = from(&bits, &values);
            match self.ask_of_unit(&format!("{given}{}", difference.text))? {
                None => return Ok(bits),
                Some(found) => take_away(&mut bits, &difference.read(&found)?),
            }
        }
    }

    /// Asks about the unit itself, on which every question about a mutant rests: without an answer there is an error.
    /// Returns the requested values, or none if the situation is impossible.
    fn ask_of_unit(&self, text: &str) -> Result<Option<String>, String> {
        match self.ask(&self.dir, text)? {
            Answer::Never => Ok(None),
            Answer::Can(values) => Ok(Some(values)),
            Answer::Unknown => Err(unanswered(self.stimulus)),
        }
    }

    fn ask(&self, dir: &Path, text: &str) -> Result<Answer, String> {
        let text = format!("(set-logic QF_BV)\n{text}");
        let said = match solve(dir, &text, PATIENCE) {
            Err(FormalError::NoAnswer(_)) => return Ok(Answer::Unknown),
            said => said.map_err(|error| error.to_string())?,
        };
        match said.split_once('\n') {
            Some(("unsat", _)) => Ok(Answer::Never),
            Some(("sat", values)) => Ok(Answer::Can(values.to_string())),
            _ => Err(format!("{}: Bitwuzla says {said}", self.stimulus.unit)),
        }
    }
}

/// The solver's answer about a situation that must be impossible.
enum Answer {
    /// It is impossible.
    Never,
    /// It is possible, with the requested values.
    Can(String),
    /// The solver has found neither in time.
    Unknown,
}

/// Says that a question on which every other rests has no answer.
pub(super) fn unanswered(stimulus: &PinStimulus) -> String {
    format!("{}: {}", stimulus.unit, FormalError::NoAnswer(PATIENCE))
}

/// Says that `module` sees the inputs of the proved unit. Yosys may declare several of them as one word, which is then
/// no input of the unit that could be bound by its name.
fn same_inputs(stimulus: &PinStimulus, lemmas: &Module, module: &Module) -> String {
    let pins = stimulus.inputs.iter();
    pins.map(|pin| format!("(assert (= {} {}))\n", module.net(pin.name), lemmas.net(pin.name)))
        .collect()
}

/// Returns the protocol, the proved properties of the unit, and a reset before any claim.
fn protocol(lemmas: &Module) -> String {
    let (name, alive, reset) = (&lemmas.name, lemmas.net("f_alive"), lemmas.net("reset"));
    format!(
        "(assert |{name}_u|)\n(assert (=> {alive} |{name}_a|))\n(assert (or {alive} {reset}))\n"
    )
}

/// Translates a changed prepared unit to SMT.
fn translate(dir: &Path, change: &str, name: &str) -> Result<Module, String> {
    let file = format!("{name}.smt2");
    run(
        dir,
        &format!(
            "read_rtlil {PREPARED}\n{change}memory_map\nopt_expr\ndffunmap\nrename {TOP} {name}\n\
             write_smt2 -wires {file}\n"
        ),
    )?;
    Module::read(&read(dir, &file)?)
}
