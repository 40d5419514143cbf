//! The sizes of a unit, or the machine of a chip, as the command line names them.

use super::args::{MachineArgs, SizeArgs};
use super::run::machine;
use crate::machine::configured;
use anyhow::bail;
use heddle_gen::sizing::Sizing;
use heddle_hw::chip::Standard;
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::chip_sizes;

/// The machine of a chip where none is named.
const CONFIG: &str = "k20c";

/// The sizes of `unit`; those of `preset` where nothing else is said. Keys with a dot are the machine's.
pub fn of_unit(args: &SizeArgs, unit: &str, preset: &str) -> anyhow::Result<Sizing> {
    let (settings, own): (Vec<_>, Vec<_>) =
        args.settings.iter().cloned().partition(|setting| is_of_machine(setting));
    let sizing = match (&args.preset, &args.config, settings.first()) {
        (Some(preset), None, Some(setting)) => bail!(
            "--preset {preset} and --set {setting} both say sizes; give a machine with --config, or sizes of the unit such as --set entries=256"
        ),
        (Some(preset), ..) => Sizing::from(preset.as_str()),
        (None, None, None) => Sizing::from(preset),
        (None, ..) => {
            let (machine, name) = named(args, settings);
            let config = configured(&machine.config, &machine.settings)?;
            Sizing::of_machine::<Standard>(&name, &chip_sizes(&config), unit)?
        }
    };
    Ok(sizing.with(own))
}

/// The machine of a chip, and its name.
pub fn of_chip(args: &SizeArgs) -> anyhow::Result<(GpuConfig, String)> {
    if let Some(preset) = &args.preset {
        bail!("--preset {preset} is for a unit; a chip has the sizes of its machine: --config tiny, k20c, ...");
    }
    if let Some(setting) = args.settings.iter().find(|setting| !is_of_machine(setting)) {
        bail!("--set {setting} is a size of a unit; a chip is changed by keys of its machine, which `heddle config` shows");
    }
    let (args, name) = named(args, args.settings.clone());
    Ok((machine(&args)?, name))
}

/// The machine of `args` with `settings`, and what it is called.
fn named(args: &SizeArgs, settings: Vec<String>) -> (MachineArgs, String) {
    let config = args.config.clone().unwrap_or_else(|| CONFIG.into());
    let name = std::iter::once(&config).chain(&settings).cloned().collect::<Vec<_>>().join(", ");
    (MachineArgs { config, settings }, name)
}

fn is_of_machine(setting: &str) -> bool {
    setting.split('=').next().is_some_and(|key| key.contains('.'))
}
