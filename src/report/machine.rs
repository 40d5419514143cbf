//! The machine as a picture, from its configuration: host and scheduling units, SMXs with their L1s, the interconnect, slices
//! of the L2, and channels of DRAM.

use super::run::Run;
use heddle_gen::chip::picture;
use heddle_hw::chip::Standard;
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::chip_sizes;
use maud::{html, Markup, PreEscaped};

/// Pixels of the picture and between its rows and boxes, and of a character.
const WIDTH: u32 = 960;
const LEFT: u32 = 130;
const GAP: u32 = 4;
const CHARACTER: f64 = 7.0;
/// The most boxes of a row.
const ROW: u32 = 32;

/// Writes the picture of each machine; results on equal ones share one.
pub fn section(runs: &[Run]) -> Markup {
    let mut pictures: Vec<(String, String)> = Vec::new();
    for run in runs {
        let picture = match &run.machine {
            Ok(config) => picture(config, &run.numbers("unit_steps")).into_string(),
            Err(error) => html! {
                p.soft { "This version of Heddle cannot read the configuration, so there is no picture: " (error) }
            }
            .into_string(),
        };
        match pictures.iter_mut().find(|(_, other)| *other == picture) {
            Some((names, _)) => *names = format!("{names}, {}", run.name),
            None => pictures.push((run.name.clone(), picture)),
        }
    }
    let links =
        runs.first().and_then(|run| run.machine.as_ref().ok()).filter(|_| pictures.len() == 1);
    html! {
        section.machine id="machine" {
            h2 { "The machine" }
            @for (names, picture) in &pictures {
                @if pictures.len() > 1 { h3 { (names) } }
                div.plot { (PreEscaped(picture)) }
            }
            @if let Some(drawn) = links.and_then(links_of) {
                details {
                    summary { "the scheduling units and their links" }
                    div.plot.paper { (PreEscaped(drawn)) }
                }
            }
        }
    }
}

/// Draws the units of a machine and their links, without what a file begins with and an element does not.
fn links_of(config: &GpuConfig) -> Option<String> {
    let drawn = picture::svg::<Standard>(&chip_sizes(config)).ok()?;
    Some(drawn[drawn.find("<svg")?..].to_owned())
}

/// A box of a row.
struct Cell {
    text: String,
    title: String,
}

/// Draws a machine with its units, each with the clock edges at which it was stepped.
fn picture(config: &GpuConfig, units: &[(&str, f64)]) -> Markup {
    let (smx, l1, l2, dram) = (&config.smx, &config.l1, &config.l2, &config.dram);
    let bytes = |sets: u32, ways: u32| u64::from(sets) * u64::from(ways) * 128 / 1024;
    let numbered = |count: u32, title: &dyn Fn(u32) -> String| -> Vec<Cell> {
        (0..count).map(|n| Cell { text: n.to_string(), title: title(n) }).collect()
    };
    let l1s = if l1.of_cluster { smx.count.div_ceil(smx.cluster.max(1)) } else { smx.count };
    let rows = [
        (
            "scheduling units",
            "unit",
            units.iter().map(|(name, steps)| Cell {
                text: (*name).to_owned(),
                title: format!("{name}: stepped at {steps} clock edges"),
            })
            .collect(),
            format!("{} KDEs, {} hardware queues", config.units.kdes, config.units.hwqs),
        ),
        (
            "SMXs",
            "box",
            numbered(smx.count, &|n| format!("SMX {n}")),
            format!(
                "{} SMXs at {} MHz, each with {} schedulers, {} warps, {} TBs, {} registers and {} KB of shared memory",
                smx.count,
                config.core_mhz,
                smx.schedulers,
                smx.warps,
                smx.tbs,
                smx.registers,
                smx.shared_bytes / 1024
            ),
        ),
        (
            "L1 caches",
            "cache",
            numbered(l1s, &|n| format!("L1 cache {n}")),
            format!("{l1s} L1s, each with {} KB in {} sets of {} ways", bytes(l1.sets, l1.ways), l1.sets, l1.ways),
        ),
        (
            "interconnect",
            "box",
            vec![Cell { text: String::new(), title: "interconnect".into() }],
            format!("{} cycles, flits of {} bytes", config.interconnect.latency, config.interconnect.flit_bytes),
        ),
        (
            "L2 slices",
            "far",
            numbered(l2.slices, &|n| format!("L2 slice {n}")),
            format!("{} slices, each with {} KB in {} sets of {} ways", l2.slices, bytes(l2.sets, l2.ways), l2.sets, l2.ways),
        ),
        (
            "DRAM channels",
            "dram",
            numbered(dram.channels, &|n| format!("DRAM channel {n}")),
            format!(
                "{} channels of {} banks at {} MHz: {:.0} GB/s, {:.1} bytes per core cycle",
                dram.channels,
                dram.banks,
                config.memory_mhz,
                dram_bytes_per_cycle(config) * f64::from(config.core_mhz) / 1e3,
                dram_bytes_per_cycle(config)
            ),
        ),
    ];
    let mut top = 6;
    let placed = rows.map(|(name, class, cells, about): (_, _, Vec<Cell>, _)| {
        let lines = (cells.len() as u32).div_ceil(ROW).max(1);
        let height = lines * 26 + 20;
        let at = top;
        top += height + 14;
        (name, class, cells, about, at)
    });
    html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox=(format!("0 0 {WIDTH} {top}")) width=(WIDTH) height=(top)
            role="img" aria-label=(format!("The machine {}", config.name)) font-size="12" {
            @for (index, (name, class, cells, about, at)) in placed.iter().enumerate() {
                @if index > 0 {
                    @let x = LEFT + (WIDTH - LEFT) / 2;
                    line.wire x1=(x) x2=(x) y1=(at - 12) y2=(at - 2) { }
                }
                text x="0" y=(at + 17) font-weight="600" { (name) }
                (boxes(cells, class, *at))
                @let lines = (cells.len() as u32).div_ceil(ROW).max(1);
                text x=(LEFT) y=(at + lines * 26 + 12) { (about) }
            }
        }
    }
}

/// Draws the boxes of a row, which may take several lines.
fn boxes(cells: &[Cell], class: &str, top: u32) -> Markup {
    let columns = (cells.len() as u32).clamp(1, ROW);
    let width = f64::from(WIDTH - LEFT - (columns - 1) * GAP) / f64::from(columns);
    html! {
        @for (index, cell) in (0..).zip(cells) {
            @let x = f64::from(LEFT) + f64::from(index % columns) * (width + f64::from(GAP));
            @let y = top + index / columns * 26;
            g {
                title { (cell.title) }
                rect class=(class) x=(format!("{x:.1}")) y=(y) width=(format!("{width:.1}")) height="22" rx="3" { }
                @if (cell.text.len() as f64) * CHARACTER <= width {
                    text.on[class != "box"] x=(format!("{:.1}", x + width / 2.0)) y=(y + 15) text-anchor="middle" font-size="11" { (cell.text) }
                }
            }
        }
    }
}

/// The bytes that all channels can move in a core cycle.
pub fn dram_bytes_per_cycle(config: &GpuConfig) -> f64 {
    let dram = &config.dram;
    let clocks = f64::from(config.memory_mhz) / (2.0 * f64::from(config.core_mhz));
    f64::from(dram.channels) * f64::from(dram.burst_bytes) / f64::from(dram.burst.max(1)) * clocks
}
