//! The contract and the promises of neighbours, watched in a whole machine.

use heddle_hw::chip::{BoxedClocked, UnitFactory};
use heddle_hw::kit::neighbours::Watching;
use heddle_hw::kit::{Class, Unit};

/// A factory of units that are each watched, with what SMXs, host, memory and other units drive. What is broken ends the
/// run. It builds unit by unit, also where `factory` could make the chip in one piece.
pub struct Watched<'a, F> {
    factory: &'a F,
}

impl<'a, F> Watched<'a, F> {
    /// The units of `factory`, watched.
    pub fn new(factory: &'a F) -> Self {
        Self { factory }
    }
}

impl<F: UnitFactory> UnitFactory for Watched<'_, F> {
    fn build<R: Unit>(
        &self,
        name: &str,
        params: &R::Params,
        class: Class,
    ) -> Result<BoxedClocked<R::In, R::Out>, String> {
        let unit = self.factory.build::<R>(name, params, class)?;
        Ok(Box::new(Watching::new(name, class, unit, R::neighbours(params, class))))
    }
}
