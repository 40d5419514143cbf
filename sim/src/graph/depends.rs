//! Dependences from what tasks read and write, as of OpenMP's `depend` clause. A task waits for the last writer of
//! what it reads (RAW). It waits for the readers since then of what it writes (WAR), or else for its last writer
//! (WAW).

use super::{DependencyGraph, GraphError, MAX_EDGES};
use std::collections::HashMap;
use std::hash::Hash;

/// No task, or the end of a list.
const NONE: u32 = u32::MAX;
/// Most parents of a task for which implied edges are removed, because the search takes the square of this at
/// most.
const MOST_COMPARED: usize = 64;

/// What a task reads and writes; an updated location is in both lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Depends<K> {
    /// `depend(in: ...)`.
    pub reads: Vec<K>,
    /// `depend(out: ...)`.
    pub writes: Vec<K>,
}

/// Builds the graph of tasks that are TBs by number, given in program order.
pub fn from_depends<K: Eq + Hash>(
    tasks: impl IntoIterator<Item = Depends<K>>,
) -> Result<DependencyGraph, GraphError> {
    let mut locations = HashMap::new();
    let mut tracker = Tracker::default();
    let mut count: u32 = 0;
    for task in tasks {
        tracker.begin(count)?;
        let mut location = |key: K| {
            let next = locations.len();
            *locations.entry(key).or_insert(next)
        };
        for key in task.reads {
            tracker.read(location(key));
        }
        for key in task.writes {
            tracker.write(location(key));
        }
        count = count.checked_add(1).ok_or(GraphError::Nodes { nodes: 1 << 32 })?;
    }
    DependencyGraph::from_edges(count, &tracker.edges()?)
}

/// The last accesses of a location.
#[derive(Clone, Copy, Debug)]
struct Location {
    writer: u32,
    /// Head of the list of tasks that have read since, other than the writer.
    readers: u32,
}

#[derive(Clone, Copy, Debug)]
struct Reader {
    task: u32,
    next: u32,
}

/// Follows the accesses of one task after another. Locations are small numbers.
#[derive(Debug, Default)]
pub(super) struct Tracker {
    locations: Vec<Location>,
    readers: Vec<Reader>,
    /// Indices of free entries of `readers`.
    free: Vec<u32>,
    task: u32,
    /// Parents of the current task.
    parents: Vec<u32>,
    /// The last task of which each task was found to be a parent.
    parent_of: Vec<u32>,
    /// Parents of the earlier tasks, task after task. Those of task t end at `ends[t]`.
    kept: Vec<u32>,
    ends: Vec<usize>,
}

impl Tracker {
    /// Begins a task, to which the following accesses belong. Tasks come in ascending order; numbers may be
    /// skipped.
    pub fn begin(&mut self, task: u32) -> Result<(), GraphError> {
        if task > self.task {
            self.keep_parents()?;
            self.ends.resize(task as usize, self.kept.len());
            self.task = task;
        }
        if self.parent_of.len() <= task as usize {
            self.parent_of.resize(task as usize + 1, NONE);
        }
        Ok(())
    }

    pub fn read(&mut self, location: usize) {
        let Location { writer, readers } = *self.location(location);
        if writer == self.task
            || readers != NONE && self.readers[readers as usize].task == self.task
        {
            return;
        }
        self.wait_for(writer);
        let reader = Reader { task: self.task, next: readers };
        let index = match self.free.pop() {
            Some(index) => {
                self.readers[index as usize] = reader;
                index
            }
            None => {
                self.readers.push(reader);
                self.readers.len() as u32 - 1
            }
        };
        self.locations[location].readers = index;
    }

    pub fn write(&mut self, location: usize) {
        let Location { writer, readers } = *self.location(location);
        if readers == NONE {
            self.wait_for(writer);
        }
        let mut index = readers;
        // All readers waited for the writer, so this task does not have to wait for it again.
        while index != NONE {
            let Reader { task, next } = self.readers[index as usize];
            self.wait_for(task);
            self.free.push(index);
            index = next;
        }
        self.locations[location] = Location { writer: self.task, readers: NONE };
    }

    /// Returns all edges, parent first, each once.
    pub fn edges(mut self) -> Result<Vec<(u32, u32)>, GraphError> {
        self.keep_parents()?;
        let mut edges = Vec::with_capacity(self.kept.len());
        let mut first = 0;
        for (child, &end) in (0..).zip(&self.ends) {
            edges.extend(self.kept[first..end].iter().map(|&parent| (parent, child)));
            first = end;
        }
        Ok(edges)
    }

    fn location(&mut self, location: usize) -> &mut Location {
        if self.locations.len() <= location {
            self.locations.resize(location + 1, Location { writer: NONE, readers: NONE });
        }
        &mut self.locations[location]
    }

    fn wait_for(&mut self, parent: u32) {
        if parent == NONE || parent == self.task {
            return;
        }
        let known = &mut self.parent_of[parent as usize];
        if *known != self.task {
            *known = self.task;
            self.parents.push(parent);
        }
    }

