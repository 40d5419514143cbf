//! Fast model of the LaPerm TB source.

use super::pins::{In, Out, Params};
use super::queues::{Item, Queues};
use crate::agt::agei::Agei;
use crate::agt::record::{self, offset, LINE_BYTES};
use crate::kit::{Clocked, Mask};

/// Groups that come back to one cluster before it is another's turn, at most (rule 12).
const IN_A_ROW: u32 = 4;

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
    /// Writes the kernel of a group that goes to memory to its record.
    Spill,
    /// Writes Next of the record before it.
    Chain,
    /// Reads which levels of a cluster have groups in memory.
    Recall,
    /// Begins to read the first record of the highest of them.
    Begin,
}

/// What the source does before it looks at an SMX.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Work {
    /// Appends a kernel.
    Kernel,
    /// Appends the group that comes back.
    Back,
    /// Has the next group come back to this cluster.
    Recall(u32),
    /// Appends a group that was launched.
    Group,
}

/// A kernel in its buffer, with its queue.
#[derive(Clone, Copy, Debug)]
struct Enter {
    kdei: u32,
    queue: u32,
}

/// A group in its buffer.
#[derive(Clone, Copy, Debug)]
struct Alloc {
    kdei: u32,
    queue: u32,
    grid_x: u32,
    grid_yz: u32,
    param: u32,
    record: u32,
}

/// The group that comes back.
#[derive(Clone, Copy, Debug)]
struct Back {
    queue: u32,
    record: u32,
    /// Others of its queue are in memory behind it.
    more: bool,
    requested: usize,
    received: usize,
    words: [u32; record::WORDS],
}

impl Back {
    fn is_read(&self) -> bool {
        self.received == record::WORDS
    }

    fn address(&self) -> u32 {
        self.record + offset(self.requested)
    }
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
    enter: Option<Enter>,
    alloc: Option<Alloc>,
    /// The cluster to which a group came back last, and the group that comes back now.
    recalled: u32,
    back: Option<Back>,
    /// That cluster goes on if it is due, as the next record is in the same line.
    goes_on: bool,
    /// How often it has gone on without another between.
    went_on: u32,
    /// What is appended.
    placed: Work,
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
            recalled: params.clusters() - 1,
            back: None,
            goes_on: false,
            went_on: 0,
            placed: Work::Kernel,
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

    /// What is done before an SMX is looked at (rule 12).
    fn work(&self) -> Option<Work> {
        if self.enter.is_some() {
            return Some(Work::Kernel);
        }
        let recall = || {
            let same =
                Some(self.recalled).filter(|&same| self.goes_on && self.queues.due.has(same));
            same.or_else(|| self.queues.due.lowest_after(self.recalled)).map(Work::Recall)
        };
        let first = match self.back {
            Some(back) => back.is_read().then_some(Work::Back),
            None => recall(),
        };
        first.or(self.alloc.map(|_| Work::Group))
    }

    /// The KDE of a kernel or group that is appended.
    fn kdei(&self, work: Work) -> Option<u32> {
        match work {
            Work::Kernel => self.enter.map(|enter| enter.kdei),
            Work::Back => self.back.map(|back| back.words[record::KDEI]),
            Work::Recall(_) => None,
            Work::Group => self.alloc.map(|alloc| alloc.kdei),
        }
    }

    /// Words of the record are still to be requested.
    fn reads(&self) -> bool {
        self.back.is_some_and(|back| back.requested < record::WORDS)
    }

