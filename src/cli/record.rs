//! `--timeline`, `--occupancy`, `--wavefront` and `--children`: files that a run writes besides its result.

use super::args::RunArgs;
use super::{children, wavefront};
use anyhow::{anyhow, Context};
use heddle_files::Output;
use heddle_sim::gpu::{Lineage, OccupancyCurve, Timeline, Wavefront};
use plotters::prelude::{
    AreaSeries, ChartBuilder, Color, IntoDrawingArea, LabelAreaPosition, SVGBackend, BLUE, WHITE,
};
use std::io::{BufWriter, Write};
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
    /// The TBs and who launched them, if they were requested.
    pub lineage: Option<Lineage>,
    /// The files, in the order of the options.
    files: [Option<Output>; 4],
}

impl<'a> Record<'a> {
    /// Opens the files before the run, so that a long run does not end with a file that cannot be
    /// written.
    pub fn begin(args: &'a RunArgs) -> anyhow::Result<Self> {
        let create = |path: &Path| Output::create(path).with_context(|| unwritable(path));
        let timeline = args.timeline.as_deref().map(create).transpose()?;
        let occupancy = args.occupancy.as_deref().map(create).transpose()?;
        let wavefront = args.wavefront.as_deref().map(create).transpose()?;
        let children = args.children.as_deref().map(create).transpose()?;
        let written = timeline.as_ref().map(Output::handle).transpose()?;
        Ok(Self {
            args,
            timeline: written.map(|file| Timeline::new(BufWriter::new(file))),
            occupancy: occupancy.is_some().then(OccupancyCurve::default),
            wavefront: wavefront.is_some().then(Wavefront::default),
            lineage: children.is_some().then(Lineage::default),
            files: [timeline, occupancy, wavefront, children],
        })
    }

    /// Completes the files of a machine with `smxs` SMXs.
    pub fn finish(self, smxs: u32) -> anyhow::Result<()> {
        let [timeline, occupancy, wavefront, children] = self.files;
        if let (Some(written), Some(file), Some(path)) =
            (self.timeline, timeline, &self.args.timeline)
        {
            written.finish().and_then(|()| file.commit()).with_context(|| unwritable(path))?;
        }
        if let (Some(curve), Some(file), Some(path)) =
            (self.occupancy, occupancy, &self.args.occupancy)
        {
            let text = draw(&curve, &self.args.workload.what)
                .map_err(|error| anyhow!("cannot draw {}: {error}", path.display()))?;
            complete(file, &text).with_context(|| unwritable(path))?;
        }
        if let (Some(drawn), Some(file), Some(path)) =
            (self.wavefront, wavefront, &self.args.wavefront)
        {
            let text = wavefront::svg(&drawn, &self.args.workload.what);
            complete(file, &text).with_context(|| unwritable(path))?;
        }
        if let (Some(drawn), Some(file), Some(path)) = (self.lineage, children, &self.args.children)
        {
            let title = format!("{}: where children ran", self.args.workload.what);
            let text = children::svg(&drawn, smxs, &title);
            complete(file, &text).with_context(|| unwritable(path))?;
        }
        Ok(())
    }
}

fn unwritable(path: &Path) -> String {
    format!("cannot write {}", path.display())
}

/// Writes the whole text of a file that was opened before the run.
fn complete(mut file: Output, text: &str) -> std::io::Result<()> {
    file.write_all(text.as_bytes())?;
    file.commit()
}

fn draw(
    curve: &OccupancyCurve,
    title: &str,
) -> Result<String, Box<dyn std::error::Error + Send + Sync>> {
    let mut text = String::new();
    let end = curve.spans().last().map_or(1, |(_, to, _)| to);
    let steps =
        curve.spans().flat_map(|(from, to, share)| [(from, 100.0 * share), (to, 100.0 * share)]);
    let root = SVGBackend::with_string(&mut text, (960, 360)).into_drawing_area();
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
    drop((chart, root));
    Ok(text)
}
