//! `heddle list`: lists units, applications, configurations and figures.

use super::args::ListArgs;
use super::output;
use super::paths::Paths;
use super::run::machine;
use crate::files::write;
use anyhow::bail;
use heddle_gen::chip::picture;
use heddle_gen::units::{for_unit, UNITS};
use heddle_hw::chip::build::survey;
use heddle_hw::chip::{Layout, Standard};
use heddle_hw::kit::unit::UnitVisitor;
use heddle_hw::kit::Spec;
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::chip_sizes;
use heddle_workloads::{App, AppOption, APPS};
use serde::Serialize;

#[derive(Serialize)]
struct UnitEntry {
    name: &'static str,
    purpose: &'static str,
    presets: Vec<&'static str>,
    /// Instances on the chip of the machine; a cell of the kit is on none.
    count: usize,
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

/// Describes a unit, and counts it on a chip.
struct Describe<'a>(&'a Layout);

impl UnitVisitor for Describe<'_> {
    type Output = UnitEntry;
    fn visit<R: Spec>(self) -> UnitEntry {
        let count = self.0.declared(R::NAME).count();
        UnitEntry { name: R::NAME, purpose: R::PURPOSE, presets: R::preset_names(), count }
    }
}

fn describe(option: &AppOption) -> OptionEntry {
    let AppOption { name, about, values, default } = *option;
    OptionEntry { name, about, values: values.describe(), default }
}

/// The options of all applications, each once.
fn all_options() -> Vec<&'static AppOption> {
    let mut all: Vec<&AppOption> = Vec::new();
    for option in APPS.iter().flat_map(|app| app.options) {
        if !all.iter().any(|known| known.name == option.name) {
            all.push(option);
        }
    }
    all
}

/// Runs the command.
pub fn run(args: &ListArgs) -> anyhow::Result<()> {
    let sizes = chip_sizes(&machine(&args.machine)?);
    if let Some(path) = &args.picture {
        if args.output.format.is_some() || args.output.json {
            bail!("--picture draws and prints no table; leave --format and --json out");
        }
        let mut paths = Paths::default();
        paths.input(&args.machine.config);
        paths.output("--picture", path);
        paths.check()?;
        let picture = picture::svg::<Standard>(&sizes)?;
        write(path, picture)?;
        output::emit!("{}", path.display());
        return Ok(());
    }
    let (layout, _) = survey::<Standard>(&sizes)?;
    let units = UNITS.iter().map(|name| for_unit(name, Describe(&layout)));
    let units = units.collect::<Result<Vec<_>, _>>()?;
    let listing = Listing {
        units,
        apps: APPS
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
    if output::is_json() {
        return output::json(&listing);
    }
    print(&listing, &args.machine.config);
    Ok(())
}

/// Prints a table of each kind of things.
fn print(listing: &Listing, machine: &str) {
    let section = |about: &str, header: &[&str], rows: Vec<Vec<String>>| {
        output::note!("{about}");
        output::show(&output::table(header, &rows));
    };
    let row = |unit: &UnitEntry| {
        let (name, presets) = (unit.name.to_owned(), unit.presets.join(", "));
        vec![name, unit.count.to_string(), unit.purpose.to_owned(), presets]
    };
    let header = ["unit", "count", "purpose", "presets"];
    let about = format!("Units, and how many are on the chip of {machine}:");
    section(&about, &header, listing.units.iter().map(row).collect());
    let row = |app: &AppEntry| [app.name, app.about, app.default_input].map(str::to_owned).to_vec();
    let header = ["application", "what it is", "its --input if none is given"];
    section("Applications (heddle run):", &header, listing.apps.iter().map(row).collect());
    let row = |option: &&AppOption| {
        let OptionEntry { name, about, values, default } = describe(option);
        let knows = |app: &&App| app.options.iter().any(|other| other.name == name);
        let apps: Vec<_> = APPS.iter().filter(knows).map(|app| app.name).collect();
        vec![name.to_owned(), about.to_owned(), values, default.to_owned(), apps.join(", ")]
    };
    let header = ["option", "what it says", "values", "if not given", "of"];
    let about = "Options of applications (--app KEY=VALUE):";
    section(about, &header, all_options().iter().map(row).collect());
    let rows = crate::reproduce::titles().map(|(id, title)| vec![id.into(), title.into()]);
    section("Figures (heddle reproduce):", &["figure", "what it shows"], rows.collect());
    output::note!("Machines (--config): {}", listing.configs.join(", "));
    output::note!("Storage figures (heddle area): {}", listing.storage_figures.join(", "));
}