    /// The address and the word that is written.
    fn write(&self) -> Option<(u32, u32)> {
        let alloc = self.alloc.filter(|_| !self.reads())?;
        match self.state {
            State::Spill => Some((alloc.record + offset(record::KDEI), alloc.kdei)),
            State::Chain => {
                let before = self.queues.record_before(alloc.queue).unwrap_or(0);
                let next = Agei::spilled(alloc.record);
                Some((before + offset(record::NEXT), next.word()))
            }
            _ => None,
        }
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
        let looks = self.state == State::Look && self.rounds > 0 && self.work().is_none();
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
        if let Some(work) = self.work() {
            self.placed = work;
            self.state = State::Place;
            if let Work::Recall(cluster) = work {
                // The cluster that goes on is due, so it is the one chosen.
                let same = self.goes_on && cluster == self.recalled;
                self.went_on = if same { self.went_on + 1 } else { 0 };
                (self.goes_on, self.recalled, self.state) = (false, cluster, State::Recall);
            }
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

    /// Appends what is placed, with the fields of its KDE; a group that was launched may have to go to memory.
    fn place(&mut self, i: &In) {
        self.other = None;
        let kdei = self.kdei(self.placed).unwrap_or(0);
        let (pc, shape, demand) = (i.kde_pc, i.kde_shape, i.kde_demand);
        let item =
            |grid_x, grid_yz, param| Item { kdei, pc, param, shape, demand, grid_x, grid_yz };
        let back = self.back.map(|back| back.queue);
        let used_before = match (self.placed, self.back, self.alloc) {
            (Work::Back, Some(Back { queue, record, more, words, .. }), _) => {
                let [grid_x, grid_yz, param, next, _] = words;
                if more {
                    let next = Agei::from_word(next).record();
                    let same_line = record / LINE_BYTES == next / LINE_BYTES;
                    self.goes_on = same_line && self.went_on < IN_A_ROW - 1;
                    self.queues.set_first(queue, next);
                }
                self.back = None;
                self.queues.append(queue, item(grid_x, grid_yz, param))
            }
            (Work::Group, _, Some(alloc)) => {
                if !self.queues.takes(alloc.queue, back) {
                    self.state = State::Spill;
                    return;
                }
                self.alloc = None;
                self.queues.queued += 1;
                self.queues.append(alloc.queue, item(alloc.grid_x, alloc.grid_yz, alloc.param))
            }
            // A kernel always has an entry, as the unit has one for each KDE.
            _ => {
                let queue = self.enter.take().map_or(0, |enter| enter.queue);
                self.queues.queued += 1;
                self.queues.append_kernel(queue, item(i.kde_grid_x, i.kde_grid_yz, i.kde_param))
            }
        };
        self.rounds = self.params.smxs;
        self.state = if used_before { State::Pop } else { State::Turn };
    }

    /// A word of a group that goes to memory has been written.
    fn written(&mut self) {
        let Some(Alloc { queue, record, .. }) = self.alloc else { return };
        if self.state == State::Spill && self.queues.record_before(queue).is_some() {
            self.state = State::Chain;
            return;
        }
        self.queues.spill(queue, record);
        self.queues.queued += 1;
        self.alloc = None;
        self.state = State::Turn;
    }

    fn begin_to_read(&mut self) {
        let (queue, record, more) = self.queues.recall(self.recalled);
        let (requested, received, words) = (0, 0, [0; record::WORDS]);
        self.back = Some(Back { queue, record, more, requested, received, words });
        self.other = None;
        self.state = State::Turn;
    }

    /// Takes the requests that come.
    fn take(&mut self, ready: &Out, i: &In) {
        if i.enter_valid && ready.enter_ready {
            let queue = self.queues.queue(i.enter_cluster, i.enter_level);
            self.enter = Some(Enter { kdei: i.enter_kdei, queue });
        }
        if i.alloc_valid && ready.alloc_ready {
            self.alloc = Some(Alloc {
                kdei: i.alloc_kdei,
                queue: self.queues.queue(i.alloc_cluster, i.alloc_level),
                grid_x: i.alloc_grid_x,
                grid_yz: i.alloc_grid_yz,
                param: i.alloc_param,
                record: i.alloc_record & !(record::BYTES - 1),
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
            if let Some(kdei) = self.work().and_then(|work| self.kdei(work)) {
                (out.look_valid, out.look_kdei) = (true, kdei);
            }
        }
        if self.state == State::Ask {
            (out.ask_valid, out.ask_smxs, out.ask_demand) = (true, all, self.hand.item.demand);
        }
        if self.wants() {
            out.want_smxs = Mask::bit(self.smx);
        }
        if let Some(back) = self.back.filter(|_| self.reads()) {
            (out.mem_req_valid, out.mem_req_addr) = (true, back.address());
        }
        if let Some((address, word)) = self.write() {
            (out.mem_req_valid, out.mem_req_write) = (true, true);
            (out.mem_req_addr, out.mem_req_data) = (address, word);
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
        let (reads, accepted) = (self.reads(), ready.mem_req_valid && i.mem_req_ready);
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
                self.hand.valid = false;
                self.state = State::Turn;
            }
            State::Spill | State::Chain if accepted && !reads => self.written(),
            State::Spill | State::Chain => {}
            State::Recall => self.state = State::Begin,
            State::Begin => self.begin_to_read(),
        }
        if let Some(back) = &mut self.back {
            back.requested += usize::from(reads && accepted);
            if i.mem_resp_valid {
                back.words[back.received] = i.mem_resp_data;
                back.received += 1;
            }
        }
        if i.end_valid {
            self.rounds = self.params.smxs;
        }
        self.take(&ready, i);
    }

    fn idle(&self) -> bool {
        let looks = self.state == State::Look && self.rounds == 0;
        looks && self.work().is_none() && self.back.is_none()
    }
}
