//! Which way the warps of a mask go at conditional branches (thesis, 7.3.3).

use std::collections::VecDeque;

/// Where a warp goes on behind a branch; none if its lanes have parted.
pub(super) type Way = Option<u32>;

#[derive(Clone, Debug, Default)]
pub(super) struct Paths {
    /// Warps that wait at the branch, with their ways.
    waiting: Vec<(u32, Way)>,
    /// Without synchronization: the ways that those who came first have decided on, from branch `first` on, and how many
    /// branches each warp has taken.
    decided: VecDeque<u32>,
    first: u64,
    taken: Vec<u64>,
}

impl Paths {
    /// A warp waits at a branch.
    pub fn arrive(&mut self, warp: u32, way: Way) {
        self.waiting.push((warp, way));
    }

    /// Those that leave the mask, if all of it wait at the branch: they are split, or go another way than most. Of ways
    /// that as many take, the one of the lowest warp is kept.
    pub fn part(&mut self, mask: u32) -> Option<u32> {
        let all = self.waiting.iter().fold(0, |all, (warp, _)| all | 1 << warp);
        if all == 0 || mask & !all != 0 {
            return None;
        }
        let mut waiting = std::mem::take(&mut self.waiting);
        waiting.sort_unstable();
        let count = |way: Way| waiting.iter().filter(|(_, other)| *other == way).count();
        let ways = waiting.iter().filter(|(_, way)| way.is_some());
        // The last of equal ones wins a maximum.
        let most = ways.rev().max_by_key(|(_, way)| count(*way)).map(|(_, way)| *way);
        let leaves = waiting.iter().filter(|(_, way)| Some(*way) != most);
        Some(leaves.fold(0, |leaves, (warp, _)| leaves | 1 << warp))
    }

    /// Without waiting: whether a warp that goes this way stays in the mask.
    pub fn follows(&mut self, warp: u32, way: Way, mask: u32) -> bool {
        let warp = warp as usize;
        if self.taken.len() <= warp {
            self.taken.resize(warp + 1, self.first);
        }
        let Some(way) = way else { return false };
        let place = (self.taken[warp] - self.first) as usize;
        self.taken[warp] += 1;
        if place == self.decided.len() {
            self.decided.push_back(way);
        }
        let stays = self.decided[place] == way;
        let in_mask = |n: &u32| mask >> n & 1 != 0;
        let least = (0..32).filter(in_mask).map(|n| self.taken.get(n as usize).copied());
        let least = least.map(|taken| taken.unwrap_or(self.first)).min().unwrap_or(self.first);
        while self.first < least {
            self.decided.pop_front();
            self.first += 1;
        }
        stays
    }

    /// All warps are together.
    pub fn restore(&mut self) {
        *self = Self::default();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_a_branch_the_majority_stays_once_all_have_come() {
        let mut paths = Paths::default();
        for (warp, way) in [(3, Some(7)), (0, Some(9)), (1, Some(7)), (2, None)] {
            assert_eq!(paths.part(0b1111), None);
            paths.arrive(warp, way);
        }
        assert_eq!(paths.part(0b1111), Some(0b101));
        paths.arrive(3, Some(5));
        paths.arrive(1, Some(4));
        assert_eq!(
            paths.part(0b1010),
            Some(0b1000),
            "of equal ways, that of the lowest warp stays"
        );
        assert_eq!(paths.part(0b1010), None);
    }

    #[test]
    fn a_mask_whose_warps_are_all_split_ends() {
        let mut paths = Paths::default();
        paths.arrive(0, None);
        paths.arrive(1, None);
        assert_eq!(paths.part(0b11), Some(0b11));
    }

    #[test]
    fn without_waiting_the_first_at_a_branch_decides() {
        let mut paths = Paths::default();
        assert!(paths.follows(1, Some(4), 0b11));
        assert!(paths.follows(1, Some(5), 0b11));
        assert!(paths.follows(0, Some(4), 0b11));
        assert!(!paths.follows(0, Some(6), 0b11));
        assert!(!paths.follows(1, None, 0b11));
    }
}
