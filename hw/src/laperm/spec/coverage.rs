//! What a stimulus of the LaPerm TB source may bring about.

use super::super::pins::{In, Out};
use super::overflow::Destination;
use super::scoreboard::{Choice, Key, Scoreboard, Source};
use crate::agt::record::WORDS;
use crate::kit::Coverage;

/// Entries of the smallest cluster.
const FEW: u32 = 4;
/// Entries of a cluster, all of which leave in a stimulus.
const SMALL: u32 = 16;

impl Scoreboard {
    /// Names the points of a cycle, before its edge.
    pub fn cover(&self, out: &Out, input: &In, coverage: &mut Coverage) {
        self.cover_queues(out, input, coverage);
        if self.fills() {
            self.cover_memory(out, input, coverage);
            self.cover_back(out, input, coverage);
        }
    }

    fn cover_queues(&self, out: &Out, input: &In, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let choice = self.choice();
        let granted = input.grant_smxs.any();
        let seeks = match choice {
            Some(Choice::Seek(backup)) => Some(backup),
            _ => None,
        };
        let kept = self.backups.get(&self.smx);
        point("refused", "A TB is wanted for an SMX that is not granted.", {
            out.want_smxs.any() && !granted
        });
        point("in a row", "A TB is granted in the cycle in which the one before it is sent.", {
            granted && out.tb_valid
        });
        point("both requests", "A kernel and a group wait to be appended.", {
            self.enter.is_some() && self.alloc.is_some()
        });
        point("another level", "The hand is of the SMX's cluster, and a higher level has come.", {
            matches!(choice, Some(Choice::Fetch(key)) if self.hand.is_some_and(|hand| {
                hand.0 == key.0 && hand.1 < key.1
            }))
        });
        let begun = |key| self.head(key).is_some_and(|work| work.granted > 0);
        point("set aside", "A head of which TBs have been granted leaves the hand for another.", {
            matches!(choice, Some(Choice::Fetch(_))) && self.hand.is_some_and(begun)
        });
        point("begun before", "A head of which TBs have been granted comes back into the hand.", {
            matches!(choice, Some(Choice::Fetch(key)) if begun(key))
        });
        let fetched = match choice {
            Some(Choice::Fetch(key)) => self.head(key).map(|work| work.demand),
            _ => None,
        };
        point("another demand", "A head is fetched whose demand is not the one asked last.", {
            fetched.is_some() && self.asked.is_some() && fetched != self.asked
        });
        point("the same demand", "A head is fetched whose demand is the one asked last.", {
            fetched.is_some() && fetched == self.asked
        });
        point("rests", "All SMXs have been looked at, and a queue is not empty.", {
            choice == Some(Choice::Rest) && !self.is_empty()
        });
        point("wakes", "A TB ends while the unit rests.", {
            choice == Some(Choice::Rest) && input.end_valid
        });
        point("launched kernel", "A kernel that a TB launched is appended.", {
            choice == Some(Choice::Append(Source::Kernel))
                && self.enter.is_some_and(|((cluster, _), _)| cluster.is_some())
        });
        let held = |key: Key| self.queues.get(&key).into_iter().flatten();
        let alloc = self.alloc.map(|(key, ..)| key);
        point("group behind a kernel", "A group is appended behind a kernel of its queue.", {
            choice == Some(Choice::Append(Source::Group))
                && alloc.is_some_and(|key| held(key).any(|work| work.entry_of.is_none()))
        });
        point("kernel behind a group", "A kernel is appended behind a group of its queue.", {
            choice == Some(Choice::Append(Source::Kernel))
                && self.enter.is_some_and(|(key, _)| held(key).any(|work| work.entry_of.is_some()))
        });
        point("used entry", "A kernel or group gets an entry that was used before.", {
            matches!(choice, Some(Choice::Append(_)))
                && self.entries.values().any(|(used, _)| *used > 0)
        });
        point("follower", "A head leaves, and another is behind it.", {
            out.spent_valid && self.queues.values().any(|queue| !queue.is_empty())
        });
        if self.is_adaptive() {
            point("backup", "An SMX turns to a backup for the first time.", {
                seeks.is_some() && kept.is_none()
            });
            point("kept backup", "An SMX turns to its backup again.", {
                seeks.is_some() && seeks == kept.copied()
            });
            point("new backup", "An SMX turns to another backup, as its own is empty.", {
                kept.is_some_and(|kept| seeks.is_some_and(|backup| backup != *kept))
            });
        }
        if self.has_clusters() {
            point("no work", "An SMX is looked at for which there is nothing.", {
                choice == Some(Choice::Skip)
            });
        }
    }

