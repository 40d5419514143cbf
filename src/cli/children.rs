//! `--children`: draws on which SMX the TBs ran that TBs launched, and on which their parents.

use super::output::{escaped, grouped, percent};
use heddle_sim::gpu::Lineage;
use std::fmt::{Result, Write};

/// Most arcs: with more, none can be followed.
const ARCS: usize = 240;
/// Columns of time, and pixels of one.
const COLUMNS: usize = 440;
const COLUMN: f64 = 2.0;
/// Pixels of the rows of all SMXs and of the least row, of the edges, and of the matrix.
const ROWS: f64 = 600.0;
const LEAST_ROW: f64 = 6.0;
const LEFT: f64 = 74.0;
const TOP: f64 = 92.0;
const MATRIX: f64 = 220.0;
const GAP: f64 = 70.0;
/// Colours of TBs by the depth of their launch; all that are deeper have the last.
const DEPTHS: [&str; 4] = ["#c3ccd6", "#f2b134", "#e07a3f", "#a8433a"];
const AT_HOME: &str = "#1b7837";
const AWAY: &str = "#762a83";

/// Draws the picture of a machine with `smxs` SMXs as SVG text.
pub fn svg(lineage: &Lineage, smxs: u32, title: &str) -> String {
    let mut text = String::new();
    // Writing into a String does not fail.
    let _ = draw(&mut text, &Picture::new(lineage, smxs), title);
    text
}

struct Picture<'a> {
    lineage: &'a Lineage,
    smxs: usize,
    /// The cycle after the last.
    end: u64,
    row: f64,
}

impl<'a> Picture<'a> {
    fn new(lineage: &'a Lineage, smxs: u32) -> Self {
        let end = lineage.spans.iter().map(|span| span.end + 1).max().unwrap_or(1);
        let row = (ROWS / f64::from(smxs)).max(LEAST_ROW).floor();
        Self { lineage, smxs: smxs as usize, end, row }
    }

    fn width(&self) -> f64 {
        COLUMNS as f64 * COLUMN
    }

    fn height(&self) -> f64 {
        self.smxs as f64 * self.row
    }

    fn x(&self, cycle: u64) -> f64 {
        LEFT + self.width() * cycle as f64 / self.end as f64
    }

    /// The lower edge of an SMX's row.
    fn floor(&self, smx: usize) -> f64 {
        TOP + (smx + 1) as f64 * self.row
    }

    /// TBs on each SMX, by depth, in each column: on average over its cycles.
    fn bands(&self) -> Vec<[Vec<f64>; DEPTHS.len()]> {
        let mut bands = vec![[(); DEPTHS.len()].map(|()| vec![0.0; COLUMNS]); self.smxs];
        let column = self.end as f64 / COLUMNS as f64;
        for span in &self.lineage.spans {
            let depth = (span.depth as usize).min(DEPTHS.len() - 1);
            let band = &mut bands[span.smx as usize][depth];
            let (from, to) = (span.start as f64 / column, (span.end + 1) as f64 / column);
            let last = (to as usize).min(COLUMNS - 1);
            for (place, tbs) in band.iter_mut().enumerate().take(last + 1).skip(from as usize) {
                let place = place as f64;
                *tbs += (to.min(place + 1.0) - from.max(place)).max(0.0);
            }
        }
        bands
    }

    /// TBs of launches by TBs, by the SMX of the parent and their own.
    fn children(&self) -> Vec<Vec<u64>> {
        let mut children = vec![vec![0; self.smxs]; self.smxs];
        for span in &self.lineage.spans {
            if let Some(launch) = span.launch {
                let parent = self.lineage.launches[launch].parent_smx as usize;
                children[parent][span.smx as usize] += 1;
            }
        }
        children
    }
}

