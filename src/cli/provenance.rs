//! What a result is a result of: the command, the program, its inputs and the machine.

use super::args::WorkloadArgs;
use heddle_sim::config::GpuConfig;
use heddle_sim::host::Workload;
use heddle_workloads::APPS;
use serde::Serialize;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::io;

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
    /// SHA-256 of each file that was read, by its path.
    pub files_sha256: BTreeMap<String, String>,
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
    ) -> anyhow::Result<Self> {
        let files = heddle_files::inputs();
        let files = files.iter().map(|path| {
            let mut digest = Sha256::new();
            io::copy(&mut heddle_files::open(path)?, &mut digest)?;
            Ok((path.display().to_string(), format!("{:x}", digest.finalize())))
        });
        Ok(Self {
            command: typed(std::env::args()),
            version: VERSION,
            commit: COMMIT,
            workload: &args.what,
            input: args.input.as_deref().or_else(|| default_input(&args.what)),
            ptx_sha256,
            files_sha256: files.collect::<anyhow::Result<_>>()?,
            machine: &args.machine.config,
            overrides: &args.machine.settings,
            config,
            backend,
            seeds: Seeds { power_up },
            host: host(),
        })
    }
}

/// Digests the kernels of a workload.
pub fn digest_of_kernels(workload: &dyn Workload) -> String {
    format!("{:x}", Sha256::digest(workload.ptx()))
}

fn default_input(app: &str) -> Option<&'static str> {
    APPS.iter().find(|known| known.name == app).map(|known| known.default_input)
}

/// Returns a command line that a shell reads as `words`; the program is `heddle`, wherever it lies.
fn typed(words: impl Iterator<Item = String>) -> String {
    let quoted = words.skip(1).map(|word| {
        let plain = |c: char| c.is_ascii_alphanumeric() || "-_=+.,:/@%".contains(c);
        match !word.is_empty() && word.chars().all(plain) {
            true => word,
            false => format!("'{}'", word.replace('\'', r"'\''")),
        }
    });
    std::iter::once("heddle".to_owned()).chain(quoted).collect::<Vec<_>>().join(" ")
}

fn host() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname");
    name.map_or_else(|_| "unknown".into(), |name| name.trim().to_owned())
}

#[cfg(test)]
mod tests {
    use super::typed;

    #[test]
    fn a_command_is_quoted_where_a_shell_would_split_it() {
        let words = ["/bin/heddle", "run", "my kernel.ptx", "--set", "a=b", "it's", ""];
        let command = typed(words.into_iter().map(str::to_owned));
        assert_eq!(command, r"heddle run 'my kernel.ptx' --set a=b 'it'\''s' ''");
    }
}
