//! How often Bloom filters of lines are wrong: by hash, by the pattern of lines, by size and by kind. `HEDDLE_BLESS=1
//! cargo test -p heddle-verif filters::` writes the tables of `docs/src/laser_filters.md`.

mod counting;
mod hashes;
mod kinds;
mod patterns;
mod units;

use hashes::{Hash, HASHES};
use heddle_hw::reuse_monitor::pins::{LANES, WORD};
use heddle_verif::page::{check, table};
use kinds::{rates, Kind};
use patterns::{PATTERNS, ROW};
use std::path::Path;
use std::sync::Mutex;

/// How many lines have entered when others are looked up.
pub const ENTERED: [u32; 6] = [100, 250, 500, 1000, 1500, 2000];

/// Lines that never entered, of which the share that is found is the rate of false positives.
pub const ASKED: u32 = 20_000;

/// Words of a lane that make the paper's 605 bytes.
pub const WORDS: u32 = 55;

/// Compares a table of the page with what was measured. One test at a time writes the page.
fn in_the_book(name: &str, header: &[&str], rows: &[Vec<String>]) {
    static PAGE: Mutex<()> = Mutex::new(());
    let _guard = PAGE.lock();
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/src/laser_filters.md");
    check(&page, name, &table(header, rows)).unwrap_or_else(|stale| panic!("{stale}"));
}

fn shown(rate: f64) -> String {
    format!("{rate:.4}")
}

/// Fails unless a rate is what theory says: four standard deviations of the sample, and `more` for lines and places that
/// are not random.
fn near(measured: f64, theory: f64, more: f64, what: &str) {
    let deviation = (theory * (1.0 - theory) / f64::from(ASKED)).sqrt();
    let is_near = (measured - theory).abs() < 4.0 * deviation + more;
    assert!(is_near, "{what}: {measured:.4}, and theory says {theory:.4}");
}

/// What theory says of four lanes of so many words: each place is set with the same probability.
fn theory(words: u32, entered: u32) -> f64 {
    Kind::Lanes.theory(words, entered)
}

#[test]
fn with_lines_in_a_row_both_monitors_have_the_false_positives_of_theory() {
    let measured = HASHES.map(|hash| rates(Kind::Lanes, hash, WORDS, &ROW));
    let mut rows = Vec::new();
    for (n, entered) in ENTERED.into_iter().enumerate() {
        let expected = theory(WORDS, entered);
        for hash in [Hash::Murmur, Hash::Mix] {
            near(measured[hash as usize][n], expected, 0.01, &format!("{hash:?}, {entered}"));
        }
        let rates = measured.iter().map(|rates| shown(rates[n]));
        rows.push([entered.to_string(), shown(expected)].into_iter().chain(rates).collect());
    }
    in_the_book("hashes in a row", &header(&["lines entered", "theory"]), &rows);
}

#[test]
fn with_any_pattern_of_lines_the_monitors_are_near_theory_and_hashes_of_xors_alone_are_not() {
    let mut rows = Vec::new();
    // The greatest distance from theory of each hash.
    let mut worst = [0.0f64; HASHES.len()];
    for pattern in &PATTERNS {
        let measured = HASHES.map(|hash| rates(Kind::Lanes, hash, WORDS, pattern));
        for (n, entered) in ENTERED.into_iter().enumerate() {
            let expected = theory(WORDS, entered);
            for hash in [Hash::Murmur, Hash::Mix] {
                let what = format!("{hash:?}, {}, {entered}", pattern.name);
                near(measured[hash as usize][n], expected, 0.02, &what);
            }
            for (worst, rates) in worst.iter_mut().zip(&measured) {
                *worst = worst.max((rates[n] - expected).abs());
            }
        }
        for n in [3, 5] {
            let rates = measured.iter().map(|rates| shown(rates[n]));
            let of = [pattern.name.to_string(), ENTERED[n].to_string()];
            rows.push(of.into_iter().chain(rates).collect());
        }
    }
    rows.push(
        ["all", "100 to 2000"].map(String::from).into_iter().chain(worst.map(shown)).collect(),
    );
    assert!(worst[Hash::Linear as usize] > 0.1 && worst[Hash::Shifts as usize] > 0.1, "{worst:?}");
    in_the_book("hashes by pattern", &header(&["lines", "entered"]), &rows);
}

/// These columns, and one for each hash.
fn header(first: &[&'static str]) -> Vec<&'static str> {
    first.iter().copied().chain(HASHES.map(Hash::name)).collect()
}

/// Words of a lane that are tried: an eighth, a quarter and a half of the paper's, the paper's, and the most.
const SIZES: [u32; 5] = [7, 14, 28, WORDS, 64];

#[test]
fn filters_of_other_sizes_have_the_false_positives_of_theory() {
    let mut rows = Vec::new();
    for words in SIZES {
        let measured = rates(Kind::Lanes, Hash::Murmur, words, &ROW);
        let mut row = vec![words.to_string(), (words * LANES as u32 * WORD / 8).to_string()];
        for (rate, entered) in measured.into_iter().zip(ENTERED) {
            let expected = theory(words, entered);
            near(rate, expected, 0.02, &format!("{words} words, {entered}"));
            row.push(format!("{rate:.3} ({expected:.3})"));
        }
        rows.push(row);
    }
    in_the_book("sizes", &of_lines(&["words", "bytes"]), &rows);
}

#[test]
fn filters_of_other_kinds_have_the_false_positives_of_theory() {
    let mut rows = Vec::new();
    for kind in Kind::ALL {
        let measured = rates(kind, Hash::Murmur, WORDS, &ROW);
        let mut row = vec![kind.name().to_string()];
        for (rate, entered) in measured.into_iter().zip(ENTERED) {
            let expected = kind.theory(WORDS, entered);
            near(rate, expected, 0.02, &format!("{}, {entered}", kind.name()));
            row.push(format!("{rate:.3} ({expected:.3})"));
        }
        rows.push(row);
    }
    in_the_book("kinds", &of_lines(&["places of a line"]), &rows);
}

/// These columns, and one for each number of lines.
fn of_lines(first: &[&'static str]) -> Vec<&'static str> {
    first.iter().copied().chain(["100", "250", "500", "1000", "1500", "2000"]).collect()
}
