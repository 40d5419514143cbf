//! From a declaration to a chip that can be stepped.

use super::instance::Instance;
use super::layout::{Layout, PinRef, Slot};
use super::resolve::{resolve, ChipError, Resolved};
use super::{Count, Declaration, InstanceVisitor, Moved, Sizes, UnitFactory, Whole};
use crate::kit::width::Width;
use crate::kit::{Class, Mask, Pins, Unit};

/// The units of a machine, wired.
pub struct Chip {
    pub(super) layout: Layout,
    resolved: Resolved,
    pub(super) instances: Vec<Instance>,
    whole: Option<Box<dyn Whole>>,
    /// A word per pin.
    pub(super) words: Vec<u32>,
    /// SMXs whose units have an edge to make.
    pub(super) smxs_apart: Mask,
    /// The same as the trace saw them last; all zeros before.
    traced: Vec<u32>,
    /// The instance of each word.
    owners: Vec<u32>,
    /// Wires to compute after the present edge.
    due: Vec<u32>,
    is_due: Vec<bool>,
}

/// Finds the pins of every instance, and which are present, without building any.
#[derive(Default)]
struct Survey {
    smxs: u32,
    present: Layout,
    absent: Layout,
}

impl InstanceVisitor for Survey {
    type Error = ChipError;

    fn instance<R: Unit>(
        &mut self,
        name: &'static str,
        count: Count,
        params: Option<R::Params>,
    ) -> Result<(), ChipError> {
        let smxs = if count == Count::PerSmx { self.smxs } else { 1 };
        for n in 0..smxs {
            let smx = (count == Count::PerSmx).then_some(n);
            let slot = Slot {
                name: smx.map_or(name.to_string(), |smx| format!("{name}[{smx}]")),
                declared: name,
                unit: R::NAME,
                purpose: R::PURPOSE,
                smx,
                inputs: R::In::pins(self.present.class),
                outputs: R::Out::pins(self.present.class),
                input: 0,
                output: 0,
            };
            if params.is_some() {
                self.present.push(slot)
            } else {
                self.absent.push(slot)
            }
        }
        Ok(())
    }
}

/// Builds the instances that the survey found, in the same order.
struct Builder<'a, F> {
    layout: &'a Layout,
    factory: &'a F,
    words: Vec<u32>,
    instances: Vec<Instance>,
}

impl<F: UnitFactory> InstanceVisitor for Builder<'_, F> {
    type Error = ChipError;

    fn instance<R: Unit>(
        &mut self,
        name: &'static str,
        _count: Count,
        params: Option<R::Params>,
    ) -> Result<(), ChipError> {
        let Some(params) = params else { return Ok(()) };
        for (_, slot) in self.layout.declared(name) {
            let unit = self.factory.build::<R>(&slot.name, &params, self.layout.class)?;
            let instance = Instance::new(unit, slot, &mut self.words);
            self.instances.push(instance);
        }
        Ok(())
    }
}

/// Finds the least class of machines in which all units that are present can be.
#[derive(Default)]
struct LeastClass(Class);

impl InstanceVisitor for LeastClass {
    type Error = std::convert::Infallible;

    fn instance<R: Unit>(
        &mut self,
        _name: &'static str,
        _count: Count,
        params: Option<R::Params>,
    ) -> Result<(), Self::Error> {
        self.0 = params.map_or(self.0, |params| self.0.max(R::class(&params)));
        Ok(())
    }
}

/// The class of a machine of these sizes.
fn class<D: Declaration>(sizes: &Sizes) -> Class {
    let mut least = LeastClass::default();
    let Ok(()) = D::instances(sizes, &mut least);
    least.0
}

/// The layout of a machine and its declaration, resolved and checked, without any unit being built.
pub fn survey<D: Declaration>(sizes: &Sizes) -> Result<(Layout, Resolved), ChipError> {
    let (present, absent) = layouts::<D>(sizes)?;
    let resolved = resolve(&present, &absent, &D::links(), &D::boundary())?;
    Ok((present, resolved))
}

