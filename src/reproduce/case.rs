//! One run for figures: a benchmark in one variant of the machine.

use super::benchmarks::{Benchmark, Size};
use super::launches::Recorder;
use anyhow::Context;
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{
    self, run_limit, Footprints, LimitCounts, LimitLevel, LimitStudy, ModelUnits, RedundancyCensus,
    ReuseProfile, RunOptions, RunResult, Wavefront,
};
use heddle_sim::host::Workload;
use heddle_workloads::AppOptions;
use serde_json::{json, Value};
use std::fmt;
use std::sync::Arc;

/// The common machine of all runs of a study.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Machine {
    /// The configuration.
    pub preset: &'static str,
    /// Keys and values that every run sets.
    common: &'static [(&'static str, &'static str)],
}

/// The settings of the thesis on any machine: it raises the limit on pending launches as its benchmarks need.
const THESIS: &[(&str, &str)] = &[("kernel.pending_limit", "1000000")];

/// The machine of chapters 3 and 4 of the thesis.
pub const K20C: Machine = Machine { preset: "k20c", common: THESIS };

/// The first machine that chapter 3 compares with it.
pub const TITAN: Machine = Machine { preset: "titan", common: THESIS };

/// The second machine that chapter 3 compares with it.
pub const K40: Machine = Machine { preset: "k40", common: THESIS };

/// A later machine, for what papers do not ask.
pub const V100: Machine = Machine { preset: "v100", common: THESIS };

/// The machine of LASER.
pub const LASER13: Machine = Machine { preset: "laser13", common: THESIS };

/// The machine of DARSIE.
pub const GTX1080TI: Machine = Machine { preset: "gtx1080ti", common: &[] };

/// The machine of Wireframe.
pub const GTX480: Machine = Machine { preset: "gtx480", common: &[] };

impl fmt::Display for Machine {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(self.preset)?;
        let mut word = " with ";
        for (key, value) in self.common {
            write!(f, "{word}{key}={value}")?;
            word = " and ";
        }
        Ok(())
    }
}

impl Machine {
    /// Makes a variant with `settings`.
    pub const fn variant(
        self,
        name: &'static str,
        settings: &'static [(&'static str, &'static str)],
    ) -> Variant {
        Variant { machine: self, name, settings, options: &[], records: Records::Result }
    }
}

/// What a variant records besides the result of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Records {
    /// Nothing.
    Result,
    /// [`LAUNCHES_OVER_TIME`].
    Launches,
    /// The shared footprint ratios of `heddle characterize`, and the shares of accesses that reuse.
    Footprints,
    /// What the warps of TBs repeat of each other, by [`redundancy`].
    Redundancy,
    /// The run is one of the limit study, whose schedulers know the profile of a run before it.
    Limit(LimitLevel),
}

/// A variant of a machine, by its settings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Variant {
    /// The machine that it varies.
    pub machine: Machine,
    /// Name in tables and files.
    pub name: &'static str,
    /// Keys and values, as `--set` takes them.
    pub settings: &'static [(&'static str, &'static str)],
    /// Options of the application, as `--app` takes them.
    pub options: &'static [(&'static str, &'static str)],
    /// What its results have besides those of `heddle run`.
    pub records: Records,
}

impl Variant {
    /// Returns the settings of the variant and of its machine.
    fn settings(&self) -> impl Iterator<Item = &'static (&'static str, &'static str)> {
        self.machine.common.iter().chain(self.settings)
    }

    /// Returns the configuration.
    pub fn config(&self) -> anyhow::Result<GpuConfig> {
        let mut config = GpuConfig::preset(self.machine.preset)?;
        for (key, value) in self.settings() {
            config.set(key, value)?;
        }
        Ok(config)
    }

    /// The keys that it sets itself.
    #[cfg(test)]
    pub fn keys(&self) -> impl Iterator<Item = &'static str> {
        self.settings().map(|(key, _)| *key)
    }

    /// Names a run among all of its size.
    pub fn of(&self, benchmark: &Benchmark) -> String {
        format!("{}.{}", benchmark.name, self.name)
    }
}

/// Name of the field of a result with the levels of running and ready TBs in equal spans of the
/// run.
pub const LEVELS_OVER_TIME: &str = "levels_over_time";
/// Name of the field of a result with the [`Launch`](super::launches::Launch)es of the run, in the
/// order of their calls.
pub const LAUNCHES_OVER_TIME: &str = "launches_over_time";
/// Name of the field of a result with the counts of what the warps of TBs repeat.
pub const REDUNDANCY: &str = "redundancy";
/// Number of the spans.
const SPANS: u64 = 48;

/// Returns the fields of a result that say what is shared and reused.
fn shared(footprints: &Footprints) -> impl Iterator<Item = (String, Value)> {
    let (total, reuse) = (footprints.total(), &footprints.reuse().kernels);
    let fields = [
        ("parent_child", total.parent_child.value()),
        ("child_sibling", total.child_sibling.value()),
        ("parent_parent", total.parent_parent.value()),
        ("reuse_self", reuse.own.share(reuse.accesses)),
        ("reuse_parent_child", reuse.parent_child.share(reuse.accesses)),
        ("reuse_sibling", reuse.sibling.share(reuse.accesses)),
    ];
    fields.into_iter().map(|(name, value)| (name.to_owned(), json!(value)))
}

