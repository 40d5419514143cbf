//! From a declaration to a chip that can be stepped.

use super::instance::Instance;
use super::layout::{Layout, PinRef, Slot};
use super::marks::Marks;
use super::resolve::{resolve, ChipError, Resolved};
use super::{Count, Declaration, InstanceVisitor, Sizes, UnitFactory, Whole};
use crate::kit::width::Width;
use crate::kit::{Class, Mask, Pins, Unit};

/// The units of a machine, wired.
pub struct Chip {
    pub(super) layout: Layout,
    pub(super) resolved: Resolved,
    pub(super) instances: Vec<Instance>,
    /// The instances that the coming edge may change. All others wait for an input, and none has changed.
    pub(super) awake: Marks,
    pub(super) whole: Option<Box<dyn Whole>>,
    /// A word per pin.
    pub(super) words: Vec<u32>,
    /// SMXs whose units have an edge to make.
    pub(super) smxs_apart: Mask,
    /// The same as the trace saw them last; all zeros before.
    pub(super) traced: Vec<u32>,
    /// Words that may have changed since.
    pub(super) untraced: Marks,
    /// The instance of each word.
    pub(super) owners: Vec<u32>,
    /// Wires to compute after the present edge.
    pub(super) due: Vec<u32>,
    pub(super) is_due: Vec<bool>,
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
            awake: Marks::all(instances.len()),
            untraced: Marks::all(words.len()),
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

    /// Whether all units wait for an input: as long as none changes, they do nothing.
    pub fn waits(&self) -> bool {
        self.instances.iter().all(Instance::waits)
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
