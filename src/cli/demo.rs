//! `heddle demo`: the tour.

use super::args::DemoArgs;
use super::output;
use super::paths::Paths;
use super::progress::Progress;
use super::provenance::{self, Provenance, Seeds, Stamped};
use super::workload::application;
use crate::digest;
use crate::files::write;
use crate::machine::configured;
use crate::report::{self, Run};
use anyhow::{bail, Context};
use heddle_gen::export::{export, Memory};
use heddle_gen::wave::Wave;
use heddle_hw::chip::standard::INSTANCES;
use heddle_hw::chip::Layout;
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{self, ModelUnits, Observer, RunOptions, RunResult};
use serde::Serialize;
use serde_json::Value;
use std::num::NonZeroU64;

/// Cycles of the busy stretch that goes into the waveform.
const WAVE_CYCLES: u64 = 4000;

/// Cycles of an interval on the page.
const INTERVAL: u64 = 1000;
/// The machine.
const MACHINE: &str = "k20c";

/// The ways to launch work and to schedule what is launched: name, `kernel.launch`, `kernel.latency`, and the
/// `tb.placement` of LaPerm's queues, if they schedule it.
const MODES: [(&str, &str, &str, Option<&str>); 8] = [
    ("flat", "flat", "modelled", None),
    ("CDP", "cdp", "modelled", None),
    ("CDP-ideal", "cdp", "ideal", None),
    ("DTBL", "dtbl", "modelled", None),
    ("DTBL-ideal", "dtbl", "ideal", None),
    ("DTBL, TB-Pri", "dtbl", "modelled", Some("any")),
    ("DTBL, SMX-Bind", "dtbl", "modelled", Some("bound")),
    ("DTBL, Adaptive-Bind", "dtbl", "modelled", Some("adaptive")),
];

/// One row of the comparison.
#[derive(Serialize)]
struct Row {
    mode: &'static str,
    speedup_over_flat: f64,
    #[serde(flatten)]
    result: RunResult,
}

#[derive(Serialize)]
struct Report {
    input: String,
    config: String,
    rows: Vec<Row>,
    simulated_cycles_per_second: f64,
    thread_instructions_per_second: f64,
}

/// The results of all modes.
struct Compared {
    report: Report,
    stretch: Stretch,
    /// The same for the page.
    runs: Vec<Run>,
}

/// Records the units' pins from the first linked group on.
#[derive(Default)]
struct Stretch {
    wave: Option<Wave>,
    /// The unit whose output begins the stretch, and that output, by their indices.
    trigger: Option<(usize, usize)>,
    begin: Option<u64>,
}

impl Stretch {
    /// The mode that is recorded: without launch latencies the units are at their busiest.
    const MODE: &'static str = "DTBL-ideal";
}

impl Observer for Stretch {
    fn begin(&mut self, layout: &Layout) {
        let scopes =
            layout.slots.iter().map(|slot| (slot.name.as_str(), slot.inputs, slot.outputs));
        self.wave = Some(Wave::new(&scopes.collect::<Vec<_>>()));
        let agt = layout.declared("agt").next();
        self.trigger = agt.and_then(|(unit, slot)| {
            let pin = slot.outputs.iter().position(|pin| pin.name == "link_valid")?;
            Some((unit, pin))
        });
    }

    fn pins(&mut self, cycle: u64, unit: usize, inputs: &[u32], outputs: &[u32]) {
        let linked = |(of, pin)| unit == of && outputs[pin] != 0;
        if self.begin.is_none() && self.trigger.is_some_and(linked) {
            self.begin = Some(cycle);
        }
        if self.begin.is_some_and(|begin| cycle < begin + WAVE_CYCLES) {
            if let Some(wave) = &mut self.wave {
                wave.sample(cycle, unit, inputs, outputs);
            }
        }
    }
}

/// Runs the command.
pub fn run(args: &DemoArgs) -> anyhow::Result<()> {
    let out = &args.out;
    let reports = ["report.json", "report.txt", "report.html"].map(|name| out.join(name));
    let mut paths = Paths::default();
    paths.input(&args.input);
    reports.iter().for_each(|report| paths.output("the report", report));
    paths.check()?;
    std::fs::create_dir_all(out).with_context(|| {
        format!("cannot make {}; choose another directory with --out", out.display())
    })?;
    let Compared { report, stretch, runs } = compare(args)?;
    let wave = stretch.wave.context("no run was recorded")?;
    for path in wave.write_all(&out.join("wave"), "dtbl")? {
        say(&format!("waveform: {}", path.display()));
    }
    for name in INSTANCES {
        let _progress = Progress::new(format!("exporting {name}"));
        let dir = out.join("verilog").join(name);
        export(name, "paper", Memory::Behavioural, &dir)?;
        say(&format!("Verilog:  {}", dir.display()));
    }
    let (header, rows) = table(&report);
    write(&reports[0], serde_json::to_string_pretty(&report)?)?;
    write(&reports[1], format!("BFS on {}\n{}\n", report.input, output::framed(&header, &rows)))?;
    write(&reports[2], report::page(&runs)?)?;
    say(&format!("report:   {}", reports[1].display()));
    if output::is_json() {
        return output::json(&report);
    }
    output::note!(
        "\nBFS on {}, machine {}; levels agree with a CPU in every row\n",
        report.input,
        report.config
    );
    output::show(&output::table(&header, &rows));
    output::note!(
        "simulated {} cycles/s, {} thread instructions/s",
        output::grouped(report.simulated_cycles_per_second as u64),
        output::grouped(report.thread_instructions_per_second as u64),
    );
    output::note!(
        "\nnext: gtkwave {0}/wave/dtbl.gtkw, heddle lockstep bfs, heddle --help\n\
        all of this as one page, to open in a browser: {1}",
        out.display(),
        reports[2].display()
    );
    Ok(())
}

