//! Barriers of a TB: who has arrived, and whether that is enough.

/// Warps waiting at one barrier.
#[derive(Clone, Copy, Debug)]
struct Arrivals {
    id: u32,
    /// Warp slots.
    warps: u64,
    /// Threads to wait for; 0 for all that are left.
    count: u32,
}

/// The barriers at which warps of a TB wait.
#[derive(Clone, Debug, Default)]
pub(super) struct Barriers {
    waiting: Vec<Arrivals>,
}

impl Barriers {
    /// A warp arrives.
    pub(super) fn arrive(&mut self, id: u32, count: u32, warp: usize) {
        match self.waiting.iter_mut().find(|arrivals| arrivals.id == id) {
            Some(arrivals) => arrivals.warps |= 1 << warp,
            None => self.waiting.push(Arrivals { id, warps: 1 << warp, count }),
        }
    }

    /// Opens every barrier at which enough warps wait, given how many warps of the TB are unfinished,
    /// and returns the slots of the released warps. A warp counts as 32 threads, as in PTX.
    pub(super) fn release(&mut self, unfinished_warps: u32) -> u64 {
        let mut released = 0;
        self.waiting.retain(|arrivals| {
            let warps = arrivals.warps.count_ones();
            let needed =
                if arrivals.count == 0 { unfinished_warps } else { arrivals.count.div_ceil(32) };
            let opens = warps >= needed.min(unfinished_warps).max(1);
            if opens {
                released |= arrivals.warps;
            }
            !opens
        });
        released
    }
}

impl Barriers {
    /// Slots of the warps that wait.
    pub(super) fn waiting(&self) -> u64 {
        self.waiting.iter().fold(0, |slots, arrivals| slots | arrivals.warps)
    }

    /// The TB's warps have other slots now; `moved` translates a set of them.
    pub(super) fn warps_moved(&mut self, moved: impl Fn(u64) -> u64) {
        for arrivals in &mut self.waiting {
            arrivals.warps = moved(arrivals.warps);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_barrier_opens_when_every_unfinished_warp_has_arrived() {
        let mut barriers = Barriers::default();
        barriers.arrive(0, 0, 3);
        assert_eq!(barriers.release(3), 0);
        barriers.arrive(0, 0, 5);
        assert_eq!(barriers.release(3), 0);
        assert_eq!(barriers.release(2), 0b101000, "the third warp has ended");
        assert_eq!(barriers.release(2), 0);
    }

    #[test]
    fn barriers_with_a_count_open_by_themselves() {
        let mut barriers = Barriers::default();
        barriers.arrive(1, 64, 0);
        barriers.arrive(2, 64, 1);
        assert_eq!(barriers.release(4), 0);
        barriers.arrive(2, 64, 2);
        assert_eq!(barriers.release(4), 0b110);
    }
}
