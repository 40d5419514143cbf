//! Configurations as TOML: a whole machine, or the name of another one and what differs from it.

use super::layer::Layer;
use super::print::replace;
use super::{check, comments, ConfigError, GpuConfig, PRESETS};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use toml::Value;
use toml_edit::{DocumentMut, Item};

/// Where the machines that a text names as its base are looked for, besides the presets.
#[derive(Clone, Debug)]
pub(super) enum Bases {
    /// Nowhere.
    Presets,
    /// In TOML files, by a path from this directory.
    Files(PathBuf),
}

/// A machine read from text: every value, with the source beside it.
pub(super) struct Sourced {
    pub config: GpuConfig,
    pub document: DocumentMut,
}

/// The machine of a preset, or of a file if `name` ends in `.toml`.
pub(super) fn open(name: &str) -> Result<Sourced, ConfigError> {
    Reader::default().open(name, &Bases::Files(PathBuf::new()))
}

/// The machine of a preset.
pub(super) fn open_preset(name: &str) -> Result<Sourced, ConfigError> {
    Reader::default().open(name, &Bases::Presets)
}

/// The machine of a text without files beside it; `what` names it in errors.
pub(super) fn read(what: &str, text: &str) -> Result<Sourced, ConfigError> {
    Reader::default().read(what, text, &Bases::Presets)
}

/// A machine with every key, which says what type each value has.
pub(super) fn schema() -> &'static Value {
    static SCHEMA: OnceLock<Value> = OnceLock::new();
    SCHEMA.get_or_init(|| {
        let complete = PRESETS.iter().find_map(|(_, text)| toml::from_str::<GpuConfig>(text).ok());
        complete.expect("the first preset is complete").to_value()
    })
}

/// Reads a machine and those it is based on.
#[derive(Default)]
struct Reader {
    /// The machines that are being read, each the base of the one before.
    chain: Vec<String>,
}

impl Reader {
    fn open(&mut self, name: &str, bases: &Bases) -> Result<Sourced, ConfigError> {
        if let Some((preset, text)) = PRESETS.iter().find(|(known, _)| *known == name) {
            self.enter(preset)?;
            return self.read(preset, text, &Bases::Presets);
        }
        let Bases::Files(directory) = bases else { return Err(unknown(name)) };
        if !name.ends_with(".toml") {
            return Err(unknown(name));
        }
        let path = directory.join(name);
        let what = path.display().to_string();
        self.enter(&what)?;
        let unreadable = |error: std::io::Error| ConfigError::Unreadable {
            path: what.clone(),
            reason: error.to_string(),
        };
        let text = heddle_files::read_to_string(&path).map_err(unreadable)?;
        let directory = path.parent().map_or(PathBuf::new(), Path::to_path_buf);
        self.read(&what, &text, &Bases::Files(directory))
    }

    /// Takes note that a machine is read now; it cannot be based on itself.
    fn enter(&mut self, what: &str) -> Result<(), ConfigError> {
        let circular = self.chain.iter().any(|other| same(other, what));
        self.chain.push(what.to_owned());
        if circular {
            return Err(ConfigError::CircularBase { chain: self.chain.join(" -> ") });
        }
        Ok(())
    }

    fn read(&mut self, what: &str, text: &str, bases: &Bases) -> Result<Sourced, ConfigError> {
        let layer = Layer::read(what, text)?;
        let document = match &layer.base {
            None => {
                layer.complete()?;
                // A comment that was wrapped belongs to the value beside it, and goes with it.
                let joined = comments::may_be_wrapped(text)
                    .then(|| comments::joined(&layer.document.to_string()))
                    .flatten();
                let joined = joined.map(|text| text.parse().expect("only comments have changed"));
                joined.unwrap_or_else(|| layer.document.clone())
            }
            Some((base, line)) => {
                let below = self.open(base, bases);
                let mut below = below.map_err(|error| error.at(what, *line))?;
                layer.lay_over(&mut below.document);
                below.document
            }
        };
        let config: GpuConfig = toml::from_str(&document.to_string()).map_err(|error| {
            let message = error.message().replace('\n', "; ");
            ConfigError::BadFile { message }.inside(what)
        })?;
        check::check(&config.to_value()).map_err(|error| layer.locate(error))?;
        Ok(Sourced { config, document })
    }
}

/// Whether two names are of one machine.
fn same(one: &str, other: &str) -> bool {
    let canonical = |name: &str| std::fs::canonicalize(name).ok();
    one == other || canonical(one).is_some_and(|path| canonical(other) == Some(path))
}

fn unknown(name: &str) -> ConfigError {
    let valid = GpuConfig::preset_names().collect::<Vec<_>>().join(", ");
    ConfigError::UnknownPreset { name: name.to_owned(), valid }
}

/// Puts a value with its source in the place of another.
pub(super) fn set(
    document: &mut DocumentMut,
    path: &[String],
    value: toml_edit::Value,
    source: &str,
) {
    let path: Vec<&str> = path.iter().map(String::as_str).collect();
    replace(document.as_table_mut(), &path, value, source);
}

/// The table at a path.
pub(super) fn table<'a>(
    document: &'a mut DocumentMut,
    path: &[String],
) -> Option<&'a mut toml_edit::Table> {
    let root = document.as_table_mut();
    path.iter().try_fold(root, |table, part| table.get_mut(part).and_then(Item::as_table_mut))
}