/// Returns the field of a result that says what the warps of TBs repeat of each other.
fn redundancy(census: &RedundancyCensus) -> Option<(String, Value)> {
    let counts = serde_json::to_value(census.total()).ok()?;
    Some((REDUNDANCY.to_owned(), counts))
}

/// A benchmark at a size in a variant.
#[derive(Clone, Copy, Debug)]
pub struct Case {
    /// The benchmark.
    pub benchmark: &'static Benchmark,
    /// Size of its input.
    pub size: Size,
    /// Variant of the machine.
    pub variant: Variant,
}

impl Case {
    /// Returns a name that is unique among cases of one size.
    pub fn name(&self) -> String {
        self.variant.of(self.benchmark)
    }

    /// Returns the options of the application: those of the benchmark and of the variant.
    pub fn options(&self) -> Vec<(&'static str, &'static str)> {
        [self.benchmark.options, self.variant.options].concat()
    }

    /// Returns the command for the same run on `input`.
    pub fn command(&self, input: &str) -> String {
        let app = self.benchmark.app;
        let settings: String =
            self.variant.settings().map(|(key, value)| format!(" --set {key}={value}")).collect();
        let options: String =
            self.options().iter().map(|(key, value)| format!(" --app {key}={value}")).collect();
        let machine = self.variant.machine.preset;
        let verb = if matches!(self.variant.records, Records::Limit(_)) { "limit" } else { "run" };
        format!("heddle {verb} {app} --input {input}{options} --config {machine}{settings}")
    }

    /// Runs the case on `input`. The result is that of `heddle run --json` without the time it took; with
    /// dependency graphs it has [`LEVELS_OVER_TIME`] too, and what the variant [records](Records). An output that
    /// contradicts the CPU reference is an error.
    pub fn run(&self, input: &str) -> anyhow::Result<Value> {
        let config = self.variant.config()?;
        if let Records::Limit(level) = self.variant.records {
            return self.run_limit(level, input, &config);
        }
        let mut workload = self.workload(input, &config)?;
        let mut wavefront = Wavefront::default();
        let recorder = Recorder::default();
        let records = self.variant.records;
        let mut timeline = (records == Records::Launches).then(|| recorder.timeline());
        let mut footprints = (records == Records::Footprints).then(Footprints::default);
        let mut census = (records == Records::Redundancy).then(RedundancyCensus::default);
        let options = RunOptions {
            wavefront: Some(&mut wavefront),
            timeline: timeline.as_mut(),
            footprints: footprints.as_mut(),
            redundancy: census.as_mut(),
            ..RunOptions::default()
        };
        let result = gpu::run(&config, workload.as_mut(), &ModelUnits, options)
            .with_context(|| self.command(input))?;
        let mut value = self.value(&result, input)?;
        if let Some(fields) = value.as_object_mut() {
            let spans = wavefront.spans(SPANS);
            if !spans.is_empty() {
                fields.insert(LEVELS_OVER_TIME.to_owned(), serde_json::to_value(spans)?);
            }
            if records == Records::Launches {
                let launches = serde_json::to_value(recorder.launches()?)?;
                fields.insert(LAUNCHES_OVER_TIME.to_owned(), launches);
            }
            if let Some(footprints) = footprints {
                fields.extend(shared(&footprints));
            }
            fields.extend(census.as_ref().and_then(redundancy));
        }
        Ok(value)
    }

    /// Records a run, and runs again with schedulers that know it.
    fn run_limit(
        &self,
        level: LimitLevel,
        input: &str,
        config: &GpuConfig,
    ) -> anyhow::Result<Value> {
        let mut profile = ReuseProfile::default();
        let options = RunOptions { profile: Some(&mut profile), ..RunOptions::default() };
        gpu::run(config, self.workload(input, config)?.as_mut(), &ModelUnits, options)
            .with_context(|| self.command(input))?;
        let counts = LimitCounts::default();
        let mut study = LimitStudy { level, profile: Arc::new(profile), counts };
        let mut workload = self.workload(input, config)?;
        let result = run_limit(config, workload.as_mut(), &mut study, RunOptions::default())
            .with_context(|| self.command(input))?;
        self.value(&result, input)
    }

    fn workload(&self, input: &str, config: &GpuConfig) -> anyhow::Result<Box<dyn Workload>> {
        let options = AppOptions::new(&self.options());
        Ok(heddle_workloads::build(self.benchmark.app, Some(input), &options, config)?)
    }

    /// Returns a result without the time it took, if the output is right.
    fn value(&self, result: &RunResult, input: &str) -> anyhow::Result<Value> {
        if let Some(difference) = &result.difference {
            anyhow::bail!("{}: the output is wrong: {difference}", self.command(input));
        }
        let mut value = serde_json::to_value(result)?;
        if let Some(fields) = value.as_object_mut() {
            fields.remove("wall_seconds");
        }
        Ok(value)
    }
}
