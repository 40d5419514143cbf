//! The threads that help to step SMXs.
//!
//! In a cycle the machine first offers all SMXs that have something to do. Every thread takes offered ones, does of
//! their steps what each SMX does alone, and leaves them for the machine's own thread, which ends the steps in
//! order. Who took which SMX, and when, changes nothing but the time it takes.

use crate::config::GpuConfig;
use crate::gpu::ids::SmxId;
use crate::ptx::Program;
use crate::smx::{Alone, Smx, SmxEvents};
use heddle_hw::chip::SmxUnits;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};

/// SMXs to step in a cycle below which the threads are not bothered.
const FEWEST: usize = 3;
/// Looks at a flag before a thread gives way to others.
const SPINS: u32 = 1 << 10;
/// Times a thread without work gives way before it sleeps.
const YIELDS: u32 = 1 << 6;

/// The seat's SMX belongs to the machine's own thread.
const HOME: u8 = 0;
/// Any thread may take it.
const OFFERED: u8 = 1;
/// A thread works on it.
const TAKEN: u8 = 2;
/// Its step is done, and all there is to say about it lies in the seat.
const SETTLED: u8 = 3;

/// An SMX, what it has to report, and its units of the chip.
pub(in crate::gpu) struct Desk {
    pub smx: Smx,
    pub events: SmxEvents,
    pub units: SmxUnits,
}

/// What a step that an SMX has done alone came to.
#[derive(Clone, Copy)]
pub(in crate::gpu) struct Settled {
    /// When it has something to do next; the largest number if never.
    pub wake: u64,
    /// As in [`SmxEvents`].
    pub progressed: bool,
}

/// Aligned so that no two threads write to the same cache line by accident; what has to be known of most steps lies
/// in one of its own.
#[repr(align(128))]
struct Seat {
    state: AtomicU8,
    /// The fields of [`Settled`].
    progressed: AtomicBool,
    wake: AtomicU64,
    desk: Apart<Mutex<Desk>>,
}

#[repr(align(128))]
struct Apart<T>(T);

/// What the threads share.
struct Hall {
    seats: Vec<Seat>,
    program: Arc<Program>,
    /// The cycle in which SMXs are offered.
    now: AtomicU64,
    /// The same, once all of them are: the sign to begin.
    round: AtomicU64,
    closed: AtomicBool,
    /// By helper: it sleeps, or is about to.
    asleep: Vec<AtomicBool>,
}

/// The SMXs by number, each stepped by whichever thread comes first.
pub(super) struct Pool {
    hall: Arc<Hall>,
    helpers: Vec<JoinHandle<()>>,
    alone: Alone,
    /// SMXs below have been taken in this cycle.
    first_offered: usize,
}

impl Pool {
    /// Empty SMXs with these units, stepped by `threads` threads including the caller's.
    pub fn new(
        config: &GpuConfig,
        program: &Arc<Program>,
        threads: NonZeroUsize,
        units: Vec<SmxUnits>,
    ) -> Self {
        let count = units.len();
        let seat = |(id, units)| Seat {
            state: AtomicU8::new(HOME),
            progressed: AtomicBool::new(false),
            wake: AtomicU64::new(0),
            desk: Apart(Mutex::new(Desk {
                smx: Smx::new(id, config),
                events: SmxEvents::default(),
                units,
            })),
        };
        let helpers = (threads.get() - 1).min(count - 1);
        let hall = Arc::new(Hall {
            seats: (0..).zip(units).map(seat).collect(),
            program: Arc::clone(program),
            now: AtomicU64::new(0),
            round: AtomicU64::new(u64::MAX),
            closed: AtomicBool::new(false),
            asleep: (0..helpers).map(|_| AtomicBool::new(false)).collect(),
        });
        let help = |helper| {
            let hall = Arc::clone(&hall);
            thread::spawn(move || hall.help(helper))
        };
        let helpers = (0..helpers).map(help).collect();
        Self { hall, helpers, alone: Alone::default(), first_offered: count }
    }

