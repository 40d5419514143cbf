//! Labels of a function, and the listings that labels name. Both belong to the block `{ }` that contains them, so
//! that a piece of inline assembly may appear twice.

use super::super::ast::{Listing, Statement};
use super::super::error::Located;
use super::Lowered;
use std::collections::HashMap;

/// A block of the text, by number. The block of the whole function is 0.
type Block = usize;

/// The blocks of a function, numbered in the order in which they begin.
struct Blocks {
    /// The block around each block. The block of the whole function is its own parent.
    parents: Vec<Block>,
    /// The block that is being lowered.
    current: Block,
}

impl Blocks {
    fn new() -> Self {
        Self { parents: vec![0], current: 0 }
    }

    fn begin(&mut self) {
        self.parents.push(self.current);
        self.current = self.parents.len() - 1;
    }

    fn end(&mut self) {
        self.current = self.parents[self.current];
    }

    /// Returns the entry of this name in the innermost enclosing block that has one.
    fn innermost<V: Copy>(
        &self,
        mut block: Block,
        name: &str,
        names: &HashMap<(Block, &str), V>,
    ) -> Option<V> {
        loop {
            if let Some(&found) = names.get(&(block, name)) {
                return Some(found);
            }
            if block == 0 {
                return None;
            }
            block = self.parents[block];
        }
    }
}

/// The labels of a function, defined and used.
pub(super) struct Labels<'a> {
    blocks: Blocks,
    positions: HashMap<(Block, &'a str), u32>,
    /// The listings, collected in advance because a call may come before its prototype.
    listings: HashMap<(Block, &'a str), &'a Listing>,
}

/// The use of a label; it may be defined later.
#[derive(Clone, Copy)]
pub(super) struct LabelUse<'a> {
    name: &'a str,
    block: Block,
    line: u32,
}

impl<'a> Labels<'a> {
    pub fn new() -> Self {
        Self { blocks: Blocks::new(), positions: HashMap::new(), listings: HashMap::new() }
    }

    /// Collects the listings of a function's body.
    pub fn list(&mut self, body: impl Iterator<Item = &'a Statement>) -> Lowered<()> {
        let mut blocks = Blocks::new();
        for statement in body {
            match statement {
                Statement::ScopeBegin => blocks.begin(),
                Statement::ScopeEnd => blocks.end(),
                Statement::Listing { name, listing, line } => {
                    let earlier = self.listings.insert((blocks.current, name), listing);
                    let message = "the name lists targets twice in this block";
                    earlier.map_or(Ok(()), |_| Err(Located::new(*line, name, message)))?;
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Returns the listing of this name that is visible in the block being lowered.
    pub fn listing(&self, name: &str) -> Option<&'a Listing> {
        self.blocks.innermost(self.blocks.current, name, &self.listings)
    }

    pub fn begin(&mut self) {
        self.blocks.begin();
    }

    pub fn end(&mut self) {
        self.blocks.end();
    }

    /// Defines a label that marks instruction `position`.
    pub fn define(&mut self, name: &'a str, position: u32, line: u32) -> Lowered<()> {
        match self.positions.insert((self.blocks.current, name), position) {
            None => Ok(()),
            Some(_) => Err(Located::new(line, name, "the label is defined twice in this block")),
        }
    }

    /// Records a use of the label in the block being lowered.
    pub fn mention(&self, name: &'a str, line: u32) -> LabelUse<'a> {
        LabelUse { name, block: self.blocks.current, line }
    }

    /// Returns the instruction that a label marks, in the innermost block around its use that defines it.
    pub fn find(&self, label: LabelUse) -> Lowered<u32> {
        self.blocks.innermost(label.block, label.name, &self.positions).ok_or_else(|| {
            Located::new(label.line, label.name, "the label is not defined in this function")
        })
    }
}
