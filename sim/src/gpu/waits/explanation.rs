//! The explanation of a hang, as text and as JSON.

use super::Cause;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// Most links of a chain that are shown.
const MOST_LINKS: usize = 14;

/// One link of a chain.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Link {
    /// Who waits.
    pub who: String,
    /// What it does or waits for, and why that does not come.
    pub waits: String,
}

impl Link {
    pub(super) fn new(who: String, waits: String) -> Self {
        Self { who, waits }
    }
}

/// Why a run makes no progress.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Explanation {
    /// The cause.
    pub cause: Cause,
    /// The same in a sentence, and what to do.
    pub meaning: &'static str,
    /// Who waits for whom: each for the next, the last for nobody unless they wait in a circle. The middle of a long chain
    /// is left out.
    pub chain: Vec<Link>,
    /// The position in `chain` of the link that the last one waits for; absent if they do not wait in a circle.
    pub circle: Option<usize>,
    /// Links that are left out, and the position at which they would be.
    pub left_out: Option<(usize, usize)>,
    /// How many others there are, by what they do.
    pub counts: BTreeMap<&'static str, u64>,
    /// What went wrong before.
    pub notes: Vec<String>,
}

impl Explanation {
    pub(super) fn new(
        cause: Cause,
        mut chain: Vec<Link>,
        mut circle: Option<usize>,
        counts: BTreeMap<&'static str, u64>,
        notes: Vec<String>,
    ) -> Self {
        let mut left_out = None;
        if let Some(more) = chain.len().checked_sub(MOST_LINKS).filter(|&more| more > 0) {
            // The begin says who is concerned, the end why.
            let at = MOST_LINKS / 2;
            chain.drain(at..at + more);
            left_out = Some((more, at));
            circle = circle.map(|first| if first < at { first } else { first.saturating_sub(more).max(at) });
        }
        Self { cause, meaning: cause.text(), chain, circle, left_out, counts, notes }
    }
}

/// One line per link, then the cause and the counts, without an end of line behind the last.
impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, Link { who, waits }) in self.chain.iter().enumerate() {
            if let Some((more, _)) = self.left_out.filter(|&(_, at)| at == n) {
                writeln!(f, "  ... {more} more ...")?;
            }
            writeln!(f, "  {}. {who} {waits}", n + 1)?;
        }
        if let Some(first) = self.circle {
            let (first, last) = (first + 1, self.chain.len());
            match first == last {
                true => writeln!(f, "  This is a circle: {last} waits for itself.")?,
                false => writeln!(f, "  This is a circle: {last} waits for {first}.")?,
            }
        }
        for note in &self.notes {
            writeln!(f, "  Before that, {note}.")?;
        }
        let counts: Vec<String> =
            self.counts.iter().map(|(what, count)| format!("{what}: {count}")).collect();
        writeln!(f, "  In all: {}.", counts.join(", "))?;
        write!(f, "  Cause: {}.", self.meaning)
    }
}
