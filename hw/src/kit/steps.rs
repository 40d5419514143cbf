//! Steps a unit through inputs written by hand, for tests of timing tables.

use super::clocked::Clocked;

/// Steps through `inputs`; the outputs of every cycle, the one after the last input too.
pub(crate) fn run<U: Clocked + ?Sized>(
    unit: &mut U,
    inputs: impl IntoIterator<Item = U::In>,
) -> Vec<U::Out> {
    let mut outputs = vec![unit.out()];
    for input in inputs {
        unit.step(&input);
        outputs.push(unit.out());
    }
    outputs
}

/// The cycles in which `pin` is high.
pub(crate) fn high<O>(outputs: &[O], pin: impl Fn(&O) -> bool) -> Vec<usize> {
    (0..outputs.len()).filter(|&cycle| pin(&outputs[cycle])).collect()
}