    /// Finishes the task: keeps those of its parents that are not parents of other parents.
    fn keep_parents(&mut self) -> Result<(), GraphError> {
        let mut parents = std::mem::take(&mut self.parents);
        let few = |row: &[u32]| row.len() <= MOST_COMPARED;
        if few(&parents) {
            for &parent in &parents {
                let parent = parent as usize;
                let first = parent.checked_sub(1).map_or(0, |before| self.ends[before]);
                let grandparents = &self.kept[first..self.ends[parent]];
                if few(grandparents) {
                    for &before in grandparents {
                        self.parent_of[before as usize] = NONE;
                    }
                }
            }
            parents.retain(|&parent| self.parent_of[parent as usize] == self.task);
        }
        self.kept.append(&mut parents);
        self.parents = parents;
        self.ends.push(self.kept.len());
        let edges = self.kept.len() as u64;
        (edges <= MAX_EDGES).then_some(()).ok_or(GraphError::Edges { edges })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn task(reads: &[char], writes: &[char]) -> Depends<char> {
        Depends { reads: reads.to_vec(), writes: writes.to_vec() }
    }

    fn edges(tasks: &[Depends<char>]) -> Vec<(u32, u32)> {
        from_depends(tasks.iter().cloned()).unwrap().pairs().collect()
    }

    #[test]
    fn a_reader_waits_for_the_last_writer_only() {
        let tasks = [task(&[], &['a']), task(&[], &['a']), task(&['a'], &[]), task(&['a'], &[])];
        assert_eq!(edges(&tasks), [(0, 1), (1, 2), (1, 3)]);
    }

    #[test]
    fn a_writer_waits_for_the_readers_since_the_last_write_and_not_for_the_write() {
        let tasks = [task(&[], &['a']), task(&['a'], &[]), task(&['a'], &[]), task(&[], &['a'])];
        assert_eq!(edges(&tasks), [(0, 1), (0, 2), (1, 3), (2, 3)]);
    }

    #[test]
    fn tasks_that_update_the_same_thing_form_a_chain() {
        let update = task(&['a'], &['a']);
        assert_eq!(edges(&[update.clone(), update.clone(), update]), [(0, 1), (1, 2)]);
    }

    #[test]
    fn two_dependences_on_one_task_are_one_edge() {
        let tasks = [task(&[], &['a', 'b']), task(&['a', 'b'], &['a'])];
        assert_eq!(edges(&tasks), [(0, 1)]);
        assert_eq!(edges(&[task(&['a'], &[]), task(&['a'], &[])]), []);
    }

    #[test]
    fn what_a_parent_waits_for_already_is_left_out() {
        let tasks = [task(&[], &['a']), task(&['a'], &['b']), task(&['a', 'b'], &[])];
        assert_eq!(edges(&tasks), [(0, 1), (1, 2)]);
    }
    /// Returns which tasks wait for which, through any number of edges.
    fn waits(tasks: u32, edges: &[(u32, u32)]) -> Vec<(u32, u32)> {
        let mut waits = edges.to_vec();
        // Edges lead from small to large numbers, so one pass over the tasks in between is enough.
        for through in 0..tasks {
            for from in 0..through {
                for to in through + 1..tasks {
                    let both = waits.contains(&(from, through)) && waits.contains(&(through, to));
                    if both && !waits.contains(&(from, to)) {
                        waits.push((from, to));
                    }
                }
            }
        }
        waits.sort_unstable();
        waits
    }

    proptest! {
        #[test]
        fn tasks_wait_exactly_for_those_they_conflict_with_directly_or_through_others(
            accesses in proptest::collection::vec(
                proptest::collection::vec((0u8..4, any::<bool>()), 0..4),
                0..10,
            ),
        ) {
            let tasks: Vec<Depends<u8>> = accesses
                .iter()
                .map(|accesses| {
                    let of = |write| {
                        accesses.iter().filter(|a| a.1 == write).map(|a| a.0).collect::<Vec<u8>>()
                    };
                    Depends { reads: of(false), writes: of(true) }
                })
                .collect();
            let conflict = |a: &Depends<u8>, b: &Depends<u8>| {
                let meets = |x: &[u8], y: &[u8]| x.iter().any(|key| y.contains(key));
                meets(&a.writes, &b.reads) || meets(&a.reads, &b.writes) || meets(&a.writes, &b.writes)
            };
            let count = tasks.len() as u32;
            let pairs = (0..count).flat_map(|to| (0..to).map(move |from| (from, to)));
            let conflicts: Vec<(u32, u32)> = pairs
                .filter(|&(from, to)| conflict(&tasks[from as usize], &tasks[to as usize]))
                .collect();
            let graph = from_depends(tasks.iter().cloned()).unwrap();
            let found: Vec<(u32, u32)> = graph.pairs().collect();
            let mut expected = conflicts.clone();
            expected.sort_unstable();
            expected.dedup();
            prop_assert_eq!(waits(count, &found), waits(count, &expected));
            for &(from, to) in &found {
                prop_assert!(expected.contains(&(from, to)), "{from} -> {to} is no conflict");
                let around = (from + 1..to)
                    .find(|&by| found.contains(&(from, by)) && found.contains(&(by, to)));
                prop_assert_eq!(around, None, "{} -> {} is implied", from, to);
            }
        }
    }
}
