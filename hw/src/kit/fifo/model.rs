//! Fast model of the FIFO.

use super::pins::{In, Out, Params};
use crate::kit::Clocked;
use std::collections::VecDeque;

/// The elements, oldest first.
#[derive(Clone, Debug)]
pub struct Model {
    depth: usize,
    elements: VecDeque<u32>,
}

impl Model {
    /// A FIFO of the given depth.
    pub fn new(params: &Params) -> Self {
        let depth = params.depth as usize;
        Self { depth, elements: VecDeque::with_capacity(depth) }
    }
}

impl Clocked for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        self.elements.clear();
    }
    fn out(&self) -> Out {
        Out {
            in_ready: self.elements.len() < self.depth,
            out_valid: !self.elements.is_empty(),
            out_data: self.elements.front().copied().unwrap_or(0),
            idle: self.idle(),
        }
    }
    fn step(&mut self, i: &In) {
        let room = self.elements.len() < self.depth;
        if i.out_ready {
            self.elements.pop_front();
        }
        if i.in_valid && room {
            self.elements.push_back(i.in_data);
        }
    }
    fn idle(&self) -> bool {
        self.elements.is_empty()
    }
}
