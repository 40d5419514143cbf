//! Stacked bars of shares, and the colours of the reasons.

use super::run::Shares;
use crate::cli::output::percent;
use maud::{html, Markup};
use plotters::prelude::RGBColor;

/// The colour of each reason, in the order of `Reason::ALL`: green is issued, grey is empty, yellow is the front end, blue
/// are operands from the SMX, orange and red those from memory, violet is waiting for others, brown are full units.
const COLOURS: [(&str, &str); 23] = [
    ("issued", "#3aa866"),
    ("no_warp", "#c9ced6"),
    ("launch", "#97a0ad"),
    ("fetch", "#ecd04f"),
    ("branch", "#bd9a2f"),
    ("scoreboard_alu", "#a6cee8"),
    ("scoreboard_sfu", "#6fb0dc"),
    ("scoreboard_dp", "#4189c0"),
    ("scoreboard_shared", "#2a659b"),
    ("scoreboard_constant", "#7fd0cf"),
    ("scoreboard_l1", "#f8bd7f"),
    ("scoreboard_l2", "#ee8534"),
    ("scoreboard_dram", "#d8485a"),
    ("scoreboard_atomic", "#98305f"),
    ("drain", "#d0a3e0"),
    ("barrier", "#a06cc0"),
    ("call", "#6a52ad"),
    ("children", "#4a3f94"),
    ("unit_sp", "#cdb49a"),
    ("unit_sfu", "#ad9175"),
    ("unit_dp", "#8d7155"),
    ("unit_load_store", "#735740"),
    ("back_pressure", "#57402f"),
];

/// The colour of what another version calls a reason.
const UNKNOWN: &str = "#808080";

/// The share of a wide bar that a character takes, and the least one that has room for a short number.
const CHARACTER: f64 = 0.007;
const LITTLE_ROOM: f64 = 0.045;

/// Returns the colour of a reason.
pub fn colour(name: &str) -> &'static str {
    COLOURS.iter().find(|(known, _)| *known == name).map_or(UNKNOWN, |(_, colour)| colour)
}

/// Returns the colour of a result among others, which is seen on white and on black.
pub fn of_run(index: usize) -> RGBColor {
    const OF_RUNS: [RGBColor; 8] = [
        RGBColor(0x3d, 0x85, 0xc8),
        RGBColor(0xf2, 0x8e, 0x2b),
        RGBColor(0x3f, 0xa0, 0x55),
        RGBColor(0xb3, 0x6f, 0xc4),
        RGBColor(0xd8, 0x48, 0x5a),
        RGBColor(0x4f, 0xb5, 0xb8),
        RGBColor(0xa5, 0x7c, 0x52),
        RGBColor(0x8a, 0x8a, 0x8a),
    ];
    OF_RUNS[index % OF_RUNS.len()]
}

/// Returns a colour as a page names it.
pub fn hex(RGBColor(red, green, blue): RGBColor) -> String {
    format!("#{red:02x}{green:02x}{blue:02x}")
}

/// Whether text on a colour is dark.
fn takes_dark_text(colour: &str) -> bool {
    let part = |at: usize| colour.get(at..at + 2).and_then(|hex| u32::from_str_radix(hex, 16).ok());
    let [red, green, blue] = [1, 3, 5].map(|at| part(at).unwrap_or(0));
    299 * red + 587 * green + 114 * blue > 128_000
}

/// The text of a part: what there is room for.
fn inside(name: &str, share: f64) -> String {
    let whole = format!("{name} {}", percent(Some(share)));
    match share {
        _ if whole.len() as f64 * CHARACTER < share => whole,
        _ if share >= LITTLE_ROOM => format!("{:.0} %", 100.0 * share),
        _ => String::new(),
    }
}

/// Writes a bar of shares. A `thin` one has no text but that under the pointer.
pub fn bar(shares: &Shares, thin: bool) -> Markup {
    let parts = shares.0.iter().filter(|(_, share)| *share > 0.0);
    html! {
        div.bar {
            @for (name, share) in parts {
                @let colour = colour(name);
                @let ink = if takes_dark_text(colour) { "#16191d" } else { "#fff" };
                @let text = if thin { String::new() } else { inside(name, *share) };
                span class={ "part" @if text.is_empty() { " slim" } }
                    style=(format!("width:{:.5}%;background:{colour};color:{ink}", 100.0 * share))
                    title=(format!("{name}: {:.2} %", 100.0 * share)) { (text) }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use heddle_sim::smx::Reason;

    #[test]
    fn every_reason_has_a_colour_of_its_own() {
        let names: Vec<_> = Reason::ALL.iter().map(|reason| reason.name()).collect();
        assert_eq!(COLOURS.map(|(name, _)| name).to_vec(), names);
        let mut colours: Vec<_> = COLOURS.iter().map(|(_, colour)| *colour).collect();
        colours.sort();
        colours.dedup();
        assert_eq!(colours.len(), COLOURS.len());
    }
}
