//! The plan of a study as its directory has it, read again.

use super::point::Study;
use anyhow::{bail, Context};
use std::path::Path;

/// Reads the file of a plan. Whatever it holds, names of points are names of files in the directory, and commands are runs.
pub fn read(path: &Path) -> anyhow::Result<Study> {
    let shown = path.display();
    let dir = path.parent().unwrap_or(path).display();
    if !path.is_file() {
        bail!("{dir} is no directory of a study: it has no study.json; name what was given to `heddle sweep --out`");
    }
    let text = std::fs::read_to_string(path).with_context(|| format!("cannot read {shown}"))?;
    let study: Study = serde_json::from_str(&text).with_context(|| {
        format!(
            "{shown} is no plan of a study; give the command of the study again, which writes it"
        )
    })?;
    let axes = study.axes();
    for (index, point) in study.points.iter().enumerate() {
        let is_name =
            !point.id.is_empty() && point.id.bytes().all(|byte| byte.is_ascii_alphanumeric());
        let is_run = point.command.len() > 1 && point.command[0] == "run";
        let is_placed = point.varied.iter().map(|(key, _)| key).eq(&axes);
        if !(is_name && is_run && is_placed) {
            bail!("{shown}: point {index} is none that `heddle sweep` plans; give the command of the study again");
        }
    }
    Ok(study)
}
