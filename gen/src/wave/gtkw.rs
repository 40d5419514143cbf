//! Prints GTKWave save files.

use heddle_hw::kit::Pin;

/// A signal to show.
pub(crate) struct Signal {
    /// Path in the dump, with the range of a word.
    pub path: String,
    /// Width in bits.
    pub width: u32,
    /// The file with the names of its values, relative to the save file.
    pub names: Option<String>,
    /// Whether it is a number of something, which is shown in decimal.
    pub is_number: bool,
}

impl Signal {
    /// Makes a signal whose values have no names.
    pub fn plain(path: String, width: u32) -> Self {
        Self { path, width, names: None, is_number: false }
    }

    /// Makes a pin in a scope.
    pub fn of(pin: &Pin, scope: &str) -> Self {
        // The comment of a pin begins with what it is.
        let is_number = pin.doc.trim_start().starts_with("Number of ");
        Self { is_number, ..Self::plain(format!("{scope}.{}", ranged(pin, "")), pin.width) }
    }
}

/// Returns a pin's name with its range, as waveform viewers write it.
pub(crate) fn ranged(pin: &Pin, gap: &str) -> String {
    match pin.width {
        1 => pin.name.to_string(),
        width => format!("{}{gap}[{}:{}]", pin.name, pin.offset + width - 1, pin.offset),
    }
}

/// Returns the text of the save file called `own` with groups of signals of a dump, which is named relative to it. GTKWave
/// finds a dump from any directory if the save file says its own name too: then it takes both relative to where the
/// save file is. Single bits are shown in binary, numbers of something in
/// decimal, other words in hexadecimal, values with names by name. The view opens at `begin` with 2^`zoom` time units in
/// a frame of 200 pixels.
pub(crate) fn save_file(
    (own, dump): (&str, &str),
    begin: u64,
    zoom: u32,
    groups: impl IntoIterator<Item = (String, Vec<Signal>)>,
) -> String {
    let mut text = format!("[dumpfile] \"{dump}\"\n[savefile] \"{own}\"\n");
    text += &format!("[timestart] {begin}\n*-{zoom}.0 {begin}");
    // A view has 26 named markers, none of them set.
    text += &" -1".repeat(26);
    text.push('\n');
    let mut translators = 0;
    for (group, signals) in groups {
        text += &format!("@800200\n-{group}\n");
        for signal in signals {
            text += &match (&signal.names, signal.width) {
                // Names replace values as they would be printed: in binary, at full width.
                (Some(names), _) => {
                    translators += 1;
                    format!("@2028\n^{translators} {names}\n")
                }
                (None, 1) => "@28\n".to_string(),
                (None, _) if signal.is_number => "@24\n".to_string(),
                (None, _) => "@22\n".to_string(),
            };
            text += &format!("{}\n", signal.path);
        }
        text += &format!("@1000200\n-{group}\n");
    }
    text
}
