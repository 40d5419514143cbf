//! Fast model of the LaPerm TB source.

use super::pins::{In, Out, Params};
use super::queues::{Item, Queues};
use crate::kit::{Clocked, Mask};

/// What the source does in this cycle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Clears the words of a cluster and the backup of an SMX.
    Sweep,
    /// Reads what is known of the cluster of the SMX looked at.
    Turn,
    /// Looks at an SMX, or at its backup.
    Look,
    /// Sees which entry is the head of the queue.
    Head,
    /// Reads the entry into the hand.
    Entry,
    /// Asks for room for the hand's TBs.
    Ask,
    /// Appends a kernel or group.
    Place,
    /// Takes the entry used for it off the free ones.
    Pop,
    /// Reads what follows the head in its queue.
    Follow,
    /// Takes the head off its queue.
    Remove,
}

/// A group in its buffer.
#[derive(Clone, Copy, Debug)]
struct Alloc {
    kdei: u32,
    cluster: u32,
    level: u32,
    grid_x: u32,
    grid_yz: u32,
    param: u32,
}

/// What is known of one head (rule 6).
#[derive(Clone, Copy, Debug, Default)]
struct Hand {
    valid: bool,
    queue: u32,
    address: u32,
    item: Item,
    /// The next TB: its index as x and yz, and its number.
    next: [u32; 3],
}

impl Hand {
    /// The TB after the next; none if that is the last.
    fn after(&self) -> Option<[u32; 3]> {
        let ([x, yz, item], (grid_x, grid_yz)) = (self.next, (self.item.grid_x, self.item.grid_yz));
        let (y, z) = (yz & 0xFFFF, yz >> 16);
        if x + 1 != grid_x {
            return Some([x + 1, yz, item.wrapping_add(1)]);
        }
        if y + 1 != grid_yz & 0xFFFF {
            return Some([0, yz + 1, item.wrapping_add(1)]);
        }
        (z + 1 != grid_yz >> 16).then(|| [0, (z + 1) << 16, item.wrapping_add(1)])
    }
}

/// The queues, the requests in their buffers, the SMX looked at and the hand.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    queues: Queues,
    state: State,
    sweep: u32,
    enter: Option<u32>,
    alloc: Option<Alloc>,
    /// The group in its buffer waits for an entry of its cluster (rule 3).
    full: bool,
    /// It is a kernel that is appended.
    places_kernel: bool,
    smx: u32,
    /// SMXs to look at before the unit rests (rule 9).
    rounds: u32,
    /// The backup looked at, if it is one and not the SMX's own cluster.
    other: Option<u32>,
    backups: Vec<Option<u32>>,
    /// The queue whose head is fetched.
    fetched: u32,
    hand: Hand,
    /// The demand asked last.
    asked: Option<u32>,
    /// The TB granted at the last edge: its index and number, and whether it is the last.
    sent: Option<([u32; 3], bool)>,
}

impl Model {
    /// A source of the given size, after reset.
    pub fn new(params: &Params) -> Self {
        Self {
            params: params.clone(),
            queues: Queues::new(params),
            state: State::Sweep,
            sweep: 0,
            enter: None,
            alloc: None,
            full: false,
            places_kernel: false,
            smx: 0,
            rounds: 0,
            other: None,
            backups: vec![None; params.smxs as usize],
            fetched: 0,
            hand: Hand::default(),
            asked: None,
            sent: None,
        }
    }

    fn awake(&self) -> bool {
        self.state != State::Sweep
    }

    /// The KDE of a kernel or group that can be appended; a kernel goes first.
    fn request(&self) -> Option<u32> {
        self.enter.or_else(|| self.alloc.filter(|_| !self.full).map(|alloc| alloc.kdei))
    }

    fn cluster(&self) -> u32 {
        self.smx / self.params.cluster
    }

    /// The queue of the SMX's candidate (rule 5), without its backup.
    fn candidate(&self) -> Option<u32> {
        let cluster = self.other.unwrap_or(self.cluster());
        let root = self.params.clusters();
        self.queues.highest(cluster).or_else(|| self.queues.highest(root))
    }

    /// The SMX looked at may have the hand's next TB.
    fn wants(&self) -> bool {
        let looks = self.state == State::Look && self.rounds > 0 && self.request().is_none();
        looks && self.hand.valid && self.candidate() == Some(self.hand.queue)
    }

    /// The backup of the SMX (rule 5).
    fn backup(&self) -> Option<u32> {
        let kept = self.backups[self.smx as usize].filter(|&b| self.queues.filled.has(b));
        kept.or_else(|| self.queues.filled.lowest_after(self.cluster()))
    }

    /// The next SMX is looked at.
    fn advance(&mut self) {
        self.smx = (self.smx + 1) % self.params.smxs;
        self.rounds -= 1;
        self.other = None;
    }

    fn look(&mut self, granted: bool) {
        if self.request().is_some() {
            self.places_kernel = self.enter.is_some();
            self.state = State::Place;
            return;
        }
        if self.rounds == 0 {
            return;
        }
        if self.wants() {
            self.advance();
            if granted {
                self.grant();
            }
            return;
        }
        if let Some(queue) = self.candidate() {
            if self.hand.valid {
                self.queues.keep(self.hand.queue, self.hand.next);
            }
            self.fetched = queue;
            self.state = State::Head;
            return;
        }
        match self.backup().filter(|_| self.params.adaptive) {
            Some(backup) => {
                self.backups[self.smx as usize] = Some(backup);
                self.other = Some(backup);
            }
            None => self.advance(),
        }
    }

