//! The crates of the workspace, as its `Cargo.toml` lists them.

use std::path::{Path, PathBuf};
use toml::Table;

/// Name of each crate, and the folder of its code from the root of the workspace on.
pub type Crates = Vec<(String, PathBuf)>;

/// Returns the crates of the workspace in `root`. The error names a `Cargo.toml` that is not understood.
pub fn crates(root: &Path) -> Result<Crates, String> {
    let workspace = manifest(root)?;
    let members = workspace.get("workspace").and_then(|table| table.get("members"));
    let members = members.and_then(|members| members.as_array());
    let members = members.ok_or_else(|| format!("{} lists no members", root.display()))?;
    let folders = members.iter().filter_map(|member| member.as_str()).chain([""]);
    folders.map(|folder| Ok((name(&root.join(folder))?, Path::new(folder).join("src")))).collect()
}

fn name(folder: &Path) -> Result<String, String> {
    let manifest = manifest(folder)?;
    let name = manifest.get("package").and_then(|package| package.get("name"));
    let name = name.and_then(|name| name.as_str()).map(str::to_string);
    name.ok_or_else(|| format!("{} names no package", folder.display()))
}

fn manifest(folder: &Path) -> Result<Table, String> {
    let path = folder.join("Cargo.toml");
    let text = std::fs::read_to_string(&path);
    let text = text.map_err(|error| format!("reading {}: {error}", path.display()))?;
    text.parse().map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_member_is_there_and_the_root_package() {
        let crates =
            crates(&Path::new(env!("CARGO_MANIFEST_DIR")).join("..")).expect("a workspace");
        for (name, folder) in [
            ("heddle-sim", "sim/src"),
            ("heddle-workloads", "sim/workloads/src"),
            ("verilator-sys", "gen/verilator-sys/src"),
            ("heddle", "src"),
        ] {
            assert!(crates.contains(&(name.to_string(), folder.into())), "{name}");
        }
    }

    #[test]
    fn a_folder_without_a_workspace_is_an_error_that_names_it() {
        let error = crates(Path::new("/no/such/folder")).expect_err("nothing there");
        assert!(error.starts_with("reading /no/such/folder/Cargo.toml: "), "{error}");
        let member = Path::new(env!("CARGO_MANIFEST_DIR"));
        assert!(crates(member).expect_err("no workspace").ends_with("lists no members"));
    }
}
