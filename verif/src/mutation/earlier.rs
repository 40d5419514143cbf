//! Fates of mutants in earlier measurements, each kept as soon as it is known.
//!
//! A large unit has survivors whose questions take minutes each. So an interrupted measurement goes on where it was: the
//! fates are in a file of the target directory, named by everything on which they rest.

use super::fates::Fate;
use super::judgement::Narrow;
use super::measure::Measured;
use super::mutant::Mutant;
use crate::formal::available;
use crate::report::fingerprint;
use heddle_gen::verilated::target_dir;
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;

/// Where the fates of earlier measurements come from.
pub enum Known {
    /// Nowhere: everything is asked again.
    Nothing,
    /// The stored results, if there are any, and the fates of a measurement that was interrupted.
    Earlier(Option<Measured>),
}

/// The fates that rest on the same premises as a measurement.
pub(super) struct Earlier {
    stored: Option<Measured>,
    kept: BTreeMap<String, Fate>,
    /// File to which a new one is appended.
    file: Option<fs::File>,
}

impl Earlier {
    /// Reads what is `known` of a unit whose inputs are as `narrow` as that. The error is a missing tool, or a file that
    /// cannot be written.
    pub fn of(
        known: &Known,
        unit: &str,
        premises: &str,
        narrow: &[Narrow],
    ) -> Result<Self, String> {
        let Known::Earlier(stored) = known else {
            return Ok(Self { stored: None, kept: BTreeMap::new(), file: None });
        };
        let tools = available().map_err(|error| error.to_string())?;
        let name =
            format!("{unit}-{}.jsonl", fingerprint(&format!("{tools} {premises} {narrow:?}")));
        let dir = target_dir().join("heddle-mutants");
        let path = dir.join(name);
        let failed = |error: std::io::Error| format!("{}: {error}", path.display());
        fs::create_dir_all(&dir).map_err(failed)?;
        // A last line that was cut off is asked again.
        let text = fs::read_to_string(&path).unwrap_or_default();
        let kept = text.lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
        let mut file =
            fs::OpenOptions::new().create(true).append(true).open(&path).map_err(failed)?;
        if !text.is_empty() && !text.ends_with('\n') {
            file.write_all(b"\n").map_err(failed)?;
        }
        let stored = stored.clone().filter(|stored| stored.premises == premises);
        Ok(Self { stored, kept, file: Some(file) })
    }

    /// Returns what is known of a mutant; `judged` says whether a reader has judged it.
    pub fn fate(&self, mutant: &Mutant, judged: bool) -> Option<Fate> {
        let stored = self.stored.as_ref();
        let has = |keys: fn(&Measured) -> &Vec<String>| {
            stored.is_some_and(|stored| keys(stored).contains(&mutant.key))
        };
        let fate = if has(|stored| &stored.proved) {
            Some(Fate::Proved)
        } else if has(|stored| &stored.refuted) {
            Some(Fate::Refuted)
        } else {
            self.kept.get(&mutant.arguments).copied()
        };
        // Of what a reader has judged only equivalence is asked, by which a judgement may turn out to be needless.
        fate.filter(|fate| *fate == Fate::Proved || !judged)
    }

    /// Keeps a fate for a measurement after an interruption.
    pub fn keep(&mut self, mutant: &Mutant, fate: Fate) -> Result<(), String> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let line = serde_json::to_string(&(&mutant.arguments, fate));
        let line = line.map_err(|error| error.to_string())? + "\n";
        file.write_all(line.as_bytes())
            .map_err(|error| format!("keeping what became of a mutant: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mutant(name: &str) -> Mutant {
        Mutant { arguments: format!("-mode {name}"), key: name.to_string() }
    }

    #[test]
    fn a_fate_survives_an_interruption_in_the_middle_of_the_next() {
        let premises = format!("a test in process {}", std::process::id());
        let known = Known::Earlier(None);
        let mut earlier = Earlier::of(&known, "test", &premises, &[]).expect("a file");
        earlier.keep(&mutant("first"), Fate::Refuted).expect("room");
        earlier.file.as_mut().expect("a file").write_all(b"[\"-mode sec").expect("room");
        let mut earlier = Earlier::of(&known, "test", &premises, &[]).expect("a file");
        earlier.keep(&mutant("third"), Fate::Left).expect("room");
        let earlier = Earlier::of(&known, "test", &premises, &[]).expect("a file");
        let fate = |name| earlier.fate(&mutant(name), false);
        assert_eq!(fate("first"), Some(Fate::Refuted));
        assert_eq!(fate("second"), None);
        assert_eq!(fate("third"), Some(Fate::Left));
        // What a reader has judged is not asked of the proof, so that only a proof of equivalence counts.
        assert_eq!(earlier.fate(&mutant("first"), true), None);
        let other = Earlier::of(&known, "test", "other premises of a test", &[]).expect("a file");
        assert!(other.kept.is_empty());
        for file in fs::read_dir(target_dir().join("heddle-mutants")).expect("a folder").flatten() {
            if file.file_name().to_string_lossy().starts_with("test-") {
                fs::remove_file(file.path()).expect("a file of this test");
            }
        }
    }
}
