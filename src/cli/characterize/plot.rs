//! The chart of a run: how far reuse lies, and how many ratios lie in each tenth. LASER, Figures 5 and 7 to 10.

use crate::reproduce::{Caption, Drawn, Frame, Key, COLOURS};
use anyhow::{anyhow, Context};
use heddle_files::Output;
use heddle_sim::gpu::{Distances, Footprints, ReuseOfAll, Spread};
use plotters::coord::Shift;
use plotters::prelude::*;
use std::io::Write;
use std::path::Path;

/// Pixels of the plot.
const SIZE: (u32, u32) = (620, 1120);

/// The colours of relations, which are the same in all parts.
const OWN: usize = 0;
const PARENT_CHILD: usize = 1;
const SIBLING: usize = 2;
const SAME_KERNEL: usize = 3;
const OTHER: usize = 7;

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;
/// Ratios in each tenth, in a colour.
type Bars = (usize, [u64; 10]);

/// The file of a chart.
pub(super) struct Plot<'a> {
    path: &'a Path,
    file: Output,
}

impl<'a> Plot<'a> {
    /// Opens the file.
    pub fn create(path: &'a Path) -> anyhow::Result<Self> {
        let file = Output::create(path).with_context(|| unwritable(path))?;
        Ok(Self { path, file })
    }

    /// Draws what was recorded of the workload called `title`, with notes below.
    pub fn write(
        self,
        title: &str,
        notes: Vec<String>,
        footprints: &Footprints,
    ) -> anyhow::Result<()> {
        let Self { path, mut file } = self;
        let mut text = String::new();
        let caption = Caption::plain(format!("Reuse: {title}"), notes);
        draw(&mut text, &caption, footprints)
            .map_err(|error| anyhow!("cannot draw {}: {error}", path.display()))?;
        let written = file.write_all(text.as_bytes()).and_then(|()| file.commit());
        written.with_context(|| unwritable(path))
    }
}

fn unwritable(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

fn draw(text: &mut String, caption: &Caption, footprints: &Footprints) -> Drawn {
    let ReuseOfAll { kernels, tbs, warps, pairs, .. } = footprints.reuse();
    let frame = Frame::open(text, SIZE, caption)?;
    let parts = frame.plot.split_evenly((4, 1));
    if let Some(distances) = footprints.distances() {
        draw_distances(&parts[0], distances)?;
    }
    let kernel_bars = [
        (OWN, kernels.own.bins),
        (PARENT_CHILD, kernels.parent_child.bins),
        (SIBLING, pairs.kernels.bins),
    ];
    let tb_bars = [
        (OWN, tbs.own.bins),
        (PARENT_CHILD, tbs.parent_child.bins),
        (SIBLING, pairs.tbs.bins),
        (SAME_KERNEL, pairs.within_kernels.bins),
    ];
    draw_bins(&parts[1], "reuse ratio of kernels and pairs of kernels", &kernel_bars)?;
    draw_bins(&parts[2], "reuse ratio of TBs and pairs of TBs", &tb_bars)?;
    let warp_bars = [(OWN, warps.intra.bins), (SAME_KERNEL, pairs.warps.bins)];
    draw_bins(&parts[3], "reuse ratio of warps and pairs of warps of a TB", &warp_bars)?;
    let key = |(name, colour): (&str, usize)| (name.to_string(), Key::Bar(COLOURS[colour]));
    let entries = [
        ("self", OWN),
        ("parent-child", PARENT_CHILD),
        ("sibling", SIBLING),
        ("same kernel (TBs), same TB (warps)", SAME_KERNEL),
        ("other kernels (distance)", OTHER),
    ];
    frame.legend(&entries.map(key))?;
    frame.close()
}

/// Draws the share of accesses whose distance is below each power of two, and where the caches end.
fn draw_distances(area: &Area<'_>, distances: &Distances) -> Drawn {
    let Distances { lines, own, parent_child, sibling, other, .. } = distances;
    let spreads = [(OWN, own), (PARENT_CHILD, parent_child), (SIBLING, sibling), (OTHER, other)];
    let powers = spreads.iter().map(|(_, spread)| spread.log2.len()).max().unwrap_or(0);
    let last = lines[2].max(1 << powers) as f64;
    let mut chart = ChartBuilder::on(area)
        .margin(8)
        .margin_right(16)
        .x_label_area_size(44)
        .y_label_area_size(60)
        .build_cartesian_2d((1.0..2.0 * last).log_scale().base(2.0), 0.0..105.0)?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_desc("fewer different lines between two accesses than (logarithmic)")
        .y_desc("% of accesses")
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|y| format!("{y:.0}"))
        .draw()?;
    let caches = ["an L1", "all L1s", "the L2"];
    let heights = [6.0, 14.0, 22.0];
    for ((name, &lines), height) in caches.into_iter().zip(lines).zip(heights) {
        let x = lines as f64;
        chart.draw_series([PathElement::new([(x, 0.0), (x, 105.0)], BLACK.mix(0.4))])?;
        let style = ("sans-serif", 11).into_font().color(&BLACK);
        chart.draw_series([Text::new(name, (1.05 * x, height), style)])?;
    }
    for (colour, spread) in spreads {
        chart.draw_series([PathElement::new(below(spread), COLOURS[colour].stroke_width(2))])?;
    }
    Ok(())
}

/// Per power of two, the share of accesses whose distance is below it, in per cent.
fn below(spread: &Spread) -> Vec<(f64, f64)> {
    let mut sum = 0;
    let counts = spread.log2.iter().enumerate().map(|(power, count)| {
        sum += count;
        ((1_u64 << power) as f64, 100.0 * sum as f64 / spread.accesses as f64)
    });
    counts.collect()
}

/// Draws for each tenth the share of the ratios in it, one bar for each colour.
fn draw_bins(area: &Area<'_>, name: &str, all: &[Bars]) -> Drawn {
    let mut chart = ChartBuilder::on(area)
        .margin(8)
        .margin_right(16)
        .x_label_area_size(44)
        .y_label_area_size(60)
        .build_cartesian_2d(0.0..1.0, 0.0..105.0)?;
    chart
        .configure_mesh()
        .disable_x_mesh()
        .light_line_style(TRANSPARENT)
        .x_desc(name)
        .y_desc("% of ratios")
        .x_label_formatter(&|x| format!("{x:.1}"))
        .y_label_formatter(&|y| format!("{y:.0}"))
        .draw()?;
    let width = 0.1 / (all.len() + 1) as f64;
    for (place, &(colour, bins)) in all.iter().enumerate() {
        let sum: u64 = bins.iter().sum();
        let bars = bins.iter().enumerate().filter(|(_, &count)| count > 0).map(|(bin, &count)| {
            let left = 0.1 * bin as f64 + (place as f64 + 0.5) * width;
            let height = 100.0 * count as f64 / sum as f64;
            Rectangle::new([(left, 0.0), (left + width, height)], COLOURS[colour].filled())
        });
        chart.draw_series(bars)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_below_each_power_of_two_adds_up() {
        let spread = Spread { accesses: 4, log2: vec![1, 0, 2, 1], ..Spread::default() };
        assert_eq!(below(&spread), [(1.0, 25.0), (2.0, 25.0), (4.0, 75.0), (8.0, 100.0)]);
        assert_eq!(below(&Spread::default()), []);
    }
}
