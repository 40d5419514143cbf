//! A unit of which every SMX has one. It tells the test which threads stepped it.

pub mod pins;

use self::pins::{In, Out, Params};
use heddle_hw::kit::unit::{Allowed, Storage, Unit};
use heddle_hw::kit::Clocked;
use std::collections::HashSet;
use std::sync::{Mutex, MutexGuard};
use std::thread::{self, ThreadId};
use std::time::Duration;

/// The unit.
pub struct Meter;

impl Unit for Meter {
    const NAME: &'static str = "meter";
    const PURPOSE: &'static str = "counts the cycles in which an SMX is full";
    type Params = Params;
    const LIMITS: &'static [(&'static str, Allowed)] = &[];
    type In = In;
    type Out = Out;
    type Model = Model;

    fn tiny() -> Params {
        Params {}
    }
    fn paper() -> Params {
        Params {}
    }
    fn model(_params: &Params) -> Model {
        Model::default()
    }
    fn storage(_params: &Params) -> Vec<Storage> {
        vec![Storage { field: "cycles", bits: 32, entries: 1, figure: None }]
    }
}

/// Keeps the meters of other tests still, whose threads would be counted too.
pub fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(|failed| failed.into_inner())
}

/// Threads that have stepped a meter.
static THREADS: Mutex<Option<HashSet<ThreadId>>> = Mutex::new(None);

/// Runs `what` and returns how many threads stepped meters meanwhile. Until there are two, every step waits for a
/// moment, so that a thread that may help gets to it.
pub fn threads_of(what: impl FnOnce()) -> usize {
    *THREADS.lock().expect("no step has panicked") = Some(HashSet::new());
    what();
    THREADS.lock().expect("no step has panicked").take().map_or(0, |threads| threads.len())
}

fn note_thread() {
    let mut threads = THREADS.lock().expect("no step has panicked");
    let Some(threads) = &mut *threads else { return };
    threads.insert(thread::current().id());
    let alone = threads.len() < 2;
    if alone {
        thread::sleep(Duration::from_micros(200));
    }
}

/// Cycles of a row after which it counts no more: a unit that never rests keeps a machine from its end.
const LONGEST: u32 = 500;

/// The model.
#[derive(Clone, Debug, Default)]
pub struct Model {
    full_cycles: u32,
    /// The last of them in a row.
    row: u32,
    full: bool,
}

impl Clocked for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        *self = Self::default();
    }
    fn out(&self) -> Out {
        Out { full_cycles: self.full_cycles, idle: self.idle() }
    }
    fn step(&mut self, i: &In) {
        note_thread();
        self.full = !i.room_smxs;
        self.row = if self.full { (self.row + 1).min(LONGEST) } else { 0 };
        self.full_cycles += u32::from(self.full && self.row < LONGEST);
    }
    fn idle(&self) -> bool {
        !self.full || self.row == LONGEST
    }
}
