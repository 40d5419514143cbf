//! What all charts have in common: the title, the notes below, and the legend beside the plot.

use super::benchmarks::Size;
use super::case::Case;
use super::measure::input_of;
use crate::cli::provenance::VERSION_AND_COMMIT;
use plotters::coord::Shift;
use plotters::element::{Drawable, PointCollection};
use plotters::prelude::*;
use serde_json::Value;
use std::collections::BTreeMap;

/// Colours of series, in order: apart in hue and in lightness.
pub const COLOURS: [RGBColor; 9] = [
    RGBColor(0x1f, 0x4e, 0x8c),
    RGBColor(0xf2, 0x8e, 0x2b),
    RGBColor(0x3f, 0x96, 0x4f),
    RGBColor(0x9b, 0x5f, 0xa5),
    RGBColor(0x7b, 0xc0, 0xd8),
    RGBColor(0x7a, 0x52, 0x30),
    RGBColor(0xe3, 0xc3, 0x3c),
    RGBColor(0x8a, 0x8a, 0x8a),
    RGBColor(0x2b, 0x2b, 0x2b),
];

/// Pixels at the sides, of the legend, and of a line of the title, the notes and the legend.
const MARGIN: u32 = 12;
const LEGEND: u32 = 190;
const TITLE_LINE: u32 = 20;
const NOTE_LINE: u32 = 13;
const LEGEND_LINE: i32 = 20;
/// Pixels between the plot and the notes.
const GAP: u32 = 8;
/// Pixels of a character of the title, the notes and the legend, on average.
const TITLE_CHARACTER: u32 = 8;
const NOTE_CHARACTER: u32 = 6;
const LEGEND_CHARACTERS: usize = 24;

/// The result of drawing.
pub type Drawn = Result<(), Box<dyn std::error::Error>>;
type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

/// The text around a chart.
#[derive(Debug)]
pub struct Caption {
    title: String,
    notes: Vec<String>,
}

impl Caption {
    /// A title above, and notes below.
    pub fn plain(title: String, notes: Vec<String>) -> Self {
        Self { title, notes }
    }

    /// Names the figure, and from its runs the size, the machines, the program and the inputs.
    pub fn new(
        id: &str,
        title: &str,
        size: Size,
        cases: &[Case],
        results: &BTreeMap<String, Value>,
    ) -> Self {
        let mut machines: Vec<String> = Vec::new();
        let mut inputs: Vec<String> = Vec::new();
        for case in cases {
            let (machine, input) = (case.variant.machine.to_string(), input_of(case, results));
            let named = format!("{} {input}", case.benchmark.name);
            // A benchmark whose only input is in its name.
            let input =
                if named.ends_with(&format!("_{input} {input}")) { input.into() } else { named };
            for (list, new) in [(&mut machines, machine), (&mut inputs, input)] {
                if !list.contains(&new) {
                    list.push(new);
                }
            }
        }
        let made = match &machines[..] {
            [] => format!("Computed from the presets by Heddle {VERSION_AND_COMMIT}."),
            machines => {
                let machines = machines.join(", ");
                format!("{} size on {machines}, by Heddle {VERSION_AND_COMMIT}.", size.name())
            }
        };
        let mut notes = vec![made];
        if !inputs.is_empty() {
            notes.push(format!("Inputs: {}.", inputs.join(", ")));
        }
        Self { title: format!("{id}: {title}"), notes }
    }
}

/// Breaks `text` at spaces into lines of up to `characters`.
fn wrapped(text: &str, characters: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= characters => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// A sign in the legend.
#[derive(Clone, Copy, Debug)]
pub enum Key {
    /// A bar of this colour.
    Bar(RGBColor),
    /// A line of this colour.
    Line(RGBColor),
    /// A broad band of this colour.
    Band(RGBColor),
    /// The line and the marker of the series of this index.
    Series(usize),
    /// The line across a bar that is a published value.
    AcrossBar,
    /// The cross of a published value.
    Cross,
}

/// An open drawing.
pub struct Frame<'a> {
    root: Area<'a>,
    /// Where the chart goes.
    pub plot: Area<'a>,
    width: u32,
    top: u32,
}

