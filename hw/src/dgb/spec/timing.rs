//! When the unit does what it is for (the timing table of the unit), and that it does it at all: memory is asked as
//! soon as there is room, the smallest ready node that DATS allows is offered soon, a completion waits for nothing but
//! memory and a full PUB, and a graph ends.

use super::memory::Memory;
use super::scoreboard::Life;
use crate::dgb::pins::{Out, Params};
use crate::kit::spec::broken;
use crate::kit::Violation;

/// Cycles from a graph taken to the request of its first nodes, and from a request taken to the next.
const FIRST_REQUEST: u64 = 2;
/// Most cycles from room for edges to their request: the tail moves, its start is read, another request is taken.
const REQUEST: u64 = 8;
/// Most cycles from a node ready, or the one before taken, or the limit risen, to its offer: the search, a read of the
/// tail's level, and a node above the limit that was found before.
const SEARCH: u64 = 8;
/// Most cycles from the tail past the last node to `start_ready`.
const END: u64 = 3;
/// Cycles of a completion without children, and of each child.
const COMPLETION: u64 = 4;
const CHILD: u64 = 2;
/// Cycles from one insertion to the next, without those for the entries of the PUB.
const INSERTION: u64 = 5;

/// A completion under way.
struct Completion {
    cycles: u64,
    children: u64,
    /// Whether it may have waited for memory or for room in the PUB.
    excused: bool,
}

/// How long the unit has taken.
#[derive(Default)]
pub struct Timing {
    /// The first requests of nodes and of edges: the cycle in which each is due.
    first: [Option<u64>; 2],
    /// How many nodes have been inserted at least, and for how long the next of them could have been.
    inserted: u32,
    insertable: u64,
    /// Cycles in which there was room for edges, and nothing was requested.
    unasked: u64,
    /// Cycles in which nothing was offered, though a node in the window was ready and allowed.
    late: u64,
    /// The limit in the cycle before.
    limit: u32,
    /// `tail_level` in the cycle before.
    tail_level: u32,
    completion: Option<Completion>,
    /// The tail, which moves past one completed node in each cycle, and the cycle since which it is past the last, with
    /// no answer of memory under way.
    tail: usize,
    ended: Option<u64>,
}

impl Timing {
    /// A graph was taken; `cycle` is the next cycle.
    pub fn start(&mut self, life: &Life, cycle: u64) {
        let due = (life.nodes() > 0).then_some(cycle - 1 + FIRST_REQUEST);
        *self = Self { first: [due, None], limit: self.limit, ..Self::default() };
    }

    /// A request was taken; `cycle` is the next cycle.
    pub fn requested(&mut self, life: &Life, cycle: u64) {
        let nodes = self.first[0].take();
        self.first[1] = nodes.filter(|_| life.edges() > 0).map(|_| cycle - 1 + FIRST_REQUEST);
    }

    /// The completion of a node with that many children was taken.
    pub fn completes(&mut self, children: usize) {
        self.completion = Some(Completion { cycles: 0, children: children as u64, excused: false });
    }

    /// Checks the outputs of a cycle of an active graph. `limit` is that of the cycle before.
    pub fn check(
        &mut self,
        params: &Params,
        life: &Life,
        memory: &Memory,
        out: &Out,
        limit: u32,
        cycle: u64,
    ) -> Result<(), Violation> {
        if let Some(due) = self.first.into_iter().flatten().find(|&due| due <= cycle) {
            if !out.mem_req_valid {
                return broken(format!("rule 2, timing table: no request in cycle {due}"));
            }
        }
        // Otherwise the unit may wait for memory.
        let still = memory.is_quiet() && !out.mem_req_valid;
        self.check_completion(params, out, still)?;
        self.follow_insertions(params, life, out, still);
        if life.finished.get(self.tail) == Some(&true) {
            (self.tail, self.unasked) = (self.tail + 1, 0);
        }
        let asked = u64::from(memory.asked[1]) * u64::from(params.chunk_words());
        self.check_edges(params, life, asked, still)?;
        self.check_offer(life, out, limit)?;
        let told = std::mem::replace(&mut self.tail_level, out.tail_level);
        if out.idle && out.tail_level > told {
            return broken(format!("rule 8: idle, and tail_level has risen to {}", out.tail_level));
        }
        if self.tail < life.nodes() || !still {
            self.ended = None;
        } else if *self.ended.get_or_insert(cycle) + END < cycle {
            return broken(format!(
                "rule 9, timing table: the graph is not over {END} cycles after its last node"
            ));
        }
        Ok(())
    }

