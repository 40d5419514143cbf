//! What the neighbours of a unit promise it, beyond the contract: the rules of its `pins.rs` that bind the other side.
//! Checked in every trial, where the environment is the other side, and in whole machines, where SMXs, host, memory and
//! other units are.

use super::clocked::Clocked;
use super::contract::Monitor;
use super::mask::Mask;
use super::pins::Pins;
use super::unit::Unit;
use super::width::Class;

/// The promises to one unit, from its reset on. They are not about time: in a machine an idle unit is not stepped, so
/// that cycles between are not seen.
pub trait Neighbours<I, O>: Send {
    /// Looks at the pins of the next cycle in which the unit is stepped. The error says which rule of `pins.rs` a
    /// neighbour breaks, and how.
    fn cycle(&mut self, input: &I, output: &O) -> Result<(), String>;
}

/// What the neighbours of unit `R` promise it.
pub type Of<R> = Box<dyn Neighbours<<R as Unit>::In, <R as Unit>::Out>>;

/// Neighbours that promise nothing beyond the contract.
pub struct Unbound;

impl<I, O> Neighbours<I, O> for Unbound {
    fn cycle(&mut self, _: &I, _: &O) -> Result<(), String> {
        Ok(())
    }
}

/// Fails with what was broken unless it holds.
pub(crate) fn promised(holds: bool, broken: impl FnOnce() -> String) -> Result<(), String> {
    holds.then_some(()).ok_or_else(broken)
}

/// The entry that a neighbour names with `what`.
pub(crate) fn entry<'a, T>(
    entries: &'a mut [T],
    number: u32,
    what: &str,
) -> Result<&'a mut T, String> {
    let found = entries.get_mut(number as usize);
    found.ok_or_else(|| format!("{what} of entry {number}, which there is not"))
}

/// A grant to a TB source is of one SMX that it wants, or of none. `rule` is the rule of grants.
pub(crate) fn wanted(rule: u32, granted: &Mask, want: &Mask) -> Result<(), String> {
    promised(granted.count() <= 1, || {
        format!("rule {rule}: {} SMXs are granted", granted.count())
    })?;
    promised(granted.iter().all(|smx| want.has(smx)), || {
        format!("rule {rule}: an SMX is granted that is not wanted")
    })
}

/// The words that memory still has to answer.
#[derive(Default)]
pub(crate) struct Asked {
    words: u64,
}

impl Asked {
    /// In this cycle `asked` words are asked for, and memory `answers` one asked for before, or none. `rule` is the rule
    /// of the memory port.
    pub fn cycle(&mut self, rule: u32, asked: u32, answers: bool) -> Result<(), String> {
        promised(!answers || self.words > 0, || {
            format!("rule {rule}: memory answers a word that was not asked for")
        })?;
        self.words = self.words - u64::from(answers) + u64::from(asked);
        Ok(())
    }
}

/// A unit in a whole machine, with the contract and its neighbours' promises watched. What is broken is its fault.
pub struct Watching<U: Clocked> {
    name: String,
    class: Class,
    unit: U,
    monitor: Monitor<U::In, U::Out>,
    neighbours: Box<dyn Neighbours<U::In, U::Out>>,
    /// Steps taken.
    steps: u64,
    broken: Option<String>,
}

impl<U: Clocked<In: Pins, Out: Pins>> Watching<U> {
    /// Watches `unit`, the instance `name` of a machine of some class, which has been reset.
    pub fn new(
        name: impl Into<String>,
        class: Class,
        unit: U,
        neighbours: Box<dyn Neighbours<U::In, U::Out>>,
    ) -> Self {
        let monitor = Monitor::new(class);
        Self { name: name.into(), class, unit, monitor, neighbours, steps: 0, broken: None }
    }

    fn watch(&mut self, input: &U::In) -> Result<(), String> {
        let out = self.unit.out();
        let (inputs, outputs) = (input.words(self.class), out.words(self.class));
        let at = |rule| format!("{}: step {}: {rule}", self.name, self.steps);
        self.monitor.outputs(&outputs).map_err(at)?;
        let promised = self.monitor.inputs(&inputs, &outputs);
        let promised = promised.and_then(|()| self.neighbours.cycle(input, &out));
        promised.map_err(|rule| format!("a neighbour of {}", at(rule)))
    }
}

impl<U: Clocked<In: Pins, Out: Pins>> Clocked for Watching<U> {
    type In = U::In;
    type Out = U::Out;

    /// A machine resets no unit while it runs: what is watched are the steps since [`Watching::new`].
    fn reset(&mut self) {
        self.unit.reset();
    }
    fn out(&self) -> U::Out {
        self.unit.out()
    }
    fn step(&mut self, input: &U::In) {
        if self.broken.is_none() {
            self.broken = self.watch(input).err();
        }
        self.steps += 1;
        self.unit.step(input);
    }
    fn idle(&self) -> bool {
        self.unit.idle()
    }
    fn fault(&self) -> Option<String> {
        self.broken.clone().or_else(|| self.unit.fault())
    }
}
