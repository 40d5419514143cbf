//! The barriers of a TB: which warps have arrived, whether a barrier opens, and its reduction.

use super::WARP_SIZE;
use crate::ptx::BarrierKind;

/// A warp's arrival at a barrier: all its threads that have not exited arrive together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrival {
    /// Barrier number.
    pub id: u32,
    /// Number of threads to wait for; 0 for all of the TB.
    pub count: u32,
    /// Whether the warp waits, and what it reduces.
    pub kind: BarrierKind,
    /// Number of threads that arrive.
    pub threads: u32,
    /// Number of arriving threads whose predicate holds.
    pub votes: u32,
}

/// A barrier at which warps have arrived and which has not opened.
#[derive(Clone, Copy, Debug)]
struct Pending {
    id: u32,
    /// Mask of the waiting warps.
    waiting: u64,
    /// Number of warps that have arrived; each counts as a full one.
    arrived: u32,
    /// Number of threads to wait for; 0 for all unfinished ones.
    count: u32,
    /// The reduction that the waiting warps request.
    kind: Option<BarrierKind>,
    threads: u32,
    votes: u32,
}

/// Warps that may continue, with the result of their reduction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Release {
    /// Mask of the warps.
    pub warps: u64,
    /// Number of votes, or 1 for a condition that holds.
    pub result: u32,
}

/// A barrier that has not opened, as reports describe it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldBarrier {
    /// Barrier number.
    pub id: u32,
    /// Number of threads that it waits for; 0 for all unfinished ones of the TB.
    pub threads: u32,
    /// Mask of the waiting warps.
    pub waiting: u64,
    /// Threads that have arrived, in whole warps.
    pub arrived: u32,
}

/// The barriers of a TB.
#[derive(Clone, Debug, Default)]
pub struct Barriers {
    pending: Vec<Pending>,
}

impl Barriers {
    /// Records a warp's arrival. The error says how it contradicts the earlier arrivals.
    pub fn arrive(&mut self, warp: usize, arrival: &Arrival) -> Result<(), String> {
        let waits = arrival.kind != BarrierKind::Arrive;
        let index = match self.pending.iter().position(|pending| pending.id == arrival.id) {
            Some(index) => index,
            None => {
                let (id, count) = (arrival.id, arrival.count);
                self.pending.push(Pending {
                    id,
                    waiting: 0,
                    arrived: 0,
                    count,
                    kind: None,
                    threads: 0,
                    votes: 0,
                });
                self.pending.len() - 1
            }
        };
        let pending = &mut self.pending[index];
        if pending.count != arrival.count {
            return Err(format!(
                "barrier {} is waited for with {} threads and with {} (0 means all)",
                arrival.id, pending.count, arrival.count
            ));
        }
        if waits && pending.kind.is_some_and(|kind| kind != arrival.kind) {
            return Err(format!(
                "barrier {} is used by different instructions at a time: .sync and .red, or two kinds of .red",
                arrival.id
            ));
        }
        if waits {
            pending.waiting |= 1 << warp;
            pending.kind = Some(arrival.kind);
        }
        pending.arrived += 1;
        pending.threads += arrival.threads;
        pending.votes += arrival.votes;
        Ok(())
    }

    /// Opens every barrier at which enough warps have arrived. `unfinished_warps` counts the unfinished warps of
    /// the TB.
    pub fn release(&mut self, unfinished_warps: u32) -> Vec<Release> {
        let mut released = Vec::new();
        self.pending.retain(|pending| {
            let opens = match pending.count {
                0 => pending.arrived >= unfinished_warps.max(1),
                count => pending.arrived >= count.div_ceil(WARP_SIZE as u32),
            };
            if opens {
                let result = match pending.kind {
                    Some(BarrierKind::Popc) => pending.votes,
                    Some(BarrierKind::And) => u32::from(pending.votes == pending.threads),
                    Some(BarrierKind::Or) => u32::from(pending.votes != 0),
                    _ => 0,
                };
                released.push(Release { warps: pending.waiting, result });
            }
            !opens
        });
        released
    }

