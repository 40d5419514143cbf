//! Units with a fault: their pins of some streams stay low on both sides, so nothing ever passes.

use heddle_hw::chip::{BoxedClocked, ModelUnits, UnitFactory};
use heddle_hw::kit::{Class, Clocked, Pins, Unit};

/// The fast models, one of which is deaf at pins that begin like this.
pub struct Deaf(pub &'static str, pub &'static [&'static str]);

impl UnitFactory for Deaf {
    fn build<R: Unit>(
        &self,
        name: &str,
        params: &R::Params,
        class: Class,
    ) -> Result<BoxedClocked<R::In, R::Out>, String> {
        let unit = ModelUnits.build::<R>(name, params, class)?;
        let &Self(faulty, prefixes) = self;
        if name != faulty {
            return Ok(unit);
        }
        Ok(Box::new(Broken::<R> { unit, class, prefixes }))
    }
}

struct Broken<R: Unit> {
    unit: BoxedClocked<R::In, R::Out>,
    class: Class,
    prefixes: &'static [&'static str],
}

impl<R: Unit> Broken<R> {
    fn low<P: Pins>(&self, pins: &P) -> P {
        let mut words = pins.words(self.class);
        for (pin, word) in P::pins(self.class).iter().zip(&mut words) {
            if self.prefixes.iter().any(|prefix| pin.name.starts_with(prefix)) {
                *word = 0;
            }
        }
        P::load(&words)
    }
}

impl<R: Unit> Clocked for Broken<R> {
    type In = R::In;
    type Out = R::Out;

    fn reset(&mut self) {
        self.unit.reset();
    }
    fn out(&self) -> R::Out {
        self.low(&self.unit.out())
    }
    fn step(&mut self, input: &R::In) {
        let input = self.low(input);
        self.unit.step(&input);
    }
    fn idle(&self) -> bool {
        self.unit.idle()
    }
}
