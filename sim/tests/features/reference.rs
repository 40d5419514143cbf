//! References that are longer than their launches.

const MONTHS: [(&str, u32); 12] = [
    ("January", 31),
    ("February", 28),
    ("March", 31),
    ("April", 30),
    ("May", 31),
    ("June", 30),
    ("July", 31),
    ("August", 31),
    ("September", 30),
    ("October", 31),
    ("November", 30),
    ("December", 31),
];

const WEEKDAYS: [&str; 7] =
    ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

/// What the kernel `tables` says of a day.
pub struct Day {
    /// "Thursday 1 January" and zeros.
    pub text: [u8; 32],
    /// A product of entries of two tables, and a third's.
    pub number: f64,
}

/// Day `i`, from 0, of a year that begins on a Monday.
pub fn day(i: usize) -> Day {
    let (mut month, mut day) = (0, i as u32);
    while day >= MONTHS[month].1 {
        day -= MONTHS[month].1;
        month += 1;
    }
    let written = format!("{} {} {}", WEEKDAYS[i % 7], day + 1, MONTHS[month].0);
    let mut text = [0; 32];
    text[..written.len()].copy_from_slice(written.as_bytes());
    let (averages, scales) = ([365.25, -0.125, 1e300], [1.5, -2.25]);
    let used = [100.0, 200.0].get(month).copied().unwrap_or(0.0);
    Day { text, number: averages[i % 3] * scales[i % 2] + used }
}

/// Three bytes as four letters.
pub fn base64(bytes: [u8; 3]) -> [u8; 4] {
    let letters: Vec<u8> =
        (b'A'..=b'Z').chain(b'a'..=b'z').chain(b'0'..=b'9').chain(*b"+/").collect();
    let [a, b, c] = bytes.map(u32::from);
    [18, 12, 6, 0].map(|shift| letters[((a << 16 | b << 8 | c) >> shift & 63) as usize])
}
