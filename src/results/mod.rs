//! Results that commands wrote as JSON: read again, flattened to named values, and told apart from what they are results of.

mod diff;
mod flat;

pub use diff::{Change, Difference};
pub use flat::{flatten, top, Scalar};

use anyhow::{bail, Context};
use serde_json::{Map, Value};
use std::path::Path;

/// Fields that say what a result is a result of.
pub const PROVENANCE: [&str; 13] = [
    "command",
    "version",
    "commit",
    "backend",
    "seeds",
    "overrides",
    "ptx_sha256",
    "files_sha256",
    "host",
    "workload",
    "input",
    "machine",
    "config",
];

/// Field with the time that a run took on its computer, which is no property of the machine.
pub const WALL: &str = "wall_seconds";

/// Reads a result, as `heddle run --json` prints it.
pub fn read(path: &Path) -> anyhow::Result<Map<String, Value>> {
    let shown = path.display();
    let text =
        heddle_files::read_to_string(path).with_context(|| format!("cannot read {shown}"))?;
    let value: Value =
        serde_json::from_str(&text).with_context(|| format!("{shown} is not JSON"))?;
    let Value::Object(fields) = value else {
        bail!(
            "{shown} is no result: it is not one JSON object; make one by `heddle run ... --json`"
        )
    };
    let missing = PROVENANCE.iter().find(|name| !fields.contains_key(**name));
    if let Some(name) = missing {
        bail!("{shown} is no result: it has no `{name}`; make one by `heddle run ... --json`");
    }
    Ok(fields)
}
