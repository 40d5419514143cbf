//! The contract of one clocked unit.

use super::pins::Pins;

/// One clocked unit of hardware, in any backend.
///
/// Contract:
/// 1. `out` is a function of the state alone (Moore): nothing on it, ready included, depends on
///    inputs of the same cycle. So a cycle of many units is: read every `out`, wire, `step` all,
///    in any order.
/// 2. `step` is one rising clock edge with the given inputs.
/// 3. `reset` is one edge with the reset pin high; whatever the power-up state was, the unit
///    behaves the same afterwards.
/// 4. `idle` promises that stepping with quiet inputs (levels and configuration pins as at the edge before, or zero
///    after reset, and all others zero) changes nothing, now and in every later cycle: the harness may skip time.
pub trait Clocked {
    /// Input pins, without clock and reset.
    type In: Pins;
    /// Output pins.
    type Out: Pins;

    /// One rising edge with reset high.
    fn reset(&mut self);
    /// The output pins in this cycle.
    fn out(&self) -> Self::Out;
    /// One rising edge with reset low.
    fn step(&mut self, input: &Self::In);
    /// Whether stepping with quiet inputs would change nothing.
    fn idle(&self) -> bool;
    /// Describes the backend's state after a failure in one line. Models and circuits return
    /// `None`; a [`super::Shadow`] returns the difference it stopped at.
    fn fault(&self) -> Option<String> {
        None
    }
    /// `step` and then `out`, with the pins as words; `outputs` hold those before. The error is the fault. A chip asks its
    /// units in each cycle, and this asks a backend for all of that in one call.
    fn step_words(&mut self, inputs: &[u32], outputs: &mut [u32]) -> Result<Edge, String> {
        self.step(&Self::In::load(inputs));
        if let Some(fault) = self.fault() {
            return Err(fault);
        }
        let changed = self.out().store(outputs);
        Ok(Edge { changed, idle: self.idle() })
    }
}

/// What came of an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The words of the outputs that changed: bit n for word n.
    pub changed: u64,
    /// Whether the unit is idle after it.
    pub idle: bool,
}

impl<I: Pins, O: Pins> Clocked for Box<dyn Clocked<In = I, Out = O> + Send> {
    type In = I;
    type Out = O;

    fn reset(&mut self) {
        (**self).reset();
    }
    fn out(&self) -> O {
        (**self).out()
    }
    fn step(&mut self, input: &I) {
        (**self).step(input);
    }
    fn idle(&self) -> bool {
        (**self).idle()
    }
    fn fault(&self) -> Option<String> {
        (**self).fault()
    }
    fn step_words(&mut self, inputs: &[u32], outputs: &mut [u32]) -> Result<Edge, String> {
        (**self).step_words(inputs, outputs)
    }
}
