//! Steps units beside their models in a whole machine, and keeps the cycles before they differ.

use crate::report::fingerprint;
use heddle_gen::units::pins_of;
use heddle_gen::wave::Wave;
use heddle_hw::kit::{Clocked, Difference, Pins, Shadow, Unit};
use heddle_sim::gpu::{BoxedClocked, Observer, UnitFactory, Units};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::path::Path;
use std::rc::Rc;

/// Cycles kept.
const KEPT: usize = 2000;

/// A difference, with the words to draw it.
#[derive(Clone, Debug)]
pub struct Watched {
    /// Index of the unit in [`Units::NAMES`].
    pub unit: usize,
    /// The difference.
    pub difference: Difference,
    /// Output words of the model in the cycle of the difference.
    pub expected: Vec<u32>,
    /// Output words of the unit in that cycle.
    pub actual: Vec<u32>,
}

type Found = Rc<RefCell<Option<Watched>>>;

/// A factory of units that are each stepped beside their model and compared.
pub struct BesideModels<'a, F> {
    factory: &'a F,
    found: Found,
}

impl<'a, F> BesideModels<'a, F> {
    /// Wraps `factory`, so that each unit is beside its model.
    pub fn new(factory: &'a F) -> Self {
        Self { factory, found: Found::default() }
    }

    /// Returns the first difference of any unit, if there was one.
    pub fn difference(&self) -> Option<Watched> {
        self.found.borrow().clone()
    }
}

impl<F: UnitFactory> UnitFactory for BesideModels<'_, F> {
    fn build<R: Unit>(&self, params: &R::Params) -> Result<BoxedClocked<R::In, R::Out>, String> {
        let subject = self.factory.build::<R>(params)?;
        let shadow = Shadow::new(R::NAME, R::model(params), subject);
        let unit = Units::NAMES.iter().position(|name| *name == R::NAME).unwrap_or(0);
        Ok(Box::new(Reporting { shadow, unit, found: self.found.clone() }))
    }
}

/// A shadow that reports its difference to the factory.
struct Reporting<A: Clocked, B> {
    shadow: Shadow<A, B>,
    unit: usize,
    found: Found,
}

impl<A: Clocked, B: Clocked<In = A::In, Out = A::Out>> Clocked for Reporting<A, B> {
    type In = A::In;
    type Out = A::Out;

    fn reset(&mut self) {
        self.shadow.reset();
    }
    fn out(&self) -> A::Out {
        self.shadow.out()
    }
    fn step(&mut self, input: &A::In) {
        self.shadow.step(input);
        if let Some(difference) = self.shadow.difference() {
            self.found.borrow_mut().get_or_insert_with(|| Watched {
                unit: self.unit,
                difference: difference.clone(),
                expected: self.shadow.out().words(),
                actual: self.shadow.subject().out().words(),
            });
        }
    }
    fn idle(&self) -> bool {
        self.shadow.idle()
    }
    fn fault(&self) -> Option<String> {
        self.shadow.fault()
    }
}

/// Input and output words of one unit in one cycle.
type Row = (u64, usize, Vec<u32>, Vec<u32>);

/// The pins of the units in the last cycles seen.
#[derive(Default)]
pub struct LastCycles {
    rows: VecDeque<Row>,
}

impl Observer for LastCycles {
    fn pins(&mut self, cycle: u64, unit: usize, inputs: &[u32], outputs: &[u32]) {
        // The memory of the oldest row is reused: a run has many more cycles than are kept.
        let oldest =
            if self.rows.len() == KEPT * Units::NAMES.len() { self.rows.pop_front() } else { None };
        let (_, _, mut input_row, mut output_row) = oldest.unwrap_or_default();
        input_row.clear();
        input_row.extend_from_slice(inputs);
        output_row.clear();
        output_row.extend_from_slice(outputs);
        self.rows.push_back((cycle, unit, input_row, output_row));
    }
}

impl LastCycles {
    /// Writes a waveform of the models, and of the unit that differed as `UNIT_actual`, into a
    /// directory in `dir`; the last cycle is the one that differs. Returns the files.
    pub fn write(&self, watched: &Watched, dir: &Path) -> Result<Vec<String>, String> {
        let tables = Units::NAMES.map(pins_of).into_iter().collect::<Result<Vec<_>, _>>();
        let tables = tables.map_err(|error| error.to_string())?;
        let (differing, difference) = (watched.unit, &watched.difference);
        let actual = format!("{}_actual", Units::NAMES[differing]);
        let names = Units::NAMES.iter().zip(&tables).map(|(name, (i, o))| (*name, *i, *o));
        let (inputs, outputs) = tables[differing];
        let scopes: Vec<_> = names.chain([(actual.as_str(), inputs, outputs)]).collect();
        let mut wave = Wave::new(&scopes);
        let extra = Units::NAMES.len();
        for (cycle, unit, inputs, outputs) in &self.rows {
            wave.sample(*cycle, *unit, inputs, outputs);
            if *unit == differing {
                wave.sample(*cycle, extra, inputs, outputs);
            }
        }
        // The run stopped before an observer saw the pins of the differing cycle.
        let end = self.rows.back().map_or(0, |(cycle, ..)| cycle + 1);
        let none = vec![0; inputs.len()];
        wave.sample(end, differing, &none, &watched.expected);
        wave.sample(end, extra, &none, &watched.actual);
        let hash = fingerprint(&format!("{difference} {:?}", self.rows.back()));
        let dir = dir.join(format!("{}-lockstep-{hash}", Units::NAMES[differing]));
        let files = wave.write_all(&dir, "wave").map_err(|error| error.to_string())?;
        Ok(files.iter().map(|file| file.display().to_string()).collect())
    }
}
