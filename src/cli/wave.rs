//! `heddle wave`: records a unit under a random stimulus as a waveform.

use super::args::WaveArgs;
use super::sizes::of_unit;
use anyhow::{anyhow, Context};
use heddle_gen::units::for_unit;
use heddle_gen::wave::Wave;
use heddle_hw::kit::trial::Plan;
use heddle_hw::kit::unit::UnitVisitor;
use heddle_hw::kit::{spec, Class, Pins, Rtl, Spec, Trace};
use heddle_verif::backends::{verilated, Backend};
use std::path::Path;

/// Plays one generated stimulus.
struct Play<'a> {
    args: &'a WaveArgs,
    backend: Backend,
}

impl UnitVisitor for Play<'_> {
    type Output = anyhow::Result<()>;

    fn visit<R: Spec>(self) -> Self::Output {
        let Self { args, backend } = self;
        let params = of_unit(&args.sizes, R::NAME, "tiny")?.params::<R>()?;
        let plan = Plan { cases: 1, seed: args.seed };
        let stimuli = plan.stimuli::<R>(&params).map_err(|e| anyhow!(e))?;
        let stimulus = stimuli.into_iter().next().context("a plan of one stimulus makes one")?;
        let trace = match backend {
            Backend::Model => spec::check::<R, _>(&mut R::model(&params), &params, &stimulus),
            Backend::Rtl => {
                spec::check::<R, _>(&mut Rtl::new(R::circuit(&params)), &params, &stimulus)
            }
            Backend::Verilated => {
                let mut unit = verilated::<R>(&params, R::class(&params), args.seed)
                    .map_err(|e| anyhow!(e))?;
                spec::check::<R, _>(&mut unit, &params, &stimulus)
            }
        }?;
        write::<R>(&trace, R::class(&params), &args.out)
    }
}

/// Writes a unit's trace as `UNIT.vcd`, `UNIT.fst` and `UNIT.gtkw`.
pub fn write<R: Spec>(trace: &Trace, class: Class, out: &Path) -> anyhow::Result<()> {
    let mut wave = Wave::new(&[(R::NAME, R::In::pins(class), R::Out::pins(class))]);
    for (cycle, (inputs, outputs)) in trace.inputs.iter().zip(&trace.outputs).enumerate() {
        wave.sample(cycle as u64, 0, inputs, outputs);
    }
    for path in wave.write_all(out, R::NAME)? {
        super::output::emit!("{}", path.display());
    }
    Ok(())
}

/// Runs the command.
pub fn run(args: &WaveArgs) -> anyhow::Result<()> {
    let backend = args.backend.parse().map_err(|e: String| anyhow!(e))?;
    for_unit(&args.unit, Play { args, backend })?
}
