//! What a stimulus of the LaPerm TB source may bring about.

use super::super::pins::{In, Out};
use super::scoreboard::{Choice, Scoreboard};
use crate::kit::Coverage;

impl Scoreboard {
    /// Names the points of a cycle, before its edge.
    pub fn cover(&self, out: &Out, input: &In, coverage: &mut Coverage) {
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
        point("highest level", "A TB of the highest level there can be launches a group.", {
            input.alloc_valid && input.alloc_level == 7
        });
        point("used entry", "A kernel or group gets an entry that was used before.", {
            choice == Some(Choice::Append) && self.entries.values().any(|(used, _)| *used > 0)
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
        if self.fills() {
            point(
                "a group without an entry",
                "A group waits for an entry of its cluster.",
                self.waits,
            );
            point("kernel beside a waiting group", "A kernel is appended while a group waits.", {
                self.waits && choice == Some(Choice::Append)
            });
        }
        if self.has_clusters() {
            point("no work", "An SMX is looked at for which there is nothing.", {
                choice == Some(Choice::Skip)
            });
        }
    }
}
