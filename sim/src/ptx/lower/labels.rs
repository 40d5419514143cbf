//! Labels of a function: a label belongs to the block `{ }` it stands in, so that a piece of inline
//! assembly may appear twice.

use super::super::error::Located;
use super::Lowered;
use std::collections::HashMap;

/// A block of the text, by number; the function's own is 0.
type Block = usize;

/// Labels found and labels asked for.
pub(super) struct Labels<'a> {
    /// The block around each block; the function's own is its own parent.
    parents: Vec<Block>,
    /// The block being lowered.
    current: Block,
    places: HashMap<(Block, &'a str), u32>,
}

/// A label as written at some place; it may be defined later.
#[derive(Clone, Copy)]
pub(super) struct LabelUse<'a> {
    name: &'a str,
    block: Block,
    line: u32,
}

impl<'a> Labels<'a> {
    pub fn new() -> Self {
        Self { parents: vec![0], current: 0, places: HashMap::new() }
    }

    pub fn begin(&mut self) {
        self.parents.push(self.current);
        self.current = self.parents.len() - 1;
    }

    pub fn end(&mut self) {
        self.current = self.parents[self.current];
    }

    /// The label marks instruction `place`.
    pub fn define(&mut self, name: &'a str, place: u32, line: u32) -> Lowered<()> {
        match self.places.insert((self.current, name), place) {
            None => Ok(()),
            Some(_) => Err(Located::new(line, name, "the label is defined twice in this block")),
        }
    }

    /// Notes a use of the label in the block being lowered.
    pub fn mention(&self, name: &'a str, line: u32) -> LabelUse<'a> {
        LabelUse { name, block: self.current, line }
    }

    /// Instruction that a label marks, in the innermost block around its use that has it.
    pub fn find(&self, label: LabelUse) -> Lowered<u32> {
        let mut block = label.block;
        loop {
            if let Some(&place) = self.places.get(&(block, label.name)) {
                return Ok(place);
            }
            if block == 0 {
                let message = "the label is not defined in this function";
                return Err(Located::new(label.line, label.name, message));
            }
            block = self.parents[block];
        }
    }
}
