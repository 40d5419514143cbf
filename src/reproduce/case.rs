//! One run that figures are made of: a benchmark in one variant of the machine.

use super::benchmarks::{Benchmark, Size};
use anyhow::Context;
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{self, ModelRooms, RunOptions};
use serde_json::Value;

/// A variant of the K20c, by the settings that make it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// As tables and files call it.
    pub name: &'static str,
    /// Keys and values, as `--set` takes them.
    pub settings: &'static [(&'static str, &'static str)],
    /// Whether it runs what the benchmark is compared with instead of the benchmark.
    pub baseline: bool,
}

impl Variant {
    /// The machine on which the benchmark itself runs.
    pub const fn new(
        name: &'static str,
        settings: &'static [(&'static str, &'static str)],
    ) -> Self {
        Self { name, settings, baseline: false }
    }

    /// The machine.
    pub fn config(&self) -> anyhow::Result<GpuConfig> {
        let mut config = GpuConfig::preset(MACHINE)?;
        for (key, value) in COMMON.iter().chain(self.settings) {
            config.set(key, value)?;
        }
        Ok(config)
    }

    /// Names a run among all of its size. A baseline that is the flat benchmark is that run.
    pub fn of(&self, benchmark: &Benchmark) -> String {
        let own = self.baseline && benchmark.baseline != benchmark.app;
        format!("{}.{}", benchmark.name, if self.baseline && !own { "flat" } else { self.name })
    }
}

/// The machine of chapters 3 and 4 of the thesis.
pub const MACHINE: &str = "k20c";

/// Set in every run: the source raises the limit on pending launches as its benchmarks need.
const COMMON: &[(&str, &str)] = &[("kernel.pending_limit", "1000000")];

/// A benchmark at a size in a variant.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// What runs.
    pub benchmark: &'static Benchmark,
    /// How large its input is.
    pub size: Size,
    /// On which machine.
    pub variant: Variant,
}

impl Case {
    /// Names the case among all of its size.
    pub fn name(&self) -> String {
        self.variant.of(self.benchmark)
    }

    /// The application that runs.
    pub fn app(&self) -> &'static str {
        if self.variant.baseline {
            self.benchmark.baseline
        } else {
            self.benchmark.app
        }
    }

    /// The same run by hand.
    pub fn command(&self) -> String {
        let (app, input) = (self.app(), self.benchmark.input(self.size));
        let settings = COMMON.iter().chain(self.variant.settings);
        let settings: String =
            settings.map(|(key, value)| format!(" --set {key}={value}")).collect();
        format!("heddle run {app} --input {input} --config {MACHINE}{settings}")
    }

    /// Runs it. The result is that of `heddle run --json` without the time it took. An
    /// output that contradicts the CPU reference is an error.
    pub fn run(&self) -> anyhow::Result<Value> {
        let config = self.variant.config()?;
        let mut workload = heddle_sim::workloads::build(
            self.app(),
            Some(self.benchmark.input(self.size)),
            &config,
        )?;
        let result = gpu::run(&config, workload.as_mut(), &ModelRooms, RunOptions::default())
            .with_context(|| self.command())?;
        if let Some(difference) = &result.difference {
            anyhow::bail!("{}: the output is wrong: {difference}", self.command());
        }
        let mut value = serde_json::to_value(&result)?;
        if let Some(fields) = value.as_object_mut() {
            fields.remove("wall_seconds");
        }
        Ok(value)
    }
}
