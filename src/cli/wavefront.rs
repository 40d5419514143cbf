//! `--wavefront`: draws the TBs of dependency graphs as they wait, run and complete, in one
//! animated SVG file.

use super::output::escaped;
use heddle_sim::gpu::{GraphTb, LevelSpan, Wavefront};
use std::fmt::{Error, Result, Write};

/// Seconds of the animation, and the share of it that shows the run; in the rest all TBs are
/// complete.
const SECONDS: u32 = 20;
const SHOWN: f64 = 0.95;
/// Most spans of the curves.
const SPANS: u64 = 240;
/// Pixels of a side of the tiles, of a curve's height, and of their positions.
const TILES: u32 = 480;
const CURVE: f64 = 150.0;
const LEFT: u32 = 20;
const TOP: u32 = 60;
const CURVES_LEFT: u32 = 580;

const WAITING: &str = "#e4e4e4";
const READY: &str = "#f2b134";

/// Draws the picture as SVG text.
pub fn svg(wavefront: &Wavefront, title: &str) -> String {
    let mut text = String::new();
    // Writing into a String does not fail.
    let _ = draw(&mut text, wavefront, title);
    text
}

fn draw(text: &mut String, wavefront: &Wavefront, title: &str) -> Result {
    let end = wavefront.end().max(1);
    writeln!(
        text,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="1100" height="{}" font-family="sans-serif" font-size="13">"#,
        TOP + TILES + 40
    )?;
    writeln!(text, r##"<rect width="100%" height="100%" fill="#fff"/>"##)?;
    let title = escaped(title);
    writeln!(text, r#"<text x="{LEFT}" y="28" font-size="18">{title}</text>"#)?;
    let tbs = wavefront.tbs.len();
    writeln!(
        text,
        r#"<text x="{LEFT}" y="48">{tbs} TBs, {end} cycles; grey: waits, amber: ready, strong: runs, pale: done; one hue per SMX</text>"#
    )?;
    tiles(text, wavefront, end)?;
    curves(text, &wavefront.spans(SPANS), end)?;
    writeln!(text, "</svg>")
}

/// Returns a hue for each SMX; neighbours have very different hues.
fn colour(smx: u32, saturation: u32, lightness: u32) -> String {
    format!("hsl({},{saturation}%,{lightness}%)", smx * 137 % 360)
}

fn tiles(text: &mut String, wavefront: &Wavefront, end: u64) -> Result {
    let tbs = &wavefront.tbs;
    let most = |index: usize| tbs.iter().map(|tb| tb.block[index] + 1).max().unwrap_or(1);
    let (width, height) = (most(0), most(1));
    // Planes of the grid are side by side, one tile apart.
    let all = most(2) * (width + 1) - 1;
    writeln!(
        text,
        r#"<svg x="{LEFT}" y="{TOP}" width="{TILES}" height="{TILES}" viewBox="0 0 {all} {height}">"#
    )?;
    let time = |cycle: u64| SHOWN * cycle as f64 / end as f64;
    for GraphTb { block: [x, y, z], smx, ready, start, end, level } in tbs {
        let x = x + z * (width + 1);
        let (runs, done) = (colour(*smx, 85, 45), colour(*smx, 40, 82));
        write!(text, r#"<rect x="{x}" y="{y}" width=".92" height=".92" fill="{done}">"#)?;
        write!(text, "<title>level {level}, SMX {smx}, cycles {start} to {end}</title>")?;
        writeln!(
            text,
            r#"<animate attributeName="fill" dur="{SECONDS}s" repeatCount="indefinite" calcMode="discrete" values="{WAITING};{READY};{runs};{done}" keyTimes="0;{:.5};{:.5};{:.5}"/></rect>"#,
            time(*ready),
            time(*start),
            time(*end)
        )?;
    }
    writeln!(text, "</svg>")
}

/// Draws the frame of a row of curves, with the highest value at its axis. Returns its upper end.
fn frame(text: &mut String, row: u32, name: &str, most: u32) -> std::result::Result<f64, Error> {
    let top = f64::from(TOP) + f64::from(row) * (CURVE + 15.0);
    writeln!(
        text,
        r##"<rect x="{CURVES_LEFT}" y="{top}" width="{TILES}" height="{CURVE}" fill="none" stroke="#999"/>"##
    )?;
    let (axis, name_at) = (CURVES_LEFT - 6, CURVES_LEFT + 6);
    writeln!(text, r#"<text x="{axis}" y="{}" text-anchor="end">{most}</text>"#, top + 12.0)?;
    writeln!(text, r#"<text x="{axis}" y="{}" text-anchor="end">0</text>"#, top + CURVE)?;
    writeln!(text, r#"<text x="{name_at}" y="{}">{name}</text>"#, top + 16.0)?;
    Ok(top)
}

fn across(cycle: u64, end: u64) -> f64 {
    f64::from(CURVES_LEFT) + f64::from(TILES) * cycle as f64 / end as f64
}

/// Draws the curve of a number of TBs, in its row under its name in its colour.
fn count(
    text: &mut String,
    spans: &[LevelSpan],
    end: u64,
    (row, name, colour): (u32, &str, &str),
    value: fn(&LevelSpan) -> u32,
) -> Result {
    let most = spans.iter().map(value).max().unwrap_or(0);
    let top = frame(text, row, name, most)?;
    let high = f64::from(most.max(1));
    write!(text, r#"<polyline fill="none" stroke="{colour}" stroke-width="1.5" points=""#)?;
    for span in spans {
        let at = top + CURVE * (1.0 - 0.9 * f64::from(value(span)) / high);
        write!(text, "{:.1},{at:.1} ", across(span.from, end))?;
        write!(text, "{:.1},{at:.1} ", across(span.to, end))?;
    }
    writeln!(text, r#""/>"#)
}

fn curves(text: &mut String, spans: &[LevelSpan], end: u64) -> Result {
    let levels = spans.iter().filter_map(|span| span.highest).max().unwrap_or(0);
    let top = frame(text, 0, "levels of running TBs", levels)?;
    let y = |level: u32| CURVE * (1.0 - f64::from(level) / f64::from(levels + 1));
    for span in spans {
        let (Some(low), Some(high)) = (span.lowest, span.highest) else { continue };
        let (left, upper) = (across(span.from, end), top + y(high + 1));
        writeln!(
            text,
            r##"<rect x="{left:.1}" y="{upper:.1}" width="{:.1}" height="{:.1}" fill="#4e79a7"/>"##,
            across(span.to, end) - left,
            y(low) - y(high + 1)
        )?;
    }
    count(text, spans, end, (1, "running TBs", "#59a14f"), |span| span.running)?;
    count(text, spans, end, (2, "ready TBs", READY), |span| span.ready)?;
    let (right, bottom) = (CURVES_LEFT + TILES, TOP + TILES);
    writeln!(
        text,
        r##"<line x1="{CURVES_LEFT}" x2="{CURVES_LEFT}" y1="{TOP}" y2="{bottom}" stroke="#d00">"##
    )?;
    for end in ["x1", "x2"] {
        writeln!(
            text,
            r#"<animate attributeName="{end}" dur="{SECONDS}s" repeatCount="indefinite" values="{CURVES_LEFT};{right};{right}" keyTimes="0;{SHOWN};1"/>"#
        )?;
    }
    writeln!(text, "</line>")?;
    writeln!(text, r#"<text x="{right}" y="{}" text-anchor="end">cycles</text>"#, bottom + 20)
}
