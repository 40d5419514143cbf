//! What becomes of the mutants that no recording kills, asked on all cores.

use super::earlier::Earlier;
use super::judgement::Judgement;
use super::mutant::Mutant;
use super::proof::Prover;
use super::refutation::Refuter;
use super::stimulus::PinStimulus;
use serde::{Deserialize, Serialize};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{mpsc, Arc, Mutex};
use std::thread;

/// What is known of a mutant that no recording kills.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Fate {
    /// Equivalent to the unit.
    Proved,
    /// The proof of the unit fails with it.
    Refuted,
    /// Neither, or a reader has judged it to be equivalent.
    Left,
    /// Neither, as far as was found: the solver had no answer in time.
    Timeout,
}

impl Fate {
    /// The word for it in a column of fixed width.
    pub const fn told(self) -> &'static str {
        match self {
            Self::Proved => "proved ",
            Self::Refuted => "refuted",
            Self::Left => "left   ",
            Self::Timeout => "timeout",
        }
    }
}

/// Asks about each survivor whether it is equivalent, and if not, whether the proof of the unit notices it. `dir` has the
/// prepared unit; `told` gets each fate when it is known. Returns them in the order of the survivors.
pub(super) fn fates(
    dir: &Path,
    stimulus: &PinStimulus,
    judgement: &Judgement,
    mut earlier: Earlier,
    alive: &[&Mutant],
    mut told: impl FnMut(&Mutant, Fate),
) -> Result<Vec<Fate>, String> {
    let judged = judgement.reasons();
    let is_judged = |mutant: &Mutant| judged.contains_key(mutant.key.as_str());
    let mut found = vec![None; alive.len()];
    for (mutant, found) in alive.iter().zip(&mut found) {
        *found = earlier.fate(mutant, is_judged(mutant));
        if let Some(fate) = found {
            told(mutant, *fate);
        }
    }
    let open: Vec<usize> = (0..alive.len()).filter(|place| found[*place].is_none()).collect();
    let threads = thread::available_parallelism().map_or(1, usize::from).min(open.len());
    let next = AtomicUsize::new(0);
    let tools = Tools { dir, stimulus, prover: Mutex::default(), refuter: Mutex::default() };
    thread::scope(|scope| {
        let (sender, answers) = mpsc::channel();
        for _ in 0..threads {
            let (sender, open, next, tools) = (sender.clone(), &open, &next, &tools);
            scope.spawn(move || {
                while let Some(place) = open.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let fate = tools.fate(alive[*place], is_judged(alive[*place]));
                    // The receiver is gone after an error.
                    if sender.send((*place, fate)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        for (place, fate) in answers {
            let fate = fate?;
            // The proof was not asked about what is judged, so that this is no answer of the tools. What had no answer is
            // asked again.
            if fate != Fate::Timeout && (fate != Fate::Left || !is_judged(alive[place])) {
                earlier.keep(alive[place], fate)?;
            }
            told(alive[place], fate);
            found[place] = Some(fate);
        }
        Ok(found.into_iter().flatten().collect())
    })
}

/// What the threads ask, made when it is first needed: it takes a proof of the unit.
struct Tools<'a> {
    dir: &'a Path,
    stimulus: &'a PinStimulus,
    prover: Mutex<Option<Arc<Prover<'a>>>>,
    refuter: Mutex<Option<Arc<Refuter>>>,
}

impl Tools<'_> {
    fn fate(&self, mutant: &Mutant, judged: bool) -> Result<Fate, String> {
        let prover = made(&self.prover, || Prover::new(self.dir, self.stimulus))?;
        let equivalent = prover.proves(mutant)?;
        if equivalent == Some(true) {
            return Ok(Fate::Proved);
        }
        if judged {
            return Ok(Fate::Left);
        }
        let refuter = made(&self.refuter, || Refuter::new(self.dir, self.stimulus))?;
        Ok(match (refuter.refutes(mutant)?, equivalent) {
            (Some(true), _) => Fate::Refuted,
            (Some(false), Some(_)) => Fate::Left,
            (None, _) | (_, None) => Fate::Timeout,
        })
    }
}

/// Returns what is in `place`, after making it if there is nothing yet.
fn made<T>(
    place: &Mutex<Option<Arc<T>>>,
    make: impl FnOnce() -> Result<T, String>,
) -> Result<Arc<T>, String> {
    let mut place = place.lock().map_err(|_| "another thread has failed".to_string())?;
    if let Some(made) = &*place {
        return Ok(made.clone());
    }
    Ok(place.insert(Arc::new(make()?)).clone())
}
