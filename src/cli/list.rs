//! `heddle list`: what there is.

use super::args::ListArgs;
use super::output;
use heddle_gen::units::{for_unit, UNITS};
use heddle_hw::kit::unit::UnitVisitor;
use heddle_hw::kit::Spec;
use heddle_sim::config::GpuConfig;
use heddle_sim::workloads;
use serde::Serialize;

#[derive(Serialize)]
struct UnitEntry {
    name: &'static str,
    purpose: &'static str,
    presets: Vec<&'static str>,
}

#[derive(Serialize)]
struct OptionEntry {
    name: &'static str,
    about: &'static str,
    values: String,
    default: &'static str,
}

#[derive(Serialize)]
struct AppEntry {
    name: &'static str,
    about: &'static str,
    default_input: &'static str,
    options: Vec<OptionEntry>,
}

#[derive(Serialize)]
struct Listing {
    units: Vec<UnitEntry>,
    apps: Vec<AppEntry>,
    configs: Vec<&'static str>,
    figures: Vec<&'static str>,
    storage_figures: Vec<&'static str>,
}

/// Describes a unit.
struct Describe;

impl UnitVisitor for Describe {
    type Output = UnitEntry;
    fn visit<R: Spec>(self) -> UnitEntry {
        UnitEntry { name: R::NAME, purpose: R::PURPOSE, presets: R::preset_names() }
    }
}

fn describe(option: &workloads::AppOption) -> OptionEntry {
    let workloads::AppOption { name, about, values, default } = *option;
    OptionEntry { name, about, values: values.describe(), default }
}

/// The options of all applications, each once.
fn all_options() -> Vec<&'static workloads::AppOption> {
    let mut all: Vec<&workloads::AppOption> = Vec::new();
    for option in workloads::APPS.iter().flat_map(|app| app.options) {
        if !all.iter().any(|known| known.name == option.name) {
            all.push(option);
        }
    }
    all
}

/// Runs the command.
pub fn run(args: &ListArgs) -> anyhow::Result<()> {
    let units = UNITS.iter().map(|name| for_unit(name, Describe)).collect::<Result<Vec<_>, _>>()?;
    let listing = Listing {
        units,
        apps: workloads::APPS
            .iter()
            .map(|app| AppEntry {
                name: app.name,
                about: app.about,
                default_input: app.default_input,
                options: app.options.iter().map(describe).collect(),
            })
            .collect(),
        configs: GpuConfig::preset_names().collect(),
        figures: crate::reproduce::ids().collect(),
        storage_figures: heddle_gen::storage::FIGURES.iter().map(|(figure, _)| *figure).collect(),
    };
    if args.json {
        return output::json(&listing);
    }
    output::emit!("units, with their presets:");
    for unit in &listing.units {
        output::emit!("  {:<20}{}; {}", unit.name, unit.purpose, unit.presets.join(", "));
    }
    output::emit!("applications (heddle run), with the --input they take if none is given:");
    for app in &listing.apps {
        output::emit!("  {:<20}{}; {}", app.name, app.about, app.default_input);
    }
    output::emit!("options of applications (--app KEY=VALUE):");
    for option in all_options() {
        let OptionEntry { name, about, values, default } = describe(option);
        let knows = |app: &&workloads::App| app.options.iter().any(|other| other.name == name);
        let apps: Vec<_> = workloads::APPS.iter().filter(knows).map(|app| app.name).collect();
        output::emit!("  {name:<20}{about}; {values}; {default} if not given");
        output::emit!("  {:<20}of {}", "", apps.join(", "));
    }
    output::emit!("configurations (--config): {}", listing.configs.join(", "));
    output::emit!("figures (heddle reproduce): {}", listing.figures.join(", "));
    output::emit!("storage figures (heddle area): {}", listing.storage_figures.join(", "));
    Ok(())
}
