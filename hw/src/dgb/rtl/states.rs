//! The Node State Table: one ready and one done bit per node, and the smallest ready node.

use crate::kit::arbiter::rtl::RoundRobin;
use crate::kit::{Count, Reg};
use rust_hdl::prelude::*;

/// Stores the bits, in words of 32. Indices are entries of the LNA.
#[derive(LogicBlock, Default)]
pub struct States {
    /// Clock of the block; it acts on the rising edge.
    pub clock: Signal<In, Clock>,
    /// Synchronous reset, active high.
    pub reset: Signal<In, Bit>,
    /// LNA entry of the tail.
    pub tail: Signal<In, Bits<16>>,
    /// The tail moves on, and the bits of its entry are cleared.
    pub pass: Signal<In, Bit>,
    /// A child becomes ready.
    pub wake_child: Signal<In, Bit>,
    /// LNA entry of the child that becomes ready.
    pub child: Signal<In, Bits<16>>,
    /// The youngest node of the window becomes ready.
    pub wake_youngest: Signal<In, Bit>,
    /// LNA entry of the youngest node of the window.
    pub youngest: Signal<In, Bits<16>>,
    /// A ready node is chosen for the offer.
    pub take: Signal<In, Bit>,
    /// LNA entry of the node chosen for the offer.
    pub taken: Signal<In, Bits<16>>,
    /// A node is completed.
    pub finish: Signal<In, Bit>,
    /// LNA entry of the completed node.
    pub finished: Signal<In, Bits<16>>,
    /// The tail is completed.
    pub tail_done: Signal<Out, Bit>,
    /// At least one node is ready.
    pub any: Signal<Out, Bit>,
    /// Number of the word with the smallest ready node.
    pub word: Signal<Out, Bits<5>>,
    /// Ready bits of that word; the lowest is the smallest ready node.
    pub word_bits: Signal<Out, Bits<32>>,
    ready: Vec<Reg<Bits<32>>>,
    done: Vec<Reg<Bits<32>>>,
    choice: RoundRobin<32, 5>,
    tail_word: Signal<Local, Bits<32>>,
    child_word: Signal<Local, Bits<32>>,
    youngest_word: Signal<Local, Bits<32>>,
    taken_word: Signal<Local, Bits<32>>,
    finished_word: Signal<Local, Bits<32>>,
    tail_bit: Signal<Local, Bits<32>>,
    child_bit: Signal<Local, Bits<32>>,
    youngest_bit: Signal<Local, Bits<32>>,
    taken_bit: Signal<Local, Bits<32>>,
    finished_bit: Signal<Local, Bits<32>>,
    new_ready: Signal<Local, Bits<32>>,
    new_done: Signal<Local, Bits<32>>,
    summary: Signal<Local, Bits<32>>,
    tail_ready: Signal<Local, Bits<32>>,
    tail_dones: Signal<Local, Bits<32>>,
    from_tail: Signal<Local, Bits<32>>,
    other: Signal<Local, Bits<32>>,
    other_bits: Signal<Local, Bits<32>>,
    words: Count,
}

impl States {
    /// Bits of the given number of nodes.
    pub fn new(nodes: usize) -> Self {
        let words = nodes.div_ceil(32);
        Self {
            ready: Reg::bank(words),
            done: Reg::bank(words),
            words: Count::new(words as u32),
            ..Default::default()
        }
    }
}