    /// Groups go to memory.
    fn cover_memory(&self, out: &Out, input: &In, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let overflow = &self.overflow;
        let destination = self.destination();
        let goes = |to| destination == Some(to);
        let (cluster, level) = match self.alloc {
            Some(((Some(cluster), level), ..)) => (cluster, level),
            _ => (0, 0),
        };
        let back = overflow.back.filter(|back| back.key.0 == Some(cluster));
        point("full", "A group goes to memory, as its cluster has no free entry.", {
            goes(Destination::Full)
        });
        point("behind its level", "A group goes to memory, as others of its queue are there.", {
            goes(Destination::Behind) && overflow.levels(cluster).any(|other| other == level)
        });
        point("behind one that comes back", "A group goes to memory behind one that is read.", {
            goes(Destination::Behind) && overflow.levels(cluster).all(|other| other != level)
        });
        point("beside others", "A group gets an entry, as only other levels are in memory.", {
            goes(Destination::Chip) && overflow.levels(cluster).next().is_some()
        });
        point(
            "above one that comes back",
            "A group of a higher level than that goes to memory.",
            goes(Destination::Kept) && back.is_some_and(|back| back.key.1 < level),
        );
        point("for the one that comes back", "The last free entry is for that alone.", {
            goes(Destination::Kept) && overflow.levels(cluster).next().is_none()
        });
        // Of four entries, one is hardly ever free while groups wait and none comes back.
        if self.params.cluster_entries() > FEW {
            point(
                "entry kept",
                "A group goes to memory, as the last free entry is for others there.",
                goes(Destination::Kept) && overflow.levels(cluster).next().is_some(),
            );
        }
        point("two levels", "A cluster has groups of two levels in memory.", {
            overflow.levels(cluster).count() > 1
        });
        point("write behind reads", "A word is to be written while those of a record are read.", {
            overflow.writes() && overflow.reads(self.now)
        });
        point("write waits", "Memory does not take a word that is written.", {
            out.mem_req_write && !input.mem_req_ready
        });
        point("end behind a write", "A TB ends while memory does not take a word.", {
            out.mem_req_write && !input.mem_req_ready && input.end_valid
        });
        point(
            "kernel past memory",
            "A kernel is appended before groups in memory of its queue.",
            {
                self.choice() == Some(Choice::Append(Source::Kernel))
                    && self.enter.is_some_and(|(key, _)| {
                        key.0.is_some_and(|cluster| overflow.levels(cluster).any(|l| l == key.1))
                    })
            },
        );
        point("kernel behind a write", "A kernel enters while a word is written.", {
            overflow.writes() && input.enter_valid && out.enter_ready
        });
    }

    /// Groups come back.
    fn cover_back(&self, out: &Out, input: &In, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let (overflow, choice) = (&self.overflow, self.choice());
        let recalled = match choice {
            Some(Choice::Recall(cluster)) => overflow.levels(cluster).max().map(|level| {
                let list = overflow.lists.get(&(Some(cluster), level));
                (cluster, level, list.map_or(0, |list| list.len()))
            }),
            _ => None,
        };
        point("last in memory", "The only group of its queue in memory comes back.", {
            recalled.is_some_and(|(_, _, groups)| groups == 1)
        });
        point("others follow", "A group comes back, and another of its queue is behind it.", {
            recalled.is_some_and(|(_, _, groups)| groups > 1)
        });
        point("higher level first", "A group comes back before one of a lower level.", {
            recalled.is_some_and(|(cluster, _, _)| overflow.levels(cluster).count() > 1)
        });
        point("same line", "A group comes back from the line of the one before it.", {
            recalled.is_some_and(|(cluster, _, _)| overflow.goes_on_to(cluster))
        });
        point("before a launch", "A group waits for the search for one that comes back.", {
            recalled.is_some() && self.alloc.is_some()
        });
        let appends = choice == Some(Choice::Append(Source::Back));
        point("read before a launch", "A group waits for one that has been read.", {
            appends && self.alloc.is_some()
        });
        point("behind others", "A group comes back whose queue has others on chip.", {
            appends && overflow.back.is_some_and(|back| self.head(back.key).is_some())
        });
        point("rests beside memory", "The unit rests while groups are in memory.", {
            out.idle && overflow.count() > 0
        });
        point("request and response", "A word comes while the next one is requested.", {
            overflow.reads(self.now) && input.mem_req_ready && input.mem_resp_valid
        });
        point("all requested", "All words are requested before the first comes.", {
            overflow.back.is_some_and(|back| back.requested == WORDS && back.received == 0)
        });
        if self.params.cluster_entries() > SMALL {
            return;
        }
        point("kernel before a read one", "A kernel goes before a group that has been read.", {
            choice == Some(Choice::Append(Source::Kernel)) && overflow.read().is_some()
        });
        point("reads at rest", "All SMXs have been looked at, and a group comes back.", {
            choice == Some(Choice::Rest) && overflow.back.is_some()
        });
        point("onto an empty queue", "A group comes back whose queue has none on chip.", {
            appends && overflow.back.is_some_and(|back| self.head(back.key).is_none())
        });
        point("lower level meanwhile", "A TB is granted, and a higher level is only in memory.", {
            matches!(choice, Some(Choice::Want((Some(cluster), level))) if input.grant_smxs.any()
                && overflow.levels(cluster).any(|away| away > level))
        });
        if self.has_clusters() {
            let away = |cluster: &u32| overflow.levels(*cluster).next().is_some();
            let others = |cluster| self.clusters().filter(away).any(|other| other != cluster);
            point("another cluster", "A group comes back while another cluster has some too.", {
                recalled.is_some_and(|(cluster, _, _)| others(cluster))
            });
            point("goes on before another", "A cluster goes on while another is due.", {
                let due = |other: u32| away(&other) && self.vacant(Some(other)) > 0;
                let before = |cluster| self.clusters().any(|other| other != cluster && due(other));
                recalled.is_some_and(|(it, _, _)| overflow.goes_on_to(it) && before(it))
            });
        }
    }
}