    /// The SMX of that number. Not to be called for one that is offered.
    #[inline]
    pub fn at(&self, smx: SmxId) -> MutexGuard<'_, Desk> {
        self.hall.seats[smx.index()].desk()
    }

    /// All SMXs, by number.
    pub fn all(&self) -> impl Iterator<Item = MutexGuard<'_, Desk>> {
        self.hall.seats.iter().map(Seat::desk)
    }

    /// Offers the SMXs that wake in cycle `now` to all threads. Each has to be asked back by [`Pool::turn`] in
    /// the same cycle, unless the run ends.
    pub fn offer(&mut self, now: u64, wake: &[u64]) {
        if self.helpers.is_empty() || wake.iter().filter(|&&at| at <= now).count() < FEWEST {
            return;
        }
        self.first_offered = 0;
        // Before the first offer: a helper that is late may take it at once.
        self.hall.now.store(now, Ordering::Relaxed);
        for (seat, _) in self.hall.seats.iter().zip(wake).filter(|(_, &at)| at <= now) {
            seat.state.store(OFFERED, Ordering::Release);
        }
        // In one order with the helper's: it sees the new round, or is seen asleep.
        self.hall.round.store(now, Ordering::SeqCst);
        for (helper, asleep) in self.helpers.iter().zip(&self.hall.asleep) {
            if asleep.load(Ordering::SeqCst) {
                helper.thread().unpark();
            }
        }
    }

    /// Waits for the SMX whose turn it is. If its step is not done by then, it has to be ended.
    #[inline]
    pub fn turn(&mut self, smx: SmxId) -> Option<Settled> {
        let hall = &self.hall;
        let seat = &hall.seats[smx.index()];
        let mut spins = 0;
        loop {
            match seat.state.load(Ordering::Acquire) {
                HOME => return None,
                SETTLED => {
                    seat.state.store(HOME, Ordering::Relaxed);
                    let progressed = seat.progressed.load(Ordering::Relaxed);
                    return Some(Settled { wake: seat.wake.load(Ordering::Relaxed), progressed });
                }
                _ => {}
            }
            let offered = self.first_offered;
            if offered < hall.seats.len() {
                self.first_offered += 1;
                hall.step_alone(offered, &mut self.alone);
                continue;
            }
            pause(&mut spins);
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.hall.closed.store(true, Ordering::SeqCst);
        for helper in self.helpers.drain(..) {
            helper.thread().unpark();
            // What it panicked of has been told.
            let _ = helper.join();
        }
    }
}

impl Hall {
    /// Takes part in the steps until the run ends.
    fn help(&self, helper: usize) {
        let count = self.seats.len();
        // Each begins elsewhere, and the machine's own thread from the other end: so an SMX mostly stays with a thread,
        // whose cache knows it.
        let first = (helper + 1) * count / self.asleep.len();
        let mut alone = Alone::default();
        let mut seen = u64::MAX;
        while let Some(round) = self.wait(helper, seen) {
            seen = round;
            for back in 1..=count {
                self.step_alone((first + count - back) % count, &mut alone);
            }
        }
    }

    /// Waits for another round than `seen`; none if the run has ended.
    fn wait(&self, helper: usize, seen: u64) -> Option<u64> {
        let asleep = &self.asleep[helper];
        let (mut pauses, mut sleeps) = (0, false);
        loop {
            let round = self.round.load(Ordering::SeqCst);
            if self.closed.load(Ordering::SeqCst) {
                return None;
            }
            if round != seen {
                if sleeps {
                    asleep.store(false, Ordering::Relaxed);
                }
                return Some(round);
            }
            if pauses < SPINS + YIELDS {
                pause(&mut pauses);
            } else if sleeps {
                thread::park();
            } else {
                // Looks once more before it sleeps: it may have been taken to be awake.
                asleep.store(true, Ordering::SeqCst);
                sleeps = true;
            }
        }
    }

    /// Does what an SMX does alone in this cycle, if it is still offered.
    fn step_alone(&self, smx: usize, alone: &mut Alone) {
        let seat = &self.seats[smx];
        let state = &seat.state;
        if state.load(Ordering::Relaxed) != OFFERED
            || state.compare_exchange(OFFERED, TAKEN, Ordering::Acquire, Ordering::Relaxed).is_err()
        {
            return;
        }
        let mut taken = Taken { state, then: HOME };
        // It is the cycle of the offer: that cannot end before the seat has been given back.
        let now = self.now.load(Ordering::Relaxed);
        let Desk { smx, events, units } = &mut *seat.desk();
        units.step();
        if smx.step_alone(now, &self.program, alone, events) && !events.are_to_act_on() {
            seat.wake.store(smx.next_event(now).unwrap_or(u64::MAX), Ordering::Relaxed);
            seat.progressed.store(std::mem::take(&mut events.progressed), Ordering::Relaxed);
            smx.begin();
            taken.then = SETTLED;
        }
    }
}

impl Seat {
    fn desk(&self) -> MutexGuard<'_, Desk> {
        self.desk.0.lock().expect("no thread has panicked in the middle of a step")
    }
}

/// Gives a seat back, also if the step panics: no thread may wait forever.
struct Taken<'a> {
    state: &'a AtomicU8,
    then: u8,
}

impl Drop for Taken<'_> {
    fn drop(&mut self) {
        self.state.store(self.then, Ordering::Release);
    }
}

/// Waits for a moment, longer after many.
fn pause(spins: &mut u32) {
    *spins += 1;
    if *spins < SPINS {
        std::hint::spin_loop();
    } else {
        thread::yield_now();
    }
}
