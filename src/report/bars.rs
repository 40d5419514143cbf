//! Stacked bars of shares, and the colours of the reasons.

use super::run::Shares;
use crate::cli::output::percent;
use maud::{html, Markup};
use plotters::prelude::RGBColor;

/// The colour of each reason, in the order of `Reason::ALL`: green is issued, grey is empty, yellow is the front end, blue
/// are operands from the SMX, orange and red those from memory, violet is waiting for others, brown are full units,
/// dark green is what a warp policy left.
const COLOURS: [(&str, RGBColor); 24] = [
    ("issued", RGBColor(0x3a, 0xa8, 0x66)),
    ("no_warp", RGBColor(0xc9, 0xce, 0xd6)),
    ("launch", RGBColor(0x97, 0xa0, 0xad)),
    ("fetch", RGBColor(0xec, 0xd0, 0x4f)),
    ("branch", RGBColor(0xbd, 0x9a, 0x2f)),
    ("scoreboard_alu", RGBColor(0xa6, 0xce, 0xe8)),
    ("scoreboard_sfu", RGBColor(0x6f, 0xb0, 0xdc)),
    ("scoreboard_dp", RGBColor(0x41, 0x89, 0xc0)),
    ("scoreboard_shared", RGBColor(0x2a, 0x65, 0x9b)),
    ("scoreboard_constant", RGBColor(0x7f, 0xd0, 0xcf)),
    ("scoreboard_l1", RGBColor(0xf8, 0xbd, 0x7f)),
    ("scoreboard_l2", RGBColor(0xee, 0x85, 0x34)),
    ("scoreboard_dram", RGBColor(0xd8, 0x48, 0x5a)),
    ("scoreboard_atomic", RGBColor(0x98, 0x30, 0x5f)),
    ("drain", RGBColor(0xd0, 0xa3, 0xe0)),
    ("barrier", RGBColor(0xa0, 0x6c, 0xc0)),
    ("call", RGBColor(0x6a, 0x52, 0xad)),
    ("children", RGBColor(0x4a, 0x3f, 0x94)),
    ("unit_sp", RGBColor(0xcd, 0xb4, 0x9a)),
    ("unit_sfu", RGBColor(0xad, 0x91, 0x75)),
    ("unit_dp", RGBColor(0x8d, 0x71, 0x55)),
    ("unit_load_store", RGBColor(0x73, 0x57, 0x40)),
    ("back_pressure", RGBColor(0x57, 0x40, 0x2f)),
    ("policy", RGBColor(0x5e, 0x8c, 0x31)),
];

/// The colour of what another version calls a reason.
const UNKNOWN: RGBColor = RGBColor(0x80, 0x80, 0x80);

/// The share of a wide bar that a character takes, and the least one that has room for a short number.
const CHARACTER: f64 = 0.007;
const LITTLE_ROOM: f64 = 0.045;

/// Returns the colour of a reason.
pub fn colour(name: &str) -> RGBColor {
    COLOURS.iter().find(|(known, _)| *known == name).map_or(UNKNOWN, |(_, colour)| *colour)
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
fn takes_dark_text(RGBColor(red, green, blue): RGBColor) -> bool {
    let [red, green, blue] = [red, green, blue].map(u32::from);
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
                    style=(format!("width:{:.5}%;background:{};color:{ink}", 100.0 * share, hex(colour)))
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
        let mut colours: Vec<_> = COLOURS.iter().map(|(_, colour)| hex(*colour)).collect();
        colours.sort();
        colours.dedup();
        assert_eq!(colours.len(), COLOURS.len());
    }
}
