//! `heddle demo`: the tour.

use super::args::DemoArgs;
use super::output;
use super::paths::Paths;
use super::progress::Progress;
use super::workload::application;
use anyhow::Context;
use heddle_gen::export::{export, Memory};
use heddle_gen::wave::Wave;
use heddle_hw::chip::standard::INSTANCES;
use heddle_hw::chip::Layout;
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::{self, ModelUnits, Observer, RunOptions, RunResult};
use serde::Serialize;
use std::path::Path;

/// Cycles of the busy stretch that goes into the waveform.
const WAVE_CYCLES: u64 = 4000;

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
    let reports = ["report.json", "report.txt"].map(|name| out.join(name));
    let mut paths = Paths::default();
    paths.input(&args.input);
    reports.iter().for_each(|report| paths.output("the report", report));
    paths.check()?;
    std::fs::create_dir_all(out).with_context(|| {
        format!("cannot make {}; choose another directory with --out", out.display())
    })?;
    let (report, stretch) = compare(args)?;
    let wave = stretch.wave.context("no run was recorded")?;
    for path in wave.write_all(&out.join("wave"), "dtbl")? {
        say(args, &format!("waveform: {}", path.display()));
    }
    for name in INSTANCES {
        let _progress = Progress::new(format!("exporting {name}"));
        let dir = out.join("verilog").join(name);
        export(name, "paper", Memory::Behavioural, &dir)?;
        say(args, &format!("Verilog:  {}", dir.display()));
    }
    let table = table(&report);
    write(&reports[0], &serde_json::to_string_pretty(&report)?)?;
    write(&reports[1], &format!("BFS on {}\n{table}\n", report.input))?;
    say(args, &format!("report:   {}", reports[1].display()));
    if args.json {
        return output::json(&report);
    }
    output::emit!(
        "\nBFS on {}, machine {}; levels agree with a CPU in every row\n",
        report.input,
        report.config
    );
    output::emit!("{table}");
    output::emit!(
        "simulated {} cycles/s, {} thread instructions/s",
        output::grouped(report.simulated_cycles_per_second as u64),
        output::grouped(report.thread_instructions_per_second as u64),
    );
    output::emit!(
        "\nnext: gtkwave {0}/wave/dtbl.gtkw, heddle lockstep bfs, heddle --help",
        out.display()
    );
    Ok(())
}

fn say(args: &DemoArgs, line: &str) {
    if !args.json {
        output::emit!("{line}");
    }
}

fn write(path: &Path, text: &str) -> anyhow::Result<()> {
    heddle_files::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

/// Runs the modes; one of them is also recorded.
fn compare(args: &DemoArgs) -> anyhow::Result<(Report, Stretch)> {
    let mut stretch = Stretch::default();
    let mut rows: Vec<Row> = Vec::new();
    for (mode, launch, latency, placement) in MODES {
        let mut config = GpuConfig::preset("k20c")?;
        config.set("kernel.launch", launch)?;
        config.set("kernel.latency", latency)?;
        if let Some(placement) = placement {
            config.set("tb.source", "laperm")?;
            config.set("tb.placement", placement)?;
        }
        let mut workload = application("bfs", Some(&args.input), &[], &config)?;
        let progress = Progress::new(format!("bfs, {mode}"));
        let mut tick = |cycle| progress.cycle(cycle);
        let options = RunOptions {
            progress: Some(&mut tick),
            observer: (mode == Stretch::MODE).then_some(&mut stretch as &mut dyn Observer),
            ..RunOptions::default()
        };
        let result = gpu::run(&config, workload.as_mut(), &ModelUnits, options)?;
        drop(progress);
        if result.verified != Some(true) {
            anyhow::bail!("bfs, {mode}: the levels differ from the CPU's");
        }
        let flat = rows.first().map_or(result.cycles, |row| row.result.cycles);
        say(args, &format!("ran {mode}: {} cycles", output::grouped(result.cycles)));
        rows.push(Row { mode, speedup_over_flat: flat as f64 / result.cycles as f64, result });
    }
    let wall: f64 = rows.iter().map(|row| row.result.wall_seconds).sum();
    let total = |of: fn(&RunResult) -> u64| rows.iter().map(|row| of(&row.result)).sum::<u64>();
    let report = Report {
        input: args.input.clone(),
        config: "k20c".into(),
        simulated_cycles_per_second: total(|r| r.cycles) as f64 / wall,
        thread_instructions_per_second: total(|r| r.thread_instructions) as f64 / wall,
        rows,
    };
    Ok((report, stretch))
}

fn table(report: &Report) -> String {
    let header = [
        "",
        "cycles",
        "IPC",
        "speedup",
        "warp activity",
        "occupancy",
        "launches",
        "KDE hits",
        "AGT hits",
        "waiting",
        "at home",
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
            result.waiting_cycles.map_or("-".into(), |cycles| format!("{cycles:.0}")),
            output::percent(result.children_on_parent_smx),
            output::percent(result.l1_hit_rate),
        ]
    };
    output::table(&header, &report.rows.iter().map(row).collect::<Vec<_>>())
}
