//! Verdicts on surviving mutants, by several threads, each verdict kept as soon as it is known.
//!
//! A large unit has survivors whose questions take minutes each. So an interrupted measurement goes on where it was: the
//! answers are in a file of the target directory, named by everything on which they rest.

use super::judgement::Judgement;
use super::measure::Measured;
use super::mutant::Mutant;
use super::proof::Prover;
use super::refutation::Refuter;
use super::stimulus::PinStimulus;
use crate::formal::available;
use crate::report::fingerprint;
use heddle_gen::verilated::target_dir;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{mpsc, Mutex};
use std::thread;

/// What is known of a mutant that no recording kills.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// Equivalent to the unit.
    Proved,
    /// The proof of the unit fails with it.
    Refuted,
    /// Neither, or a reader has judged it to be equivalent.
    Left,
}

impl Verdict {
    /// The verdict in a column of fixed width.
    pub const fn told(self) -> &'static str {
        match self {
            Self::Proved => "proved ",
            Self::Refuted => "refuted",
            Self::Left => "left   ",
        }
    }
}

/// Where verdicts of earlier measurements come from.
pub enum Known {
    /// Nowhere: everything is asked again.
    Nothing,
    /// The stored results, if there are any, and the verdicts of a measurement that was interrupted.
    Earlier(Option<Measured>),
}

/// The verdicts of earlier measurements that rest on the same premises.
struct Earlier {
    stored: Option<Measured>,
    kept: BTreeMap<String, Verdict>,
    /// File to which a new verdict is appended.
    file: Option<fs::File>,
}

impl Earlier {
    fn of(known: &Known, unit: &str, premises: &str) -> Result<Self, String> {
        let Known::Earlier(stored) = known else {
            return Ok(Self { stored: None, kept: BTreeMap::new(), file: None });
        };
        let tools = available().map_err(|error| error.to_string())?;
        let name = format!("{unit}-{}.jsonl", fingerprint(&format!("{tools} {premises}")));
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

    fn verdict(&self, mutant: &Mutant, judged: bool) -> Option<Verdict> {
        let stored = self.stored.as_ref();
        let has = |keys: fn(&Measured) -> &Vec<String>| {
            stored.is_some_and(|stored| keys(stored).contains(&mutant.key))
        };
        let verdict = if has(|stored| &stored.proved) {
            Some(Verdict::Proved)
        } else if has(|stored| &stored.refuted) {
            Some(Verdict::Refuted)
        } else {
            self.kept.get(&mutant.arguments).copied()
        };
        // Of what a reader has judged only equivalence is asked, by which a judgement may turn out to be needless.
        match (verdict, judged) {
            (Some(Verdict::Proved), _) => verdict,
            (_, true) => None,
            (verdict, false) => verdict,
        }
    }

    fn keep(&mut self, mutant: &Mutant, verdict: Verdict) -> Result<(), String> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let line = serde_json::to_string(&(&mutant.arguments, verdict));
        let line = line.map_err(|error| error.to_string())? + "\n";
        file.write_all(line.as_bytes()).map_err(|error| format!("keeping a verdict: {error}"))
    }
}