    /// Edges are requested, beyond the `asked`, while the LEA has room for a chunk.
    fn check_edges(
        &mut self,
        params: &Params,
        life: &Life,
        asked: u64,
        still: bool,
    ) -> Result<(), Violation> {
        let chunk = u64::from(params.chunk_words());
        // Where the edges of the tail begin is known when it has been inserted.
        let tail = self.tail.min(self.inserted.saturating_sub(1) as usize);
        let room = asked + chunk <= life.edges_before(tail) + u64::from(params.edges);
        let waits = room && asked < life.edges() && still;
        self.unasked = if waits { self.unasked + 1 } else { 0 };
        if self.unasked > REQUEST {
            return broken(format!(
                "rule 2, timing table: room for edges, not requested for {REQUEST} cycles"
            ));
        }
        Ok(())
    }

    /// A completion takes its time and that of insertions, unless it waits for memory or room in the PUB.
    fn check_completion(
        &mut self,
        params: &Params,
        out: &Out,
        still: bool,
    ) -> Result<(), Violation> {
        let Some(completion) = &mut self.completion else { return Ok(()) };
        if out.done_ready {
            self.completion = None;
            return Ok(());
        }
        completion.cycles += 1;
        completion.excused |= !still || out.pub_used >= params.pub_entries;
        let Completion { cycles, children, excused } = *completion;
        if cycles > COMPLETION + CHILD * children + cycles / INSERTION + 1 && !excused {
            return broken(format!(
                "rule 7, timing table: with room in the PUB, the completion of a node with {children} children takes \
                 over {cycles} cycles"
            ));
        }
        Ok(())
    }

    /// Follows how many nodes have been inserted at least.
    fn follow_insertions(&mut self, params: &Params, life: &Life, out: &Out, still: bool) {
        if out.node_valid {
            self.inserted = self.inserted.max(out.node_id + 1);
        }
        let next = self.inserted as usize;
        let can = still && self.completion.is_none() && self.fits(params, life, next);
        self.insertable = if can { self.insertable + 1 } else { 0 };
        if self.insertable > INSERTION + 1 + u64::from(params.pub_entries) {
            (self.inserted, self.insertable) = (self.inserted + 1, 0);
        }
    }

    /// Whether a node and the edges before it have a place beside the tail. Chunks of edges are loaded whole, and the
    /// LEA holds fewer edges of the window than it could (rule 3).
    fn fits(&self, params: &Params, life: &Life, node: usize) -> bool {
        let (chunk, edges) = (u64::from(params.chunk_words()), u64::from(params.edges));
        let (from, to) = (life.edges_before(self.tail), life.edges_before(node));
        node < life.nodes()
            && node < self.tail + params.nodes as usize
            && to < from + edges
            && to.next_multiple_of(chunk) <= from / chunk * chunk + edges
    }

    /// Checks that the smallest allowed ready node of the window is offered within [`SEARCH`] cycles, and that the unit
    /// does not rest before.
    fn check_offer(&mut self, life: &Life, out: &Out, limit: u32) -> Result<(), Violation> {
        let allowed = limit.min(self.limit);
        self.limit = limit;
        // Levels do not fall: if the smallest is above the limit, all are. Where the edges of a node end is known when
        // the next is inserted.
        let known = |node: u32| node + 1 < self.inserted || self.inserted as usize == life.nodes();
        let smallest = life.ready.keys().next().copied().filter(|&node| known(node));
        let Some(node) = smallest.filter(|&node| life.graph.levels[node as usize] <= allowed)
        else {
            self.late = 0;
            return Ok(());
        };
        if out.idle {
            return broken(format!("rule 4: idle, and ready node {node} is not offered"));
        }
        self.late = if out.node_valid { 0 } else { self.late + 1 };
        if self.late > SEARCH {
            return broken(format!(
                "rule 4, timing table: ready node {node} is not offered for {SEARCH} cycles"
            ));
        }
        Ok(())
    }
}
