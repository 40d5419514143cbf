//! Specification of the SRAM block: an array with a delay of one cycle.

use super::pins::{In, Out, Params};
use super::SramBlock;
use crate::kit::{Coverage, Environment, Spec, Violation};
use proptest::prelude::*;

/// The address and value to write, if any, and the address to read, if any.
type Op = (Option<(u32, u32)>, Option<u32>);

impl Spec for SramBlock {
    type Stimulus = Vec<Op>;

    fn stimuli(params: &Params) -> BoxedStrategy<Self::Stimulus> {
        // Few words and the last one, so that the ports collide in memories of any size.
        let last = params.entries - 1;
        let addr =
            prop_oneof![2 => 0..params.entries, 2 => 0..4.min(params.entries), 1 => Just(last)];
        let data = prop_oneof![1 => 0..2u32, 2 => any::<u32>()];
        let op = (prop::option::of((addr.clone(), data)), prop::option::of(addr));
        prop::collection::vec(op, 0..64).boxed()
    }

    fn environment(params: &Params, stimulus: &Self::Stimulus) -> Box<dyn Environment<In, Out>> {
        // The sweep before the stimulus ensures rule 3.
        let sweep = (0..params.entries).map(|a| (Some((a, a)), None));
        let ops: Vec<Op> = sweep.chain(stimulus.iter().copied()).collect();
        let words = vec![None; params.entries as usize];
        let (ops, before) = (ops.into_iter(), (None, None));
        Box::new(Env { ops, words, expected: None, before })
    }
}

struct Env {
    ops: std::vec::IntoIter<Op>,
    words: Vec<Option<u32>>,
    expected: Option<u32>,
    /// Write and read of the last cycle.
    before: Op,
}

impl Env {
    /// Names the points at which the ports collide, in one cycle or in successive ones.
    fn cover(&self, (write, read): Op, coverage: &mut Coverage) {
        let mut point = |name, meaning, reached| coverage.point(name, meaning, reached);
        let (to, from) = (write.map(|(addr, _)| addr), read);
        let (to_before, from_before) = (self.before.0.map(|(addr, _)| addr), self.before.1);
        let same = |a: Option<u32>, b: Option<u32>| a.is_some() && a == b;
        let last = Some(self.words.len() as u32 - 1);
        point("no port", "Neither reads nor writes.", to.is_none() && from.is_none());
        point("read alone", "It reads and does not write.", to.is_none() && from.is_some());
        let both = to.is_some() && from.is_some();
        point("two words", "It reads one word and writes another.", both && to != from);
        point("one word", "It reads the word it writes, and gets the old one.", same(to, from));
        point("read after write", "It reads the word written before.", same(from, to_before));
        point("write after read", "It writes the word read before.", same(to, from_before));
        point("write after write", "It writes one word twice in a row.", same(to, to_before));
        point("read after read", "It reads one word twice in a row.", same(from, from_before));
        point("first word", "It reads word 0.", from == Some(0));
        point("last word", "It reads the last word.", from == last);
        let known = write.is_some_and(|(addr, data)| self.words[addr as usize] == Some(data));
        point("same value", "It writes the value that the word already has.", known);
    }
}

impl Environment<In, Out> for Env {
    fn cycle(&mut self, out: &Out, coverage: &mut Coverage) -> Result<Option<In>, Violation> {
        if (out.read_valid, out.read_data) != (self.expected.is_some(), self.expected.unwrap_or(0))
        {
            let rule = format!("rule 2: read {:#x}, not {:x?}", out.read_data, self.expected);
            return Err(Violation::new(rule));
        }
        let Some((write, read_addr)) = self.ops.next() else { return Ok(None) };
        self.cover((write, read_addr), coverage);
        self.before = (write, read_addr);
        self.expected = read_addr.and_then(|addr| self.words[addr as usize]);
        let (write_addr, write_data) = write.unwrap_or((0, 0));
        if write.is_some() {
            self.words[write_addr as usize] = Some(write_data);
        }
        Ok(Some(In {
            write_enable: write.is_some(),
            write_addr,
            write_data,
            read_enable: read_addr.is_some(),
            read_addr: read_addr.unwrap_or(0),
        }))
    }
}
