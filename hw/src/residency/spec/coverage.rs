//! What a stimulus of residency may bring about.

use super::super::pins::{In, Out};
use super::scoreboard::{resources, Left, Scoreboard};
use crate::kit::Coverage;

impl Scoreboard {
    /// Names the points of a cycle, before its edge.
    pub fn cover(&self, now: u64, out: &Out, input: &In, coverage: &mut Coverage) {
        self.cover_room(out, input, coverage);
        self.cover_edge(out, input, coverage);
        self.cover_ends(now, out, input, coverage);
    }

    fn cover_room(&self, out: &Out, input: &In, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let (smxs, demand) = self.asked;
        let need = resources(demand);
        let asked: Vec<u32> = (0..self.params.smxs).filter(|smx| smxs.has(*smx)).collect();
        // Of each SMX asked: whether a slot, threads, registers and shared memory are short.
        let short = |smx: &u32| {
            let Left { slots, resources: [threads, registers, shared], .. } = self.left(*smx);
            [slots == 0, threads < need[0], registers < need[1], shared < need[2]]
        };
        let short: Vec<[bool; 4]> = asked.iter().map(short).collect();
        let lacks = |what: usize| short.contains(&std::array::from_fn::<bool, 4, _>(|r| r == what));
        point("no slot", "An SMX has all but a free slot.", lacks(0));
        point("no threads", "An SMX has all but threads.", lacks(1));
        point("no registers", "An SMX has all but registers.", lacks(2));
        point("no shared memory", "An SMX has all but shared memory.", lacks(3));
        let full = self.params.smxs * self.params.slots;
        point("full", "Every slot of every SMX is taken.", out.resident == full);
        point("some room", "Some of the SMXs asked have room, others have none.", {
            out.room_smxs != 0 && asked.iter().any(|&smx| !out.room_smxs.has(smx))
        });
        point("not asked", "An SMX would have room and is not asked.", {
            let empty = |smx: &u32| self.left(*smx).slots == self.params.slots;
            demand == 0 && (0..self.params.smxs).any(|smx| !smxs.has(smx) && empty(&smx))
        });
        point("too much", "A TB is asked that exceeds an empty SMX.", {
            let params = &self.params;
            let capacity = [params.threads, params.registers, params.shared];
            input.ask_valid
                && resources(input.ask_demand).iter().zip(capacity).any(|(need, has)| *need > has)
        });
        point("fits exactly", "A TB takes the last threads, registers or shared memory.", {
            input.grant_smxs.lowest().is_some_and(|smx| {
                let left = self.left(smx).resources;
                (0..3).any(|r| need[r] != 0 && left[r] == need[r])
            })
        });
    }

    fn cover_edge(&self, out: &Out, input: &In, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let released = self.ends.front().filter(|ended| !ended.reported).map(|ended| ended.seat);
        let granted = input.grant_smxs.lowest();
        point("grant after grant", "A TB is granted while the one before starts.", {
            out.start_valid && granted.is_some()
        });
        point("grant and release", "A grant and a release meet on one SMX.", {
            granted.is_some() && released.map(|(smx, _)| smx) == granted
        });
        point("release of the last slot", "The slot released was the last one taken.", {
            released.is_some_and(|(smx, _)| self.left(smx).slots == 0)
        });
        point("ask while a TB starts", "A demand is asked while a TB of the one before starts.", {
            input.ask_valid && out.start_valid
        });
        point("ask beside a release", "A demand is asked while resources are released.", {
            input.ask_valid && released.is_some()
        });
        point("low slot again", "A slot below others that are taken is given.", {
            granted.is_some_and(|smx| {
                let lowest = self.left(smx).lowest;
                let mut taken = self.residents.range((smx, 0)..(smx + 1, 0));
                taken.any(|(&(_, slot), _)| Some(slot) > lowest)
            })
        });
        point(
            "slot of an end that waits",
            "A TB starts where one ended of which AGT or DATS waits.",
            {
                let first =
                    self.ends.front().filter(|ended| ended.reported).map(|ended| ended.seat);
                self.start.is_some() && self.start == first
            },
        );
    }

    fn cover_ends(&self, now: u64, out: &Out, input: &In, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let first = self.ends.front();
        let both = out.told_agt_valid && out.told_dats_valid;
        point("tells the KD alone", "A TB has ended of which only the KD is told.", {
            out.kd_end_valid && !out.told_agt_valid && !out.told_dats_valid
        });
        point("tells both", "AGT and DATS are told of an end at one edge.", {
            both && input.told_agt_ready && input.told_dats_ready
        });
        point("AGT first", "The AGT takes an end that DATS does not take yet.", {
            both && input.told_agt_ready && !input.told_dats_ready
        });
        point("DATS first", "DATS takes an end that the AGT does not take yet.", {
            both && !input.told_agt_ready && input.told_dats_ready
        });
        point("end waits behind an end", "An end waits until the one before has been told.", {
            self.ends.len() == 2
        });
        point(
            "told in passing",
            "An end is told to all in its first cycle, and the next is taken.",
            {
                let last = (!out.told_agt_valid || input.told_agt_ready)
                    && (!out.told_dats_valid || input.told_dats_ready);
                first.is_some_and(|ended| !ended.reported)
                    && last
                    && input.end_valid
                    && out.end_ready
            },
        );
        point("ends at once", "A TB's end is taken one cycle after its start.", {
            let seat = (input.end_smx, input.end_slot);
            let ends = self.residents.get(&seat).and_then(|resident| resident.ends);
            let at_once = self.residents.get(&seat).is_some_and(|resident| resident.tb.runs == 0);
            input.end_valid && out.end_ready && at_once && ends == Some(now)
        });
    }
}