/// The instances of a declaration that a machine of these sizes has, and those that it does not have.
pub(super) fn layouts<D: Declaration>(sizes: &Sizes) -> Result<(Layout, Layout), ChipError> {
    let mut survey = Survey { smxs: D::smxs(sizes), ..Survey::default() };
    survey.present.class = class::<D>(sizes);
    D::instances(sizes, &mut survey)?;
    Ok((survey.present, survey.absent))
}

impl Chip {
    /// The chip of a declaration, with units from `factory` that have been reset.
    pub fn build<D: Declaration>(
        sizes: &Sizes,
        factory: &impl UnitFactory,
    ) -> Result<Self, ChipError> {
        let (layout, resolved) = survey::<D>(sizes)?;
        let words = vec![0; layout.words];
        let whole = factory.whole::<D>(sizes)?;
        let mut builder = Builder { layout: &layout, factory, words, instances: Vec::new() };
        match &whole {
            None => D::instances(sizes, &mut builder)?,
            Some(whole) => {
                whole.store_out(&mut builder.words);
                let instance = |slot| Instance::within(slot, &builder.words);
                builder.instances = layout.slots.iter().map(instance).collect();
            }
        }
        let Builder { mut words, mut instances, .. } = builder;
        for &(pin, value) in &resolved.ties {
            words[pin.0] = value;
        }
        let mut owners = vec![0; layout.words];
        for (n, instance) in instances.iter().enumerate() {
            owners[instance.input.start..instance.output.end].fill(n as u32);
        }
        for (n, wire) in resolved.wires.iter().enumerate() {
            for &source in &wire.sources {
                let wires = &mut instances[owners[source] as usize].wires;
                if wires.last() != Some(&(n as u32)) {
                    wires.push(n as u32);
                }
            }
        }
        for wire in &resolved.wires {
            wire.update(&mut words);
        }
        let (traced, is_due) = (vec![0; words.len()], vec![false; resolved.wires.len()]);
        let (due, smxs_apart) = (Vec::new(), Mask::NONE);
        Ok(Self {
            layout,
            resolved,
            instances,
            whole,
            words,
            smxs_apart,
            traced,
            owners,
            due,
            is_due,
        })
    }

    /// The instances and where their pins lie.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// Links, wires and boundary.
    pub fn resolved(&self) -> &Resolved {
        &self.resolved
    }

    /// The words of all pins in this cycle.
    pub fn words(&self) -> &[u32] {
        &self.words
    }

    /// The input `name` of the instance declared as `instance`; none if this machine does not have it.
    pub fn input(&self, instance: &str, name: &str) -> Option<PinRef> {
        self.layout.declared(instance).next().and_then(|(_, slot)| slot.input_pin(name))
    }

    /// The output `name` of the instance declared as `instance`; none if this machine does not have it.
    pub fn output(&self, instance: &str, name: &str) -> Option<PinRef> {
        self.layout.declared(instance).next().and_then(|(_, slot)| slot.output_pin(name))
    }

    /// The value of a pin in this cycle.
    #[inline]
    pub fn get(&self, pin: PinRef) -> u32 {
        self.words[pin.0]
    }

    /// The value of a mask of this width in this cycle; `pin` is its lowest word.
    #[inline]
    pub fn get_mask(&self, pin: PinRef, width: Width) -> Mask {
        let words = width.of(self.layout.class).div_ceil(32) as usize;
        Mask::from_words(self.words[pin.0..pin.0 + words].iter().copied())
    }

    /// Sets an input of the boundary for the edge that ends this cycle. It holds until it is set again.
    #[inline]
    pub fn set(&mut self, pin: PinRef, value: u32) {
        let word = &mut self.words[pin.0];
        if *word != value {
            *word = value;
            let instance = &mut self.instances[self.owners[pin.0] as usize];
            instance.input_changed = true;
            instance.untraced.0 = true;
        }
    }

    /// The clock edge of all units that it can change. Returns which there were.
    pub fn step(&mut self) -> Result<Moved, String> {
        let moved = match self.whole.is_some() {
            true => self.step_whole()?,
            false => self.step_units()?,
        };
        self.update_wires();
        Ok(moved)
    }

