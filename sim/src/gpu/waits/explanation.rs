//! The explanation of a hang, as text and as JSON.

use super::Cause;
use serde::Serialize;
use std::collections::BTreeMap;
use std::fmt;

/// Links that are shown of the begin and of the end of a chain. With what stands around them that is 20 lines.
const FIRST: usize = 7;
const LAST: usize = 7;

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
    /// Links that are left out behind the first seven.
    pub left_out: usize,
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
        let left_out = chain.len().saturating_sub(FIRST + LAST);
        // The begin says who is concerned, the end why.
        chain.drain(FIRST.min(chain.len())..FIRST.min(chain.len()) + left_out);
        if let Some(first) = circle.as_mut().filter(|first| **first >= FIRST) {
            *first = first.saturating_sub(left_out).max(FIRST);
        }
        Self { cause, meaning: cause.text(), chain, circle, left_out, counts, notes }
    }
}

/// One line per link, then the cause and the counts, without an end of line behind the last.
impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (n, Link { who, waits }) in self.chain.iter().enumerate() {
            if n == FIRST && self.left_out > 0 {
                writeln!(f, "  ... {} more ...", self.left_out)?;
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

#[cfg(test)]
mod tests {
    use super::*;

    fn explanation(links: usize, circle: Option<usize>) -> Explanation {
        let link = |n| Link::new(format!("W{n}"), format!("waits for W{}", n + 1));
        let notes = vec!["something failed".to_owned()];
        let counts = BTreeMap::from([("warps", 3)]);
        Explanation::new(Cause::Flag, (0..links).map(link).collect(), circle, counts, notes)
    }

    #[test]
    fn a_long_chain_loses_its_middle_and_has_at_most_twenty_lines() {
        let long = explanation(40, Some(38));
        let text = long.to_string();
        assert!(text.lines().count() < 20, "{text}");
        for part in ["1. W0 waits", "7. W6 waits", "... 26 more ...", "8. W33 waits", "14. W39"] {
            assert!(text.contains(part), "{part}: {text}");
        }
        assert!(text.contains("This is a circle: 14 waits for 13."), "{text}");
        assert_eq!((long.chain.len(), long.left_out), (14, 26));
        let short = explanation(14, Some(13)).to_string();
        assert!(short.contains("14 waits for itself") && !short.contains("more"), "{short}");
    }

    #[test]
    fn it_is_an_object_for_programs() {
        let json = serde_json::to_value(explanation(2, None)).expect("it is JSON");
        assert_eq!(json["cause"], "flag");
        assert_eq!(json["chain"][1]["who"], "W1");
        assert_eq!((&json["circle"], &json["left_out"]), (&serde_json::Value::Null, &0.into()));
        assert_eq!(
            (&json["counts"]["warps"], &json["notes"][0]),
            (&3.into(), &"something failed".into())
        );
    }
}