impl Logic for States {
    #[hdl_gen]
    fn update(&mut self) {
        self.tail_word.next = bits::<32>(1) << self.tail.val().get_bits::<5>(5);
        self.tail_bit.next = bits::<32>(1) << self.tail.val().get_bits::<5>(0);
        self.child_word.next = bits::<32>(0);
        self.child_bit.next = bits::<32>(1) << self.child.val().get_bits::<5>(0);
        if self.wake_child.val() {
            self.child_word.next = bits::<32>(1) << self.child.val().get_bits::<5>(5);
        }
        self.youngest_word.next = bits::<32>(0);
        self.youngest_bit.next = bits::<32>(1) << self.youngest.val().get_bits::<5>(0);
        if self.wake_youngest.val() {
            self.youngest_word.next = bits::<32>(1) << self.youngest.val().get_bits::<5>(5);
        }
        self.taken_word.next = bits::<32>(0);
        self.taken_bit.next = bits::<32>(1) << self.taken.val().get_bits::<5>(0);
        if self.take.val() {
            self.taken_word.next = bits::<32>(1) << self.taken.val().get_bits::<5>(5);
        }
        self.finished_word.next = bits::<32>(0);
        self.finished_bit.next = bits::<32>(1) << self.finished.val().get_bits::<5>(0);
        if self.finish.val() {
            self.finished_word.next = bits::<32>(1) << self.finished.val().get_bits::<5>(5);
        }

        self.summary.next = bits::<32>(0);
        self.tail_ready.next = bits::<32>(0);
        self.tail_dones.next = bits::<32>(0);
        self.other_bits.next = bits::<32>(0);
        self.other.next = bits::<32>(1) << self.choice.winner.val();
        for i in 0..self.words.get() {
            self.ready[i].clock.next = self.clock.val();
            self.ready[i].reset.next = self.reset.val();
            self.done[i].clock.next = self.clock.val();
            self.done[i].reset.next = self.reset.val();
            self.new_ready.next = self.ready[i].q.val();
            if self.taken_word.val().get_bit(i) {
                self.new_ready.next = self.new_ready.val() & !self.taken_bit.val();
            }
            if self.child_word.val().get_bit(i) {
                self.new_ready.next = self.new_ready.val() | self.child_bit.val();
            }
            if self.youngest_word.val().get_bit(i) {
                self.new_ready.next = self.new_ready.val() | self.youngest_bit.val();
            }
            self.ready[i].d.next = self.new_ready.val();
            self.new_done.next = self.done[i].q.val();
            if self.pass.val() & self.tail_word.val().get_bit(i) {
                self.new_done.next = self.new_done.val() & !self.tail_bit.val();
            }
            if self.finished_word.val().get_bit(i) {
                self.new_done.next = self.new_done.val() | self.finished_bit.val();
            }
            self.done[i].d.next = self.new_done.val();
            if self.ready[i].q.val().any() {
                self.summary.next = self.summary.val().replace_bit(i, true);
            }
            if self.tail_word.val().get_bit(i) {
                self.tail_ready.next = self.ready[i].q.val();
                self.tail_dones.next = self.done[i].q.val();
            }
            if self.other.val().get_bit(i) {
                self.other_bits.next = self.ready[i].q.val();
            }
        }
        self.tail_done.next = (self.tail_dones.val() & self.tail_bit.val()).any();

        // The search order: the tail's word from the tail on, the other words, then the rest of the
        // tail's word.
        self.choice.request.next = self.summary.val();
        self.choice.last.next = self.tail.val().get_bits::<5>(5);
        self.from_tail.next = self.tail_ready.val()
            & (bits::<32>(0xFFFF_FFFF_u64) << self.tail.val().get_bits::<5>(0));
        self.any.next = self.summary.val().any();
        self.word.next = self.choice.winner.val();
        self.word_bits.next = self.other_bits.val();
        if self.from_tail.val().any() {
            self.word.next = self.tail.val().get_bits::<5>(5);
            self.word_bits.next = self.from_tail.val();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A table after reset.
    fn table(nodes: usize) -> States {
        let mut t = States::new(nodes);
        t.clock.connect();
        for bit in [
            &mut t.reset,
            &mut t.pass,
            &mut t.wake_child,
            &mut t.wake_youngest,
            &mut t.take,
            &mut t.finish,
        ] {
            bit.connect();
        }
        for entry in [&mut t.tail, &mut t.child, &mut t.youngest, &mut t.taken, &mut t.finished] {
            entry.connect();
        }
        t.connect_all();
        t.reset.next = true;
        step(&mut t);
        t.reset.next = false;
        t
    }

    fn step(table: &mut States) {
        for level in [true, false] {
            table.clock.next = level.into();
            assert!(simulate(table, 16), "the table does not settle");
        }
    }

    /// Makes every `stride`th node of a full window ready, the youngest first, and takes the nodes that the table finds.
    /// Returns their distances from the tail.
    fn found(table: &mut States, nodes: usize, tail: usize, stride: usize) -> Vec<usize> {
        table.tail.next = bits(tail as u64);
        table.wake_child.next = true;
        for ahead in (0..nodes).step_by(stride).rev() {
            table.child.next = bits(((tail + ahead) % nodes) as u64);
            step(table);
        }
        table.wake_child.next = false;
        step(table);
        let mut found = Vec::new();
        while table.any.val() && found.len() < nodes {
            let entry =
                32 * table.word.val().to_u32() + table.word_bits.val().to_u32().trailing_zeros();
            found.push((entry as usize + nodes - tail) % nodes);
            table.take.next = true;
            table.taken.next = bits(entry.into());
            step(table);
        }
        table.take.next = false;
        found
    }

    #[test]
    fn ready_nodes_are_found_from_the_oldest_to_the_youngest_wherever_the_window_wraps() {
        // One word, two, the published size and the largest, each with the tail in every word.
        for (nodes, tails, stride) in [(32, 1, 1), (64, 1, 3), (128, 3, 5), (1024, 37, 29)] {
            let mut table = table(nodes);
            for tail in (0..nodes).step_by(tails) {
                let found = found(&mut table, nodes, tail, stride);
                let oldest_first: Vec<usize> = (0..nodes).step_by(stride).collect();
                let wrong = (0..nodes).find(|&n| found.get(n) != oldest_first.get(n));
                if let Some(n) = wrong {
                    let [found, wanted] = [&found, &oldest_first].map(|order| order.get(n));
                    panic!(
                        "rule 4: of {nodes} entries with the tail in {tail}, the node at distance {found:?} is found, \
                         not the smallest ready one at {wanted:?}"
                    );
                }
            }
        }
    }
}