    fn step_units(&mut self) -> Result<Moved, String> {
        let mut scratch = [0; 64];
        let mut moved = Moved::Nothing;
        for instance in &mut self.instances {
            if !instance.moves(&self.words) {
                continue;
            }
            moved = moved.max(instance.moved());
            if let Some(smx) = instance.latch(&self.words) {
                self.smxs_apart.set(smx, true);
                continue;
            }
            if instance.step(&mut self.words, &mut scratch)? {
                call(&instance.wires, &mut self.due, &mut self.is_due);
            }
        }
        Ok(moved)
    }

    /// The same for a chip in one piece, which is stepped if any of its units would be.
    fn step_whole(&mut self) -> Result<Moved, String> {
        let moves: Vec<bool> = self.instances.iter_mut().map(|i| i.moves(&self.words)).collect();
        let Some(whole) = self.whole.as_mut().filter(|_| moves.contains(&true)) else {
            return Ok(Moved::Nothing);
        };
        let before = self.words.clone();
        whole.step(&mut self.words);
        if let Some(fault) = whole.fault() {
            return Err(fault);
        }
        let mut moved = Moved::Nothing;
        for (instance, moves) in self.instances.iter_mut().zip(moves) {
            if moves {
                moved = moved.max(instance.moved());
            }
            if instance.settle(&self.words, &before, moves) {
                call(&instance.wires, &mut self.due, &mut self.is_due);
            }
        }
        Ok(moved)
    }

    /// Notes the outputs of an instance after an edge that it made away from the chip.
    pub(super) fn bring_out(&mut self, n: usize, outputs: &[u32], idle: bool) {
        let instance = &mut self.instances[n];
        if instance.bring_out(&mut self.words, outputs, idle) {
            call(&instance.wires, &mut self.due, &mut self.is_due);
        }
    }

    /// Computes the wires whose sources changed.
    pub(super) fn update_wires(&mut self) {
        for wire in self.due.drain(..) {
            self.is_due[wire as usize] = false;
            let wire = &self.resolved.wires[wire as usize];
            if wire.update(&mut self.words) {
                let receiver = &mut self.instances[wire.receiver];
                receiver.input_changed = true;
                receiver.untraced.0 = true;
            }
        }
    }

    /// Whether all units wait for an input: as long as none changes, they do nothing.
    pub fn waits(&self) -> bool {
        self.instances.iter().all(Instance::waits)
    }

    /// Tells `change` every pin that differs from when this was called last, or from zero: its word and
    /// its value, in the order of the layout. Returns whether there was any.
    pub fn changes(&mut self, mut change: impl FnMut(usize, u32)) -> bool {
        let mut any = false;
        for instance in &mut self.instances {
            let (inputs, outputs) = std::mem::take(&mut instance.untraced);
            let ranges = [(inputs, instance.input.clone()), (outputs, instance.output.clone())];
            for range in ranges.into_iter().filter_map(|(look, range)| look.then_some(range)) {
                for word in range {
                    let value = self.words[word];
                    if self.traced[word] != value {
                        self.traced[word] = value;
                        any = true;
                        change(word, value);
                    }
                }
            }
        }
        any
    }

    /// Names of the units that do not wait for an input.
    pub fn at_work(&self) -> impl Iterator<Item = &str> {
        let instances = self.layout.slots.iter().zip(&self.instances);
        instances.filter(|(_, instance)| !instance.waits()).map(|(slot, _)| slot.name.as_str())
    }

    /// Steps of each instance, by its name.
    pub fn steps(&self) -> impl Iterator<Item = (&str, u64)> {
        self.layout.slots.iter().zip(&self.instances).map(|(slot, i)| (slot.name.as_str(), i.steps))
    }
}

/// Notes that `wires` have to be computed, each once.
fn call(wires: &[u32], due: &mut Vec<u32>, is_due: &mut [bool]) {
    for &wire in wires {
        if !std::mem::replace(&mut is_due[wire as usize], true) {
            due.push(wire);
        }
    }
}