    /// Returns the barriers at which warps have arrived and which have not opened.
    pub fn held(&self) -> impl Iterator<Item = HeldBarrier> + '_ {
        self.pending.iter().map(|pending| HeldBarrier {
            id: pending.id,
            threads: pending.count,
            waiting: pending.waiting,
            arrived: pending.arrived * WARP_SIZE as u32,
        })
    }

    /// Returns the mask of the warps that wait at any barrier.
    pub fn waiting(&self) -> u64 {
        self.pending.iter().fold(0, |warps, pending| warps | pending.waiting)
    }

    /// Renumbers the TB's warps after it was restored; `moved` translates a mask of them.
    pub fn renumber(&mut self, moved: impl Fn(u64) -> u64) {
        for pending in &mut self.pending {
            pending.waiting = moved(pending.waiting);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn arrival(id: u32, count: u32, kind: BarrierKind, votes: u32) -> Arrival {
        Arrival { id, count, kind, threads: 32, votes }
    }

    fn sync(id: u32, count: u32) -> Arrival {
        arrival(id, count, BarrierKind::Sync, 0)
    }

    fn released(barriers: &mut Barriers, unfinished: u32) -> u64 {
        barriers.release(unfinished).iter().fold(0, |warps, release| warps | release.warps)
    }

    #[test]
    fn a_barrier_opens_when_every_unfinished_warp_has_arrived() {
        let mut barriers = Barriers::default();
        barriers.arrive(3, &sync(0, 0)).unwrap();
        assert_eq!(released(&mut barriers, 3), 0);
        barriers.arrive(5, &sync(0, 0)).unwrap();
        assert_eq!(released(&mut barriers, 3), 0);
        assert_eq!(released(&mut barriers, 2), 0b101000, "the third warp has exited");
        assert_eq!(released(&mut barriers, 2), 0);
    }

    #[test]
    fn barriers_with_a_count_open_by_themselves() {
        let mut barriers = Barriers::default();
        barriers.arrive(0, &sync(1, 64)).unwrap();
        barriers.arrive(1, &sync(2, 64)).unwrap();
        assert_eq!(released(&mut barriers, 4), 0);
        barriers.arrive(2, &sync(2, 64)).unwrap();
        assert_eq!(released(&mut barriers, 4), 0b110);
    }

    #[test]
    fn a_count_is_not_met_by_warps_that_end() {
        let mut barriers = Barriers::default();
        barriers.arrive(0, &sync(1, 64)).unwrap();
        assert_eq!(released(&mut barriers, 1), 0);
        assert_eq!(barriers.waiting(), 1);
    }

    #[test]
    fn every_barrier_knows_its_warps_after_the_tb_is_restored_elsewhere() {
        for count in 1..=16 {
            let mut barriers = Barriers::default();
            (0..count).for_each(|id| barriers.arrive(id as usize, &sync(id, 64)).unwrap());
            barriers.renumber(|warps| warps << 40);
            let moved = ((1 << count) - 1) << 40;
            assert_eq!(barriers.waiting(), moved, "each of {count} barriers follows its warps");
            for id in 0..count {
                barriers.arrive(63, &sync(id, 64)).unwrap();
                assert_eq!(released(&mut barriers, 64), 1 << 63 | 1 << (40 + id), "barrier {id}");
            }
        }
    }

    #[test]
    fn an_arrival_counts_without_waiting() {
        let mut barriers = Barriers::default();
        barriers.arrive(0, &arrival(1, 96, BarrierKind::Arrive, 0)).unwrap();
        barriers.arrive(0, &arrival(1, 96, BarrierKind::Arrive, 0)).unwrap();
        barriers.arrive(1, &sync(1, 96)).unwrap();
        assert_eq!(released(&mut barriers, 3), 0b10);
    }

    #[test]
    fn a_reduction_joins_the_votes_of_all_that_arrive() {
        for (kind, votes, result) in [
            (BarrierKind::Popc, [30, 5], 35),
            (BarrierKind::And, [32, 32], 1),
            (BarrierKind::And, [32, 31], 0),
            (BarrierKind::Or, [0, 0], 0),
            (BarrierKind::Or, [0, 1], 1),
        ] {
            let mut barriers = Barriers::default();
            barriers.arrive(0, &arrival(1, 0, kind, votes[0])).unwrap();
            barriers.arrive(1, &arrival(1, 0, kind, votes[1])).unwrap();
            assert_eq!(
                barriers.release(2),
                [Release { warps: 0b11, result }],
                "{kind:?} {votes:?}"
            );
        }
    }

    #[test]
    fn a_barrier_used_in_two_ways_at_a_time_is_refused() {
        let mut barriers = Barriers::default();
        barriers.arrive(0, &sync(1, 64)).unwrap();
        assert!(barriers.arrive(1, &sync(1, 96)).unwrap_err().contains("64 threads and with 96"));
        let popc = arrival(1, 64, BarrierKind::Popc, 1);
        assert!(barriers.arrive(1, &popc).unwrap_err().contains("different instructions"));
    }
}