    fn grant(&mut self) {
        self.rounds = self.params.smxs;
        let after = self.hand.after();
        self.sent = Some((self.hand.next, after.is_none()));
        match after {
            Some(next) => self.hand.next = next,
            None => self.state = State::Follow,
        }
    }

    /// Appends the kernel or group of a buffer, with the fields of its KDE.
    fn place(&mut self, i: &In) {
        self.state = State::Turn;
        self.other = None;
        let (kdei, cluster, level, grid_x, grid_yz, param) =
            match (self.places_kernel, self.enter, self.alloc) {
                (true, Some(kdei), _) => {
                    (kdei, self.params.clusters(), 0, i.kde_grid_x, i.kde_grid_yz, i.kde_param)
                }
                (_, _, Some(a)) => (a.kdei, a.cluster, a.level, a.grid_x, a.grid_yz, a.param),
                _ => return,
            };
        let (pc, shape, demand) = (i.kde_pc, i.kde_shape, i.kde_demand);
        let item = Item { kdei, pc, param, shape, demand, grid_x, grid_yz };
        match self.queues.append(cluster, level, item) {
            // A kernel always has an entry, as the unit has one for each KDE.
            None => self.full = !self.places_kernel,
            Some(used_before) => {
                self.rounds = self.params.smxs;
                if self.places_kernel {
                    self.enter = None;
                } else {
                    self.alloc = None;
                }
                if used_before {
                    self.state = State::Pop;
                }
            }
        }
    }

    /// Takes the requests that come.
    fn take(&mut self, ready: &Out, i: &In) {
        if i.enter_valid && ready.enter_ready {
            self.enter = Some(i.enter_kdei);
        }
        if i.alloc_valid && ready.alloc_ready {
            self.alloc = Some(Alloc {
                kdei: i.alloc_kdei,
                cluster: i.alloc_cluster,
                // The queues' levels begin at 1.
                level: i.alloc_level.min(self.params.levels - 1),
                grid_x: i.alloc_grid_x,
                grid_yz: i.alloc_grid_yz,
                param: i.alloc_param,
            });
        }
    }
}

impl Clocked for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        *self = Self::new(&self.params);
    }

    fn out(&self) -> Out {
        let all = Mask::first(self.params.smxs);
        let mut out = Out {
            enter_ready: self.awake() && self.enter.is_none(),
            alloc_ready: self.awake() && self.alloc.is_none(),
            queued: self.queues.queued,
            idle: self.idle(),
            ..Out::default()
        };
        if self.state == State::Look {
            if let Some(kdei) = self.request() {
                (out.look_valid, out.look_kdei) = (true, kdei);
            }
        }
        if self.state == State::Ask {
            (out.ask_valid, out.ask_smxs, out.ask_demand) = (true, all, self.hand.item.demand);
        }
        if self.wants() {
            out.want_smxs = Mask::bit(self.smx);
        }
        if let Some(([x, yz, number], last)) = self.sent {
            let Item { kdei, pc, param, shape, grid_x, grid_yz, .. } = self.hand.item;
            (out.tb_valid, out.tb_kdei, out.tb_item) = (true, kdei, number);
            out.tb_level = self.queues.level(self.hand.queue);
            (out.tb_pc, out.tb_param, out.tb_shape) = (pc, param, shape);
            (out.tb_grid_x, out.tb_grid_yz) = (grid_x, grid_yz);
            (out.tb_block_x, out.tb_block_yz) = (x, yz);
            if last {
                (out.spent_valid, out.spent_kdei) = (true, kdei);
            }
        }
        out
    }

    fn step(&mut self, i: &In) {
        let ready = self.out();
        self.sent = None;
        match self.state {
            State::Sweep => {
                let last = self.params.clusters().max(self.params.smxs - 1);
                if self.sweep == last {
                    self.state = State::Turn;
                }
                self.sweep += 1;
            }
            State::Turn => self.state = State::Look,
            State::Look => self.look(i.grant_smxs.any()),
            State::Head => {
                self.hand.queue = self.fetched;
                (self.hand.address, self.hand.next) = self.queues.head(self.fetched);
                self.state = State::Entry;
            }
            State::Entry => {
                self.hand.valid = true;
                self.hand.item = self.queues.item(self.hand.address);
                let demand = Some(self.hand.item.demand);
                self.state = if self.asked == demand { State::Look } else { State::Ask };
                self.asked = demand;
            }
            State::Ask => self.state = State::Look,
            State::Place => self.place(i),
            State::Pop => self.state = State::Turn,
            State::Follow => self.state = State::Remove,
            State::Remove => {
                self.queues.remove(self.hand.queue);
                (self.hand.valid, self.full) = (false, false);
                self.state = State::Turn;
            }
        }
        if i.end_valid {
            self.rounds = self.params.smxs;
        }
        self.take(&ready, i);
    }

    fn idle(&self) -> bool {
        self.state == State::Look && self.rounds == 0 && self.request().is_none()
    }
}
