//! What a result is a result of: the command, the program, its inputs and the machine.

use super::args::WorkloadArgs;
use crate::digest;
use heddle_sim::config::GpuConfig;
use heddle_workloads::APPS;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// Version of the program.
pub const VERSION: &str = env!("CARGO_PKG_VERSION");
/// The commit it was built from, with `+` if the sources had changed; `unknown` outside a checkout.
pub const COMMIT: &str = env!("HEDDLE_COMMIT");
/// Both, as `--version` says them.
pub const VERSION_AND_COMMIT: &str =
    concat!(env!("CARGO_PKG_VERSION"), " (commit ", env!("HEDDLE_COMMIT"), ")");

/// What decides a result, and where it was obtained.
#[derive(Serialize)]
pub struct Provenance<'a> {
    /// The command, as it was typed; words that a shell would split are quoted.
    pub command: String,
    pub version: &'static str,
    pub commit: &'static str,
    /// The application, the PTX file or the host program.
    pub workload: &'a str,
    /// Input of an application, also if it is the one that it takes without `--input`.
    pub input: Option<&'a str>,
    /// SHA-256 of the kernels' PTX.
    pub ptx_sha256: String,
    /// SHA-256 of each file that was read, by its path; absent of a file that can no longer be read.
    pub files_sha256: BTreeMap<String, Option<String>>,
    /// Name of the machine, or its file.
    pub machine: &'a str,
    /// What was set on the command line, as KEY=VALUE.
    pub overrides: &'a [String],
    /// Every key of the machine.
    pub config: &'a GpuConfig,
    /// Which units were models, circuits or Verilog.
    pub backend: &'a str,
    pub seeds: Seeds,
    /// Name of the computer.
    pub host: String,
}

/// What was drawn at random. Inputs that are generated have their seed in their own text.
#[derive(Clone, Copy, Serialize)]
pub struct Seeds {
    /// Of the state in which Verilated units power up; absent if there can be none.
    pub power_up: Option<u32>,
}

/// A result, and what it is a result of.
#[derive(Serialize)]
pub struct Stamped<'a, R> {
    #[serde(flatten)]
    pub of: Provenance<'a>,
    #[serde(flatten)]
    pub result: &'a R,
}

impl<'a> Provenance<'a> {
    /// Of a run of `workload`, which has been built, on `config`.
    pub fn new(
        args: &'a WorkloadArgs,
        config: &'a GpuConfig,
        ptx_sha256: String,
        backend: &'a str,
        power_up: Option<u32>,
    ) -> Self {
        Self {
            command: typed(std::env::args()),
            version: VERSION,
            commit: COMMIT,
            workload: &args.what,
            input: args.input.as_deref().or_else(|| default_input(&args.what)),
            ptx_sha256,
            files_sha256: files(),
            machine: &args.machine.config,
            overrides: &args.machine.settings,
            config,
            backend,
            seeds: Seeds { power_up },
            host: host(),
        }
    }
}

fn default_input(app: &str) -> Option<&'static str> {
    APPS.iter().find(|known| known.name == app).map(|known| known.default_input)
}

/// Returns the digest of each file that has been read, by its path. One that has gone during a long run is no reason to lose
/// the result.
pub fn files() -> BTreeMap<String, Option<String>> {
    let digest = |path: PathBuf| (path.display().to_string(), digest::of_file(&path).ok());
    heddle_files::inputs().into_iter().map(digest).collect()
}

/// Returns a command line that a shell reads as `words`; the program is `heddle`, wherever it lies.
pub fn typed(words: impl Iterator<Item = String>) -> String {
    let quoted = words.skip(1).map(|word| quoted(&word));
    std::iter::once("heddle".to_owned()).chain(quoted).collect::<Vec<_>>().join(" ")
}

/// Returns a word as a shell reads it: in quotes if it would split or change it.
pub fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_=+.,:/@%".contains(c);
    match !word.is_empty() && word.chars().all(plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

/// Returns the name of this computer.
pub fn host() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname");
    name.map_or_else(|_| "unknown".into(), |name| name.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cli::args::{Cli, Command};
    use crate::results::PROVENANCE;
    use clap::Parser;

    #[test]
    fn the_fields_by_which_results_are_told_apart_from_what_they_are_results_of_are_these() {
        let Command::Run(args) = Cli::parse_from(["heddle", "run", "bfs"]).command else {
            panic!("another command")
        };
        let config = GpuConfig::preset("k20c").expect("a preset");
        let of = Provenance::new(&args.workload, &config, String::new(), "all=model", Some(1));
        let value = serde_json::to_value(of).expect("a value");
        let mut fields: Vec<_> = value.as_object().expect("an object").keys().collect();
        let mut known = PROVENANCE.to_vec();
        fields.sort();
        known.sort();
        assert_eq!(fields, known);
    }

    #[test]
    fn a_command_is_quoted_where_a_shell_would_split_it() {
        let words = ["/bin/heddle", "run", "my kernel.ptx", "--set", "a=b", "it's", ""];
        let command = typed(words.into_iter().map(str::to_owned));
        assert_eq!(command, r"heddle run 'my kernel.ptx' --set a=b 'it'\''s' ''");
    }
}
