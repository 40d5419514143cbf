//! Measures the cycles per second of every unit in every backend, replaying the stimuli of its
//! specification: `cargo bench -p heddle-verif`.

use heddle_gen::units::{for_unit, presets_of, UNITS};
use heddle_gen::verilated::Compiled;
use heddle_hw::kit::trial::Plan;
use heddle_hw::kit::unit::UnitVisitor;
use heddle_hw::kit::{spec, Clocked, Pins, Rtl, Spec};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Stimuli that are replayed repeatedly.
const PLAN: Plan = Plan { cases: 16, seed: 1 };

/// Least time of each measurement.
const TIME: Duration = Duration::from_millis(300);

struct Measure {
    preset: &'static str,
}

impl UnitVisitor for Measure {
    type Output = Result<(), String>;

    fn visit<R: Spec>(self) -> Self::Output {
        let params = R::preset(self.preset).ok_or("presets are listed by the unit")?;
        let mut recordings: Vec<Vec<R::In>> = Vec::new();
        for stimulus in PLAN.stimuli::<R>(&params)? {
            let trace = spec::check::<R, _>(&mut R::model(&params), &params, &stimulus)
                .map_err(|failure| failure.to_string())?;
            recordings.push(trace.inputs.iter().map(|row| R::In::load(row)).collect());
        }
        let model = speed(R::model(&params), &recordings);
        let rtl = speed(Rtl::new(R::circuit(&params)), &recordings);
        let verilated = match Compiled::<R::In, R::Out>::new::<R>(&params, R::class(&params)) {
            Ok(compiled) => grouped(speed(compiled.unit(1), &recordings)),
            Err(error) if error.is_missing_tool() => "skipped".into(),
            Err(error) => return Err(error.to_string()),
        };
        let (model, rtl) = (grouped(model), grouped(rtl));
        println!("{:<20} {:<22} {model:>14} {rtl:>12} {verilated:>14}", R::NAME, self.preset);
        Ok(())
    }
}

/// Cycles per second.
fn speed<U: Clocked>(mut unit: U, recordings: &[Vec<U::In>]) -> f64 {
    let begin = Instant::now();
    let mut cycles = 0;
    while begin.elapsed() < TIME {
        for inputs in recordings {
            unit.reset();
            for input in inputs {
                black_box(unit.out());
                unit.step(input);
            }
            cycles += inputs.len() as u64 + 1;
        }
    }
    cycles as f64 / begin.elapsed().as_secs_f64()
}

/// A number with its thousands apart.
fn grouped(number: f64) -> String {
    let digits = (number.round() as u64).to_string();
    let groups: Vec<_> = digits.as_bytes().rchunks(3).rev().map(String::from_utf8_lossy).collect();
    groups.join(" ")
}

fn main() -> Result<(), String> {
    println!(
        "cycles per second\n{:<20} {:<22} {:>14} {:>12} {:>14}",
        "unit", "preset", "model", "rtl", "verilated"
    );
    for unit in UNITS {
        for preset in presets_of(unit).map_err(|error| error.to_string())? {
            for_unit(unit, Measure { preset }).map_err(|error| error.to_string())??;
        }
    }
    Ok(())
}
