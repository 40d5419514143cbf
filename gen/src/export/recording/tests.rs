//! Tests that units of any size have recordings, and that a gap is told.

use super::super::ExportError;
use super::{goals, record, Recording};
use crate::sizing::{Sizing, SizingError};
use crate::units::{for_unit, UNITS};
use heddle_hw::kit::fifo::Fifo;
use heddle_hw::kit::register::Register;
use heddle_hw::kit::unit::UnitVisitor;
use heddle_hw::kit::{Class, Pins, Spec, Unit};

/// Largest size that is tried, to save time.
const LARGE: i64 = 256;

/// Variable of the environment with which all limits are tried, instead of the last of every unit.
const ALL: &str = "HEDDLE_LIMITS";

/// The error of every size of a unit that is the least or the greatest, while the others are tiny.
struct AtLimits;

impl UnitVisitor for AtLimits {
    type Output = Vec<String>;

    fn visit<R: Spec>(self) -> Vec<String> {
        let limits = R::LIMITS.iter().flat_map(|(key, allowed)| {
            let (least, most) = allowed.bounds();
            let sizes = [least, most].into_iter().filter(|size| *size <= LARGE);
            sizes.map(move |size| format!("{key}={size}"))
        });
        let all = std::env::var(ALL).is_ok_and(|tried| tried == "all");
        let limits: Vec<String> = limits.collect();
        let tried = if all { 0 } else { limits.len().saturating_sub(1) };
        let error = |setting: String| {
            let sizing = Sizing::from("tiny").with([&setting]);
            let params = match sizing.params::<R>() {
                // The others are tiny.
                Err(SizingError::Conflict { .. }) => return None,
                params => params.expect("a limit is allowed"),
            };
            match record::<R>(&params) {
                Err(error @ ExportError::Untried { .. }) => Some(format!("{setting}: {error}")),
                // Whether the unit meets its specification is for others to test.
                _ => None,
            }
        };
        limits.into_iter().skip(tried).filter_map(error).collect()
    }
}

#[test]
fn units_of_the_least_and_of_the_greatest_sizes_have_recordings() {
    let errors: Vec<String> =
        UNITS.iter().flat_map(|unit| for_unit(unit, AtLimits).expect("a unit")).collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
}

/// Returns the error for a recording of `R` at `tiny` that `change` has changed, if there is one.
fn error_of<R: Spec>(change: impl Fn(&mut Recording)) -> Option<String> {
    let params = R::tiny();
    let mut recording = record::<R>(&params).expect("the unit has a recording");
    change(&mut recording);
    let pins = (<R as Unit>::In::pins(Class::Narrow), <R as Unit>::Out::pins(Class::Narrow));
    let required = goals::require::<R>(&params, &recording, pins.0, pins.1);
    required.err().map(|error| error.to_string())
}

#[test]
fn what_a_recording_leaves_untried_is_told_in_one_line() {
    assert_eq!(error_of::<Fifo>(|_| ()), None);
    let without_waits = |recording: &mut Recording| {
        // Inputs are in_valid, in_data and out_ready; outputs begin with in_ready, out_valid.
        recording.cycles.retain(|cycle| cycle.outputs[1] == 0 || cycle.inputs[2] != 0);
    };
    let hint = "let the stimuli in its spec reach it, or declare there that they cannot";
    let expected = format!(
        "recording stimuli for fifo: stream out never waits for ready at this size; {hint}"
    );
    assert_eq!(error_of::<Fifo>(without_waits), Some(expected));
    let without_transfers = |recording: &mut Recording| {
        recording.cycles.retain(|cycle| cycle.inputs[0] == 0 || cycle.outputs[0] == 0);
    };
    let error = error_of::<Fifo>(without_transfers).expect("nothing enters");
    assert!(error.contains("fifo: stream in has no transfer at this size;"), "{error}");
    let without_falls = |recording: &mut Recording| {
        recording.cycles.iter_mut().for_each(|cycle| cycle.inputs[2] = 1);
    };
    let error = error_of::<Fifo>(without_falls).expect("the consumer never stalls");
    assert!(error.contains(", pin out_ready does not rise and fall at this size;"), "{error}");
}

#[test]
fn a_pin_that_changes_must_not_be_declared_constant() {
    let with_busy_cycle = |recording: &mut Recording| recording.cycles[2].outputs[1] = 0;
    let error = error_of::<Register>(with_busy_cycle).expect("idle falls and rises");
    assert!(error.contains("pin idle changes, and is declared constant"), "{error}");
}