impl<'a> Frame<'a> {
    /// Opens a drawing around a plot of `size` pixels, and writes its title and notes.
    pub fn open(
        text: &'a mut String,
        (width, height): (u32, u32),
        caption: &Caption,
    ) -> Result<Self, Box<dyn std::error::Error>> {
        let width = width + LEGEND + 2 * MARGIN;
        let characters = |pixels: u32| ((width - 2 * MARGIN) / pixels) as usize;
        let title = wrapped(&caption.title, characters(TITLE_CHARACTER));
        let notes = caption.notes.iter();
        let notes: Vec<_> =
            notes.flat_map(|note| wrapped(note, characters(NOTE_CHARACTER))).collect();
        let top = MARGIN + TITLE_LINE * title.len() as u32;
        let below = top + height + GAP;
        let whole = below + NOTE_LINE * notes.len() as u32 + MARGIN;
        let root = SVGBackend::with_string(text, (width, whole)).into_drawing_area();
        root.fill(&WHITE)?;
        let lines = [
            (&title, MARGIN, TITLE_LINE, 16, BLACK),
            (&notes, below, NOTE_LINE, 11, RGBColor(0x55, 0x55, 0x55)),
        ];
        for (lines, top, step, font, colour) in lines {
            for (index, line) in lines.iter().enumerate() {
                let place = (MARGIN as i32, (top + step * index as u32) as i32);
                let style = ("sans-serif", font).into_font().color(&colour);
                root.draw(&Text::new(line.clone(), place, style))?;
            }
        }
        let plot = root.margin(top, whole - below, MARGIN, LEGEND + MARGIN);
        Ok(Self { root, plot, width, top })
    }

    /// Draws an element in pixels of the whole drawing.
    pub fn draw<E>(&self, element: &E) -> Drawn
    where
        for<'b> &'b E: PointCollection<'b, (i32, i32)>,
        E: Drawable<SVGBackend<'a>>,
    {
        Ok(self.root.draw(element)?)
    }

    /// Draws the marker of the series of `index` at a pixel: each has its own shape, which lets see
    /// what is under it.
    pub fn marker(&self, index: usize, (x, y): (i32, i32)) -> Drawn {
        let style = COLOURS[index % COLOURS.len()].stroke_width(2);
        // Markers of several series in one place lie inside each other.
        let r = 7 - (index % 4) as i32;
        let path = |points: &[(i32, i32)]| {
            let points: Vec<_> = points.iter().map(|(dx, dy)| (x + dx, y + dy)).collect();
            self.draw(&PathElement::new(points, style))
        };
        match index % 5 {
            0 => self.draw(&Circle::new((x, y), r, style)),
            1 => path(&[(-r, -r), (r, -r), (r, r), (-r, r), (-r, -r)]),
            2 => path(&[(0, -r), (r, r), (-r, r), (0, -r)]),
            3 => path(&[(0, -r), (r, 0), (0, r), (-r, 0), (0, -r)]),
            _ => path(&[(0, r), (r, -r), (-r, -r), (0, r)]),
        }
    }

    /// Draws the cross of a published value at a pixel, `size` pixels from its middle to its ends.
    pub fn cross(&self, colour: RGBColor, size: i32, place: (i32, i32)) -> Drawn {
        self.draw(&Cross::new(place, size, WHITE.stroke_width(5)))?;
        self.draw(&Cross::new(place, size, colour.stroke_width(3)))
    }

    /// Writes the legend beside the plot.
    pub fn legend(&self, entries: &[(String, Key)]) -> Drawn {
        let left = (self.width - LEGEND) as i32;
        let mut y = self.top as i32 + 16;
        for (name, key) in entries {
            let across = |style: ShapeStyle| {
                self.draw(&PathElement::new([(left, y), (left + 22, y)], style))
            };
            match *key {
                Key::Bar(colour) => self.draw(&Rectangle::new(
                    [(left + 4, y - 6), (left + 18, y + 6)],
                    colour.filled(),
                ))?,
                Key::Line(colour) => across(colour.stroke_width(2))?,
                Key::Band(colour) => across(colour.stroke_width(8))?,
                Key::Series(index) => {
                    across(line_style(index, 1))?;
                    self.marker(index, (left + 11, y))?;
                }
                Key::AcrossBar => across(RED.stroke_width(3))?,
                Key::Cross => self.cross(BLACK, 5, (left + 11, y))?,
            }
            for line in wrapped(name, LEGEND_CHARACTERS) {
                let style = ("sans-serif", 12).into_font().color(&BLACK);
                self.draw(&Text::new(line, (left + 28, y - 7), style))?;
                y += LEGEND_LINE - 4;
            }
            y += 4;
        }
        Ok(())
    }

