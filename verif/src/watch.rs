//! Units stepped beside their models in a whole machine, and the cycles before they differ.

use crate::report::fingerprint;
use heddle_gen::wave::Wave;
use heddle_hw::chip::{
    BoxedClocked, Chip, Declaration, Layout, ModelUnits, PinRef, Sizes, UnitFactory, Whole,
};
use heddle_hw::kit::{Class, Clocked, Difference, Pins, Shadow, Unit};
use heddle_sim::gpu::Observer;
use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};

/// Cycles kept.
const KEPT: usize = 2000;

/// A difference, with what it takes to draw it.
#[derive(Clone, Debug)]
pub struct Watched {
    /// The instance, by its name on the chip.
    pub unit: String,
    /// The difference.
    pub difference: Difference,
    /// Output words of the model in the cycle of the difference.
    pub expected: Vec<u32>,
    /// Output words of the unit in that cycle.
    pub actual: Vec<u32>,
}

/// The first difference; units of an SMX look on its thread.
#[derive(Clone, Default)]
struct Found(Arc<Mutex<Option<Watched>>>);

impl Found {
    fn get(&self) -> MutexGuard<'_, Option<Watched>> {
        self.0.lock().expect("no thread panics between comparing and noting")
    }
}

/// A factory of units that are each stepped beside their model and compared.
pub struct BesideModels<'a, F> {
    factory: &'a F,
    found: Found,
}

impl<'a, F> BesideModels<'a, F> {
    /// The units of `factory`, beside models.
    pub fn new(factory: &'a F) -> Self {
        Self { factory, found: Found::default() }
    }

    /// The first difference of any unit, if there was one.
    pub fn difference(&self) -> Option<Watched> {
        self.found.get().clone()
    }
}

impl<F: UnitFactory> UnitFactory for BesideModels<'_, F> {
    fn build<R: Unit>(
        &self,
        name: &str,
        params: &R::Params,
        class: Class,
    ) -> Result<BoxedClocked<R::In, R::Out>, String> {
        let subject = self.factory.build::<R>(name, params, class)?;
        let shadow = Shadow::new(name, R::model_in(params, class), subject);
        let (unit, found) = (name.to_string(), self.found.clone());
        Ok(Box::new(Reporting { shadow, class, unit, found }))
    }

    fn whole<D: Declaration>(&self, sizes: &Sizes) -> Result<Option<Box<dyn Whole>>, String> {
        let Some(whole) = self.factory.whole::<D>(sizes)? else { return Ok(None) };
        let models = Chip::build::<D>(sizes, &ModelUnits).map_err(|error| error.to_string())?;
        let inputs = models.resolved().boundary.iter().flat_map(|group| group.inputs.clone());
        let inputs = inputs.collect();
        let mut actual = models.words().to_vec();
        whole.store_out(&mut actual);
        let found = self.found.clone();
        let mut beside =
            WholeBeside { whole, models, inputs, cycle: 0, actual, found, fault: None };
        beside.compare();
        Ok(Some(Box::new(beside)))
    }
}

/// The chip in one piece beside a chip of models, whose outputs count.
struct WholeBeside {
    whole: Box<dyn Whole>,
    models: Chip,
    inputs: Vec<PinRef>,
    cycle: u64,
    actual: Vec<u32>,
    found: Found,
    fault: Option<String>,
}

impl WholeBeside {
    /// Compares every output of every instance.
    fn compare(&mut self) {
        if self.fault.is_some() {
            return;
        }
        for slot in &self.models.layout().slots {
            let range = slot.output_words();
            let (expected, actual) = (&self.models.words()[range.clone()], &self.actual[range]);
            let Some(pin) = (0..expected.len()).find(|&pin| expected[pin] != actual[pin]) else {
                continue;
            };
            let difference = Difference {
                unit: slot.name.clone(),
                cycle: self.cycle,
                pin: slot.outputs[pin].name,
                expected: expected[pin],
                actual: actual[pin],
                inputs: slot.inputs,
                last_inputs: Vec::new(),
            };
            self.fault = Some(difference.to_string());
            self.found.get().get_or_insert_with(|| Watched {
                unit: slot.name.clone(),
                difference,
                expected: expected.to_vec(),
                actual: actual.to_vec(),
            });
            return;
        }
    }
}

impl Whole for WholeBeside {
    fn step(&mut self, words: &mut [u32]) {
        for &pin in &self.inputs {
            self.models.set(pin, words[pin.index()]);
        }
        self.actual.copy_from_slice(words);
        self.whole.step(&mut self.actual);
        if let Err(fault) = self.models.step() {
            self.fault.get_or_insert(fault);
        }
        self.cycle += 1;
        self.compare();
        self.store_out(words);
    }

    fn store_out(&self, words: &mut [u32]) {
        for slot in &self.models.layout().slots {
            let range = slot.output_words();
            words[range.clone()].copy_from_slice(&self.models.words()[range]);
        }
    }

    fn fault(&self) -> Option<String> {
        self.fault.clone()
    }
}

/// A shadow that tells the factory what it found.
struct Reporting<A: Clocked, B> {
    shadow: Shadow<A, B>,
    class: Class,
    unit: String,
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
            self.found.get().get_or_insert_with(|| Watched {
                unit: self.unit.clone(),
                difference: difference.clone(),
                expected: self.shadow.out().words(self.class),
                actual: self.shadow.subject().out().words(self.class),
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
    layout: Layout,
    rows: VecDeque<Row>,
}

impl Observer for LastCycles {
    fn begin(&mut self, layout: &Layout) {
        self.layout = layout.clone();
    }

    fn pins(&mut self, cycle: u64, unit: usize, inputs: &[u32], outputs: &[u32]) {
        // The oldest row's memory is used again: a run has many more cycles than are kept.
        let full = self.rows.len() == KEPT * self.layout.slots.len();
        let oldest = if full { self.rows.pop_front() } else { None };
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
        let slots = &self.layout.slots;
        let Some(differing) = slots.iter().position(|slot| slot.name == watched.unit) else {
            return Err(format!("{} differed before the first cycle", watched.unit));
        };
        let (slot, difference) = (&slots[differing], &watched.difference);
        let actual = format!("{}_actual", slot.name);
        let scopes = slots.iter().map(|slot| (slot.name.as_str(), slot.inputs, slot.outputs));
        let scopes: Vec<_> = scopes.chain([(actual.as_str(), slot.inputs, slot.outputs)]).collect();
        let mut wave = Wave::new(&scopes);
        let extra = slots.len();
        for (cycle, unit, inputs, outputs) in &self.rows {
            wave.sample(*cycle, *unit, inputs, outputs);
            if *unit == differing {
                wave.sample(*cycle, extra, inputs, outputs);
            }
        }
        // The run stopped before the pins of the differing cycle were shown to the observer.
        let end = self.rows.back().map_or(0, |(cycle, ..)| cycle + 1);
        let none = vec![0; slot.inputs.len()];
        wave.sample(end, differing, &none, &watched.expected);
        wave.sample(end, extra, &none, &watched.actual);
        let hash = fingerprint(&format!("{difference} {:?}", self.rows.back()));
        let dir = dir.join(format!("{}-lockstep-{hash}", slot.name));
        let files = wave.write_all(&dir, "wave").map_err(|error| error.to_string())?;
        Ok(files.iter().map(|file| file.display().to_string()).collect())
    }
}
