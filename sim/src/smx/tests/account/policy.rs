//! The slots that a warp policy of a user's leaves unused.

use super::rule::BUSY;
use super::*;
use crate::smx::{WarpPolicy, Warps};

/// Picks the oldest warp, in every so many cycles.
struct EveryFew(u64);

impl WarpPolicy for EveryFew {
    fn pick(&mut self, warps: &Warps<'_>) -> Option<usize> {
        let has_turn = warps.cycle().is_multiple_of(self.0);
        warps.ready().filter(|_| has_turn).min_by_key(|&w| warps.age(w))
    }
}

fn every_third(smx: &mut Smx) {
    smx.schedule_by(&|_| Box::new(EveryFew(3)));
}

#[test]
fn a_slot_in_which_a_warp_could_issue_and_none_was_picked_is_lost_to_the_policy() {
    // None waits for another.
    let text = |moves: usize| {
        (0..moves).map(|n| format!("mov.u32 %r{}, 1;\n", 20 + n)).collect::<String>()
    };
    let [(short, least), (long, most)] =
        [32, 64].map(|moves| account_by(&machine(1), 1, &text(moves), every_third));
    let more = |reason| long.slots.of(reason) - short.slots.of(reason);
    assert_eq!([Reason::Issued, Reason::Policy].map(more), [32, 64], "one slot of three is used");
    assert_eq!(most - least, 96);
    let (by_gto, _) = account(&machine(1), 1, &text(32));
    assert_eq!(by_gto.slots.of(Reason::Policy), 0);
}

#[test]
fn the_account_of_a_policy_that_lets_warps_wait_is_the_same_skipped_stepped_and_anew() {
    for schedulers in ["1", "2"] {
        let config = with(GpuConfig::preset("tiny").unwrap(), &[("smx.schedulers", schedulers)]);
        let [skipped, stepped, anew] = kept_and_anew(&config, 4, BUSY, every_third);
        assert_eq!(skipped, stepped);
        assert_eq!(stepped, anew);
        assert!(skipped.sum().slots.of(Reason::Policy) > 0);
    }
}
