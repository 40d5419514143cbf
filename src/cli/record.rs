//! `--timeline`, `--occupancy` and `--wavefront`: files that a run writes besides its result.

use super::args::RunArgs;
use super::wavefront;
use anyhow::{anyhow, Context};
use heddle_sim::gpu::{OccupancyCurve, Timeline, Wavefront};
use plotters::prelude::{
    AreaSeries, ChartBuilder, Color, IntoDrawingArea, LabelAreaPosition, SVGBackend, BLUE, WHITE,
};
use std::fs::File;
use std::io::BufWriter;
use std::path::Path;

/// The recorders of a run.
pub struct Record<'a> {
    args: &'a RunArgs,
    /// The timeline, if it was requested.
    pub timeline: Option<Timeline>,
    /// The occupancy, if it was requested.
    pub occupancy: Option<OccupancyCurve>,
    /// The TBs of dependency graphs, if they were requested.
    pub wavefront: Option<Wavefront>,
}

impl<'a> Record<'a> {
    /// Opens the files before the run, so that a long run does not end with a file that cannot be
    /// written.
    pub fn begin(args: &'a RunArgs) -> anyhow::Result<Self> {
        let create = |path: &Path| {
            File::create(path).with_context(|| format!("cannot write {}", path.display()))
        };
        let timeline = args.timeline.as_deref().map(create).transpose()?;
        let occupancy = args.occupancy.as_deref().map(create).transpose()?;
        let wavefront = args.wavefront.as_deref().map(create).transpose()?;
        Ok(Self {
            args,
            timeline: timeline.map(|file| Timeline::new(BufWriter::new(file))),
            occupancy: occupancy.map(|_| OccupancyCurve::default()),
            wavefront: wavefront.map(|_| Wavefront::default()),
        })
    }

    /// Completes the files.
    pub fn finish(self) -> anyhow::Result<()> {
        if let (Some(timeline), Some(path)) = (self.timeline, &self.args.timeline) {
            timeline.finish().with_context(|| format!("cannot write {}", path.display()))?;
        }
        if let (Some(curve), Some(path)) = (self.occupancy, &self.args.occupancy) {
            draw(&curve, path, &self.args.what)
                .map_err(|error| anyhow!("cannot draw {}: {error}", path.display()))?;
        }
        if let (Some(wavefront), Some(path)) = (self.wavefront, &self.args.wavefront) {
            std::fs::write(path, wavefront::svg(&wavefront, &self.args.what))
                .with_context(|| format!("cannot write {}", path.display()))?;
        }
        Ok(())
    }
}

fn draw(
    curve: &OccupancyCurve,
    path: &Path,
    title: &str,
) -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let end = curve.spans().last().map_or(1, |(_, to, _)| to);
    let steps =
        curve.spans().flat_map(|(from, to, share)| [(from, 100.0 * share), (to, 100.0 * share)]);
    let root = SVGBackend::new(path, (960, 360)).into_drawing_area();
    root.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&root)
        .caption(title, ("sans-serif", 20))
        .margin(12)
        .set_label_area_size(LabelAreaPosition::Left, 48)
        .set_label_area_size(LabelAreaPosition::Bottom, 40)
        .build_cartesian_2d(0..end, 0.0..100.0)?;
    let mut mesh = chart.configure_mesh();
    mesh.x_desc("core cycles").y_desc("occupancy (%)").disable_x_mesh().draw()?;
    chart.draw_series(AreaSeries::new(steps, 0.0, BLUE.mix(0.3)).border_style(BLUE))?;
    root.present()?;
    Ok(())
}