fn draw(text: &mut String, picture: &Picture, title: &str) -> Result {
    let width = LEFT + picture.width() + GAP + MATRIX + 24.0;
    let height = TOP + picture.height().max(MATRIX + 160.0) + 56.0;
    writeln!(
        text,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif" font-size="12">"#
    )?;
    writeln!(text, r##"<rect width="100%" height="100%" fill="#fff"/>"##)?;
    let title = escaped(title);
    writeln!(text, r#"<text x="{LEFT}" y="26" font-size="18">{title}</text>"#)?;
    legend(text, picture)?;
    rows(text, picture)?;
    arcs(text, picture)?;
    matrix(text, picture)?;
    writeln!(text, "</svg>")
}

fn legend(text: &mut String, picture: &Picture) -> Result {
    let deepest = picture.lineage.spans.iter().map(|span| span.depth).max().unwrap_or(0) as usize;
    let mut x = LEFT;
    for (depth, colour) in DEPTHS.iter().enumerate().take(deepest + 1) {
        let name = match depth {
            0 => "TBs of the host's kernels".to_owned(),
            1 => "their children".to_owned(),
            _ if depth == DEPTHS.len() - 1 && deepest > depth => format!("depth {depth} and more"),
            _ => format!("depth {depth}"),
        };
        writeln!(text, r#"<rect x="{x}" y="38" width="14" height="12" fill="{colour}"/>"#)?;
        writeln!(text, r#"<text x="{}" y="48">{name}</text>"#, x + 20.0)?;
        x += 44.0 + 6.5 * name.len() as f64;
    }
    for (colour, name) in [(AT_HOME, "to the parent's SMX"), (AWAY, "to another")] {
        let to = x + 20.0;
        writeln!(
            text,
            r#"<line x1="{x}" x2="{to}" y1="44" y2="44" stroke="{colour}" stroke-width="2"/>"#
        )?;
        writeln!(text, r#"<text x="{}" y="48">{name}</text>"#, to + 6.0)?;
        x += 50.0 + 6.5 * name.len() as f64;
    }
    Ok(())
}

/// Draws how many TBs each SMX holds over time, with the numbers of the SMXs and the cycles.
fn rows(text: &mut String, picture: &Picture) -> Result {
    let bands = picture.bands();
    let in_column = |depths: &[Vec<f64>; 4], place: usize| depths.iter().map(|d| d[place]).sum();
    let all = bands.iter().flat_map(|of| (0..COLUMNS).map(move |place| in_column(of, place)));
    let most = all.fold(1.0, f64::max);
    let scale = 0.92 * picture.row / most;
    // Numbers of narrow rows are further apart.
    let every = (13.0 / picture.row).ceil() as usize;
    for (smx, depths) in bands.iter().enumerate() {
        let floor = picture.floor(smx);
        if smx % every == 0 {
            let (x, y) = (LEFT - 8.0, floor - picture.row / 2.0 + 4.0);
            writeln!(text, r#"<text x="{x}" y="{y}" text-anchor="end">SMX {smx}</text>"#)?;
        }
        let mut below = vec![0.0; COLUMNS];
        for (tbs, colour) in depths.iter().zip(DEPTHS) {
            if tbs.iter().all(|&tbs| tbs == 0.0) {
                continue;
            }
            let above: Vec<f64> = below.iter().zip(tbs).map(|(below, tbs)| below + tbs).collect();
            write!(text, r#"<path fill="{colour}" d="M"#)?;
            for (place, tbs) in above.iter().enumerate() {
                let (left, y) = (LEFT + place as f64 * COLUMN, floor - scale * tbs);
                write!(text, "{left} {y:.1}H{}L", left + COLUMN)?;
            }
            for (place, tbs) in below.iter().enumerate().rev() {
                let (left, y) = (LEFT + place as f64 * COLUMN, floor - scale * tbs);
                write!(
                    text,
                    "{} {y:.1}H{left}{}",
                    left + COLUMN,
                    if place > 0 { "L" } else { "" }
                )?;
            }
            writeln!(text, r#"Z"/>"#)?;
            below = above;
        }
        writeln!(
            text,
            r##"<line x1="{LEFT}" x2="{}" y1="{floor}" y2="{floor}" stroke="#ddd"/>"##,
            LEFT + picture.width()
        )?;
    }
    let bottom = picture.floor(picture.smxs - 1) + 16.0;
    for part in 0..=4 {
        let cycle = picture.end * part / 4;
        let (x, cycle) = (picture.x(cycle), grouped(cycle));
        writeln!(text, r#"<text x="{x:.1}" y="{bottom}" text-anchor="middle">{cycle}</text>"#)?;
    }
    writeln!(
        text,
        r#"<text x="{LEFT}" y="{}">cycles; the height of a row is {most:.1} TBs, the most on an SMX (mean over a column of time)</text>"#,
        bottom + 18.0
    )
}

/// Draws arcs from the call of a launch, on the SMX of the parent, to its first TB.
fn arcs(text: &mut String, picture: &Picture) -> Result {
    let mut launches: Vec<_> = picture.lineage.launches.iter().collect();
    launches.retain(|launch| launch.first.is_some());
    launches.sort_by_key(|launch| launch.first.map(|(_, start)| start));
    let every = launches.len().div_ceil(ARCS).max(1);
    let shown = launches.iter().step_by(every);
    let which = match every {
        1 => "all".to_owned(),
        _ => format!("every {every}th, in the order of the starts: {}", shown.len()),
    };
    writeln!(
        text,
        r#"<text x="{LEFT}" y="70">arcs go from the call of a launch to the start of its first TB; {which} of {} launches</text>"#,
        grouped(launches.len() as u64)
    )?;
    for launch in shown {
        let Some((smx, start)) = launch.first else { continue };
        let middle = |smx: u32| picture.floor(smx as usize) - picture.row / 2.0;
        let (from, to) = (picture.x(launch.called), picture.x(start));
        let (y, end) = (middle(launch.parent_smx), middle(smx));
        let colour = if smx == launch.parent_smx { AT_HOME } else { AWAY };
        // An arc within a row rises above its middle, so that it is seen.
        let (lift, turn) = match smx == launch.parent_smx {
            true => (picture.row, 0.0),
            false => (0.0, ((to - from) / 2.0).max(14.0)),
        };
        writeln!(
            text,
            r#"<path fill="none" stroke="{colour}" stroke-opacity=".65" d="M{from:.1} {y:.1}C{:.1} {:.1} {:.1} {:.1} {to:.1} {end:.1}"/><circle cx="{to:.1}" cy="{end:.1}" r="2" fill="{colour}"/>"#,
            from + turn,
            y - lift,
            to - turn,
            end - lift
        )?;
    }
    Ok(())
}

/// Draws how many children each SMX ran of the parents on each SMX.
fn matrix(text: &mut String, picture: &Picture) -> Result {
    let children = picture.children();
    let all: u64 = children.iter().flatten().sum();
    let most = children.iter().flatten().copied().max().unwrap_or(0).max(1);
    let at_home: u64 = (0..picture.smxs).map(|smx| children[smx][smx]).sum();
    let share = (all > 0).then(|| at_home as f64 / all as f64);
    let (left, top) = (LEFT + picture.width() + GAP, TOP + 44.0);
    let cell = MATRIX / picture.smxs as f64;
    for (line, y) in [
        (format!("all {} child TBs:", grouped(all)), TOP - 2.0),
        (format!("{} on their parent's SMX", percent(share)), TOP + 14.0),
        ("SMX of the child, 0 at the left".to_owned(), TOP + 38.0),
        (format!("black: {} TBs; white: none", grouped(most)), top + MATRIX + 18.0),
    ] {
        writeln!(text, r#"<text x="{left}" y="{y}">{line}</text>"#)?;
    }
    writeln!(
        text,
        r#"<text transform="translate({},{top}) rotate(-90)" text-anchor="end">SMX of the parent, 0 at the top</text>"#,
        left - 8.0
    )?;
    for (parent, row) in children.iter().enumerate() {
        for (child, &tbs) in row.iter().enumerate().filter(|(_, &tbs)| tbs > 0) {
            let (x, y) = (left + child as f64 * cell, top + parent as f64 * cell);
            // The square root keeps rare pairs visible.
            let black = (tbs as f64 / most as f64).sqrt();
            writeln!(
                text,
                r#"<rect x="{x:.1}" y="{y:.1}" width="{cell:.1}" height="{cell:.1}" fill-opacity="{black:.3}"><title>SMX {parent} to SMX {child}: {tbs} TBs</title></rect>"#
            )?;
        }
    }
    writeln!(
        text,
        r##"<rect x="{left}" y="{top}" width="{MATRIX}" height="{MATRIX}" fill="none" stroke="#999"/>"##
    )
}
