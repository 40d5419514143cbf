//! Labels of a function, and the listings that labels name: both belong to the block `{ }` they stand in, so that
//! a piece of inline assembly may appear twice.

use super::super::ast::{Listing, Statement};
use super::super::error::Located;
use super::Lowered;
use std::collections::HashMap;

/// A block of the text, by number; the function's own is 0.
type Block = usize;

/// The blocks of a function, numbered as they begin.
struct Blocks {
    /// The block around each block; the function's own is its own parent.
    parents: Vec<Block>,
    /// The block the text is in.
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

    /// What the innermost block around a place has of this name.
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

/// Labels found and labels asked for.
pub(super) struct Labels<'a> {
    blocks: Blocks,
    places: HashMap<(Block, &'a str), u32>,
    /// Known from the start, as a call may come before its prototype.
    listings: HashMap<(Block, &'a str), &'a Listing>,
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
        Self { blocks: Blocks::new(), places: HashMap::new(), listings: HashMap::new() }
    }

    /// Collects the listings of a function's body.
    pub fn list(&mut self, body: impl Iterator<Item = &'a Statement>) -> Lowered<()> {
        let mut blocks = Blocks::new();
        for statement in body {
            match statement {
                Statement::ScopeBegin => blocks.begin(),
                Statement::ScopeEnd => blocks.end(),
                Statement::Listing { name, listing, line } => {
                    if self.listings.insert((blocks.current, name), listing).is_some() {
                        let message = "the name lists targets twice in this block";
                        return Err(Located::new(*line, name, message));
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// The listing of this name that the block being lowered sees.
    pub fn listing(&self, name: &str) -> Option<&'a Listing> {
        self.blocks.innermost(self.blocks.current, name, &self.listings)
    }

    pub fn begin(&mut self) {
        self.blocks.begin();
    }

    pub fn end(&mut self) {
        self.blocks.end();
    }

    /// The label marks instruction `place`.
    pub fn define(&mut self, name: &'a str, place: u32, line: u32) -> Lowered<()> {
        match self.places.insert((self.blocks.current, name), place) {
            None => Ok(()),
            Some(_) => Err(Located::new(line, name, "the label is defined twice in this block")),
        }
    }

    /// Notes a use of the label in the block being lowered.
    pub fn mention(&self, name: &'a str, line: u32) -> LabelUse<'a> {
        LabelUse { name, block: self.blocks.current, line }
    }

    /// Instruction that a label marks, in the innermost block around its use that has it.
    pub fn find(&self, label: LabelUse) -> Lowered<u32> {
        self.blocks.innermost(label.block, label.name, &self.places).ok_or_else(|| {
            Located::new(label.line, label.name, "the label is not defined in this function")
        })
    }
}