    /// Finishes the drawing.
    pub fn close(self) -> Drawn {
        Ok(self.root.present()?)
    }
}

/// Returns the line of a series among `count`: earlier ones are broader, so that they are seen
/// under later ones.
pub fn line_style(index: usize, count: usize) -> ShapeStyle {
    let width = 2 + count.saturating_sub(index + 1).min(3) as u32;
    COLOURS[index % COLOURS.len()].stroke_width(width)
}

/// Prints a number at an axis: no more digits than it needs, thousands apart.
pub fn tick(value: f64) -> String {
    let text = format!("{:.4}", value.abs());
    let text = text.trim_end_matches('0').trim_end_matches('.');
    let (whole, rest) = text.split_at(text.find('.').unwrap_or(text.len()));
    let mut apart = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index) % 3 == 0 {
            apart.push(',');
        }
        apart.push(digit);
    }
    let sign = if value < 0.0 && text != "0" { "-" } else { "" };
    format!("{sign}{apart}{rest}")
}

/// Prints a number of a scale that ends at `most`, which may be small: as [`tick`] does, or with an exponent.
pub fn tick_up_to(most: f64, value: f64) -> String {
    if most >= 0.01 {
        return tick(value);
    }
    if value.abs() < most * 1e-9 {
        return "0".into();
    }
    let text = format!("{value:.2e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    format!("{}e{exponent}", digits.trim_end_matches('0').trim_end_matches('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn small_numbers_of_a_small_scale_have_an_exponent() {
        let shown = [0.0, 1e-18, 2e-5, 1.25e-4].map(|value| tick_up_to(2e-4, value));
        assert_eq!(shown, ["0", "0", "2e-5", "1.25e-4"]);
        assert_eq!(tick_up_to(1000.0, 1e-5), "0");
    }

    #[test]
    fn ticks_have_no_more_digits_than_they_need() {
        let shown = [0.0, -0.0, 0.25, 1.0, 16.0, 1000.0, 262_144.0, -12.5, 0.1 + 0.2].map(tick);
        assert_eq!(shown, ["0", "0", "0.25", "1", "16", "1,000", "262,144", "-12.5", "0.3"]);
    }

    #[test]
    fn text_breaks_at_spaces_and_keeps_its_words() {
        assert_eq!(wrapped("one two three", 7), ["one two", "three"]);
        assert_eq!(wrapped("unbreakable a", 4), ["unbreakable", "a"]);
    }

    #[test]
    fn a_caption_has_the_size_the_machines_and_each_input_once() {
        use super::super::benchmarks::{CALLS, TABLE_2};
        use super::super::case::K20C;
        let variant = K20C.variant("flat", &[]);
        let of = |benchmark| Case { benchmark, size: Size::Smoke, variant };
        let cases = [of(TABLE_2[1]), of(TABLE_2[1]), of(&CALLS[2])];
        let caption = Caption::new("id", "what", Size::Smoke, &cases, &BTreeMap::new());
        assert_eq!(caption.title, "id: what");
        assert_eq!(caption.notes.len(), 2);
        assert!(
            caption.notes[0]
                .starts_with("smoke size on k20c with kernel.pending_limit=1000000, by Heddle "),
            "{caption:?}"
        );
        assert!(caption.notes[0].ends_with(&format!("{VERSION_AND_COMMIT}.")), "{caption:?}");
        assert_eq!(caption.notes[1], "Inputs: bht points:200:1, 16.");
        let computed = Caption::new("id", "what", Size::Smoke, &[], &BTreeMap::new());
        assert!(computed.notes[0].starts_with("Computed from the presets"), "{computed:?}");
    }
}
