//! The chip: which units a machine has, and how they are wired.
//!
//! A [`Declaration`] is the one place that says it. It names instances of units, links between their
//! pins, and the boundary: the pins that are left open, grouped by who drives or reads them. Nothing
//! else in the project lists units or wires by hand.
//!
//! * [`standard`]: the declaration of Heddle's own machine.
//! * [`text`]: the language of links and boundaries.
//! * [`resolve`]: from names to wires, with every check.
//! * [`wire`]: what a wire computes.
//! * [`instance`]: one unit on the chip, in any backend.
//! * [`apart`]: the units of one SMX, which step with it.
//! * [`build`]: from a declaration to a [`Chip`].
//! * `step`: its edges.
//! * `marks`: which of its units an edge has to look at.
//!
//! A cycle of the chip: the owners of the boundary set their input pins, all pins are looked at, and
//! [`Chip::step`] steps every unit that can change. Outputs depend on state only (contract 1), so the
//! order of the units cannot matter.

pub mod apart;
pub mod build;
pub mod instance;
pub mod layout;
mod marks;
pub mod resolve;
pub mod standard;
mod step;
pub mod text;
pub mod wire;

#[cfg(test)]
mod tests;

pub use apart::SmxUnits;
pub use build::Chip;
pub use instance::Instance;
pub use layout::{Layout, PinRef, Slot};
pub use resolve::ChipError;
pub use standard::{Sizes, Standard};

use crate::kit::{Class, Clocked, Unit};

/// How many instances of a unit a chip has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    /// One for the whole chip.
    One,
    /// One for each SMX.
    PerSmx,
}

/// Which units an edge could change; the greatest of several counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Moved {
    /// None.
    Nothing,
    /// Only units of which each SMX has one.
    SmxUnits,
    /// One of which there is one.
    Shared,
}

/// A machine: its units, links and boundary.
pub trait Declaration {
    /// Number of SMXs in a machine of these sizes.
    fn smxs(sizes: &Sizes) -> u32 {
        sizes.smxs
    }
    /// Tells `visitor` every instance that a machine may have, in a fixed order.
    fn instances<V: InstanceVisitor>(sizes: &Sizes, visitor: &mut V) -> Result<(), V::Error>;
    /// The links, in the language of [`text`].
    fn links() -> String;
    /// The boundary, in the language of [`text`].
    fn boundary() -> String;
}

/// Code that runs for every instance of a declaration.
pub trait InstanceVisitor {
    /// What can go wrong.
    type Error;
    /// Runs for the instance `name` of unit `R`, which a machine without `params` does not have.
    fn instance<R: Unit>(
        &mut self,
        name: &'static str,
        count: Count,
        params: Option<R::Params>,
    ) -> Result<(), Self::Error>;
}

/// A clocked thing whose backend is chosen at run time.
pub type BoxedClocked<I, O> = Box<dyn Clocked<In = I, Out = O> + Send>;

/// Where units come from: fast models, circuits, Verilated libraries, or pairs of them.
pub trait UnitFactory {
    /// Builds the instance `name` of a unit in a machine of some class. The error says in one sentence why it cannot be had.
    fn build<R: Unit>(
        &self,
        name: &str,
        params: &R::Params,
        class: Class,
    ) -> Result<BoxedClocked<R::In, R::Out>, String>;

    /// The chip in one piece, if this factory makes it so; then no unit of it is built.
    fn whole<D: Declaration>(&self, _sizes: &Sizes) -> Result<Option<Box<dyn Whole>>, String> {
        Ok(None)
    }
}

/// All units of a chip in one piece, such as its Verilog compiled as one.
pub trait Whole {
    /// One clock edge. `words` are those of the chip: inputs of the boundary are read, and the outputs
    /// of every instance are written.
    fn step(&mut self, words: &mut [u32]);
    /// Writes the outputs of every instance in the present cycle.
    fn store_out(&self, words: &mut [u32]);
    /// What is wrong, in one line, once something is.
    fn fault(&self) -> Option<String> {
        None
    }
}

/// The fast models, which need nothing but this crate.
pub struct ModelUnits;

impl UnitFactory for ModelUnits {
    fn build<R: Unit>(
        &self,
        _name: &str,
        params: &R::Params,
        class: Class,
    ) -> Result<BoxedClocked<R::In, R::Out>, String> {
        Ok(Box::new(R::model_in(params, class)))
    }
}