/// Asks about each survivor whether it is equivalent, and if not, whether the proof of the unit notices it. `dir` has the
/// prepared unit; `told` gets each verdict when it is known. Returns them in the order of the survivors.
pub fn verdicts(
    dir: &Path,
    stimulus: &PinStimulus,
    judgement: &Judgement,
    (known, premises): (&Known, &str),
    alive: &[&Mutant],
    mut told: impl FnMut(&Mutant, Verdict),
) -> Result<Vec<Verdict>, String> {
    let judged = judgement.reasons();
    let is_judged = |mutant: &Mutant| judged.contains_key(mutant.key.as_str());
    let mut earlier = Earlier::of(known, stimulus.unit, premises)?;
    let mut found = vec![None; alive.len()];
    for (mutant, found) in alive.iter().zip(&mut found) {
        *found = earlier.verdict(mutant, is_judged(mutant));
        if let Some(verdict) = found {
            told(mutant, *verdict);
        }
    }
    let open: Vec<usize> = (0..alive.len()).filter(|place| found[*place].is_none()).collect();
    let threads = thread::available_parallelism().map_or(1, usize::from).min(open.len());
    // Both tools of a thread are made while no other's are: they prove the unit first, in one folder.
    let (next, making) = (AtomicUsize::new(0), Mutex::new(()));
    thread::scope(|scope| {
        let (sender, answers) = mpsc::channel();
        for _ in 0..threads {
            let (sender, open, next, making) = (sender.clone(), &open, &next, &making);
            scope.spawn(move || {
                let mut worker =
                    Worker { dir, copy: None, stimulus, making, prover: None, refuter: None };
                while let Some(place) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let verdict = worker.judge(alive[*place], is_judged(alive[*place]));
                    // The receiver is gone after an error.
                    if sender.send((*place, verdict)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (place, verdict) in answers {
            let verdict = verdict.inspect_err(|_| next.store(open.len(), Ordering::Relaxed))?;
            // The proof was not asked about what is judged, so that this is no answer of the tools.
            if verdict != Verdict::Left || !is_judged(alive[place]) {
                earlier.keep(alive[place], verdict)?;
            }
            told(alive[place], verdict);
            found[place] = Some(verdict);
        }
        Ok(found.into_iter().flatten().collect())
    })
}

/// A thread that asks, with files of its own.
struct Worker<'a> {
    dir: &'a Path,
    copy: Option<tempfile::TempDir>,
    stimulus: &'a PinStimulus,
    making: &'a Mutex<()>,
    prover: Option<Prover<'a>>,
    refuter: Option<Refuter>,
}

impl Worker<'_> {
    fn judge(&mut self, mutant: &Mutant, judged: bool) -> Result<Verdict, String> {
        let dir = self.files()?;
        let (making, stimulus) = (self.making, self.stimulus);
        if made(&mut self.prover, making, || Prover::new(&dir, stimulus))?.proves(mutant)? {
            return Ok(Verdict::Proved);
        }
        if !judged
            && made(&mut self.refuter, making, || Refuter::new(&dir, stimulus))?.refutes(mutant)?
        {
            return Ok(Verdict::Refuted);
        }
        Ok(Verdict::Left)
    }

    /// Returns this thread's copy of the prepared unit.
    fn files(&mut self) -> Result<PathBuf, String> {
        if let Some(copy) = &self.copy {
            return Ok(copy.path().to_path_buf());
        }
        let copied = || -> std::io::Result<tempfile::TempDir> {
            let copy = tempfile::tempdir()?;
            for file in fs::read_dir(self.dir)? {
                let file = file?;
                if file.file_type()?.is_file() {
                    fs::copy(file.path(), copy.path().join(file.file_name()))?;
                }
            }
            Ok(copy)
        };
        let copy = copied().map_err(|error| format!("copying a unit: {error}"))?;
        Ok(self.copy.insert(copy).path().to_path_buf())
    }
}

/// Returns what is in `place`, after making it if there is nothing yet.
fn made<'p, T>(
    place: &'p mut Option<T>,
    making: &Mutex<()>,
    make: impl FnOnce() -> Result<T, String>,
) -> Result<&'p mut T, String> {
    match place {
        Some(made) => Ok(made),
        none => {
            let _alone = making.lock().map_err(|_| "another thread has failed".to_string())?;
            Ok(none.insert(make()?))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mutant(name: &str) -> Mutant {
        Mutant { arguments: format!("-mode {name}"), key: name.to_string() }
    }

    #[test]
    fn a_verdict_survives_an_interruption_in_the_middle_of_the_next() {
        let premises = format!("a test in process {}", std::process::id());
        let known = Known::Earlier(None);
        let mut earlier = Earlier::of(&known, "test", &premises).expect("a file");
        earlier.keep(&mutant("first"), Verdict::Refuted).expect("room");
        earlier.file.as_mut().expect("a file").write_all(b"[\"-mode sec").expect("room");
        let mut earlier = Earlier::of(&known, "test", &premises).expect("a file");
        earlier.keep(&mutant("third"), Verdict::Left).expect("room");
        let earlier = Earlier::of(&known, "test", &premises).expect("a file");
        let verdict = |name| earlier.verdict(&mutant(name), false);
        assert_eq!(verdict("first"), Some(Verdict::Refuted));
        assert_eq!(verdict("second"), None);
        assert_eq!(verdict("third"), Some(Verdict::Left));
        // What a reader has judged is not asked of the proof, so that only a proof of equivalence counts.
        assert_eq!(earlier.verdict(&mutant("first"), true), None);
        let other = Earlier::of(&known, "test", "other premises of a test").expect("a file");
        assert!(other.kept.is_empty());
        for file in fs::read_dir(target_dir().join("heddle-mutants")).expect("a folder").flatten() {
            if file.file_name().to_string_lossy().starts_with("test-") {
                fs::remove_file(file.path()).expect("a file of this test");
            }
        }
    }
}
