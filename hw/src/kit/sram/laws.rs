//! Laws of the SRAM block: it is an array with a delay of one.

use super::pins::{In, Out, Params};
use super::SramBlock;
use crate::kit::{Laws, Scenario, Violation};
use proptest::prelude::*;

/// Write (address, value) if any, and the address to read if any.
type Op = (Option<(u32, u32)>, Option<u32>);

impl Laws for SramBlock {
    type Script = Vec<Op>;

    fn scripts(params: &Params) -> BoxedStrategy<Self::Script> {
        let addr = 0..params.entries;
        let op = (prop::option::of((addr.clone(), any::<u32>())), prop::option::of(addr));
        prop::collection::vec(op, 0..64).boxed()
    }

    fn scenario(params: &Params, script: &Self::Script) -> Box<dyn Scenario<In, Out>> {
        // The sweep before the script keeps rule 3.
        let sweep = (0..params.entries).map(|a| (Some((a, a)), None));
        let ops: Vec<Op> = sweep.chain(script.iter().copied()).collect();
        let words = vec![None; params.entries as usize];
        Box::new(Env { ops: ops.into_iter(), words, expected: None })
    }
}

struct Env {
    ops: std::vec::IntoIter<Op>,
    words: Vec<Option<u32>>,
    expected: Option<u32>,
}

impl Scenario<In, Out> for Env {
    fn cycle(&mut self, out: &Out) -> Result<Option<In>, Violation> {
        if (out.read_valid, out.read_data) != (self.expected.is_some(), self.expected.unwrap_or(0))
        {
            let rule = format!("rule 2: read {:#x}, not {:x?}", out.read_data, self.expected);
            return Err(Violation::new(rule));
        }
        let Some((write, read_addr)) = self.ops.next() else { return Ok(None) };
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