fn say(line: &str) {
    if !output::is_json() {
        output::note!("{line}");
    }
}

/// Runs the modes; one of them is also recorded.
fn compare(args: &DemoArgs) -> anyhow::Result<Compared> {
    let mut stretch = Stretch::default();
    let (mut rows, mut runs): (Vec<Row>, _) = (Vec::new(), Vec::new());
    for (mode, launch, latency, placement) in MODES {
        let mut settings =
            vec![format!("kernel.launch={launch}"), format!("kernel.latency={latency}")];
        if let Some(placement) = placement {
            settings.extend(["tb.source=laperm".into(), format!("tb.placement={placement}")]);
        }
        let config = configured(MACHINE, &settings)?;
        let mut workload = application("bfs", Some(&args.input), &[], &config)?;
        let progress = Progress::new(format!("bfs, {mode}"));
        let mut tick = |cycle| progress.cycle(cycle);
        let options = RunOptions {
            progress: Some(&mut tick),
            account: true,
            interval: NonZeroU64::new(INTERVAL),
            observer: (mode == Stretch::MODE).then_some(&mut stretch as &mut dyn Observer),
            ..RunOptions::default()
        };
        let mut result = gpu::run(&config, workload.as_mut(), &ModelUnits, options)?;
        drop(progress);
        if result.verified != Some(true) {
            bail!("bfs, {mode}: the levels differ from the CPU's");
        }
        let ptx = digest::of(workload.ptx());
        runs.push(on_page(mode, args, &config, &settings, ptx, &result)?);
        // The page shows what is long.
        (result.account_lines, result.intervals) = (None, None);
        let flat = rows.first().map_or(result.cycles, |row| row.result.cycles);
        say(&format!("ran {mode}: {} cycles", output::grouped(result.cycles)));
        rows.push(Row { mode, speedup_over_flat: flat as f64 / result.cycles as f64, result });
    }
    let wall: f64 = rows.iter().map(|row| row.result.wall_seconds).sum();
    let total = |of: fn(&RunResult) -> u64| rows.iter().map(|row| of(&row.result)).sum::<u64>();
    let report = Report {
        input: args.input.clone(),
        config: MACHINE.into(),
        simulated_cycles_per_second: total(|r| r.cycles) as f64 / wall,
        thread_instructions_per_second: total(|r| r.thread_instructions) as f64 / wall,
        rows,
    };
    Ok(Compared { report, stretch, runs })
}

/// The result of a mode as the page takes it, with the command that repeats it.
fn on_page(
    mode: &str,
    args: &DemoArgs,
    config: &GpuConfig,
    settings: &[String],
    ptx_sha256: String,
    result: &RunResult,
) -> anyhow::Result<Run> {
    let words = ["heddle", "run", "bfs", "--config", MACHINE, "--input", &args.input];
    let words = words.into_iter().map(str::to_owned);
    let set = settings.iter().flat_map(|setting| ["--set".to_owned(), setting.clone()]);
    let of = Provenance {
        command: provenance::typed(words.chain(set)),
        version: provenance::VERSION,
        commit: provenance::COMMIT,
        workload: "bfs",
        input: Some(&args.input),
        ptx_sha256,
        files_sha256: provenance::files(),
        machine: MACHINE,
        overrides: settings,
        config,
        backend: "all=model",
        seeds: Seeds { power_up: None },
        host: provenance::host(),
    };
    match serde_json::to_value(Stamped { of, result })? {
        Value::Object(fields) => Run::of(mode, mode.to_owned(), fields),
        other => bail!("a result is {other}, and should be an object"),
    }
}

fn table(report: &Report) -> (Vec<&'static str>, Vec<Vec<String>>) {
    let header = [
        "mode",
        "cycles",
        "thread instructions\nper cycle",
        "speedup\nover flat",
        "warp\nactivity",
        "occupancy",
        "launches",
        "KDE hits",
        "AGT hits",
        "waiting\n(cycles)",
        "on parent's\nSMX",
        "L1 hits",
    ];
    let row = |row: &Row| {
        let result = &row.result;
        vec![
            row.mode.to_string(),
            output::grouped(result.cycles),
            format!("{:.2}", result.ipc),
            format!("{:.2}", row.speedup_over_flat),
            output::percent(Some(result.warp_activity)),
            output::percent(Some(result.occupancy)),
            output::grouped(result.launches),
            output::percent(result.kde_hit_rate),
            output::percent(result.agt_hit_rate),
            result
                .waiting_cycles
                .map_or("-".into(), |cycles| output::grouped(cycles.round() as u64)),
            output::percent(result.children_on_parent_smx),
            output::percent(result.l1_hit_rate),
        ]
    };
    (header.to_vec(), report.rows.iter().map(row).collect())
}
