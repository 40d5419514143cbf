//! A size fixed when a circuit is built, usable in its equations.

use rust_hdl::prelude::*;

/// A constant that, unlike rust-hdl's `Constant`, has a default, so that a block with such a field
/// can derive `Default`. It is printed as a `localparam`.
#[derive(Clone, Debug)]
pub struct Param<T: Synth> {
    inner: Constant<T>,
}

impl<T: Synth> Param<T> {
    /// The constant `value`.
    pub fn new(value: T) -> Self {
        Self { inner: Constant::new(value) }
    }
    /// Its value.
    pub fn val(&self) -> T {
        self.inner.val()
    }
}

impl<T: Synth> Default for Param<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

impl<T: Synth> Logic for Param<T> {
    fn update(&mut self) {}
}

impl<T: Synth> Block for Param<T> {
    fn connect_all(&mut self) {}
    fn update_all(&mut self) {}
    fn has_changed(&self) -> bool {
        false
    }
    fn accept(&self, name: &str, probe: &mut dyn Probe) {
        self.inner.accept(name, probe);
    }
}
