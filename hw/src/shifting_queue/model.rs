//! Fast model of the shifting queue.

use super::pins::{In, Out, Params};
use crate::kit::Clocked;
use std::collections::VecDeque;

/// An item, without its level: the fields of its pins.
type Item = [u32; 7];

/// The items, in the order in which they leave, and how long they move.
#[derive(Clone, Debug)]
pub struct Model {
    entries: usize,
    items: VecDeque<(u32, Item)>,
    /// Cycles until the head is on the pins.
    moves: usize,
}

impl Model {
    /// An empty queue.
    pub fn new(params: &Params) -> Self {
        Self { entries: params.entries as usize, items: VecDeque::new(), moves: 0 }
    }
}

impl Clocked for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        self.items.clear();
        self.moves = 0;
    }
    fn out(&self) -> Out {
        let head = self.items.front().filter(|_| self.moves == 0);
        let [head_kdei, head_pc, head_param, head_shape, head_demand, head_grid_x, head_grid_yz] =
            head.map(|(_, item)| *item).unwrap_or_default();
        Out {
            insert_ready: self.moves == 0 && self.items.len() < self.entries,
            head_valid: head.is_some(),
            head_kdei,
            head_pc,
            head_param,
            head_shape,
            head_demand,
            head_grid_x,
            head_grid_yz,
            queued: self.items.len() as u32,
            idle: self.idle(),
        }
    }
    fn step(&mut self, i: &In) {
        if self.moves > 0 {
            self.moves -= 1;
            return;
        }
        let room = self.items.len() < self.entries;
        if i.take {
            self.items.pop_front();
        }
        if i.insert_valid && room {
            let place = self.items.partition_point(|(level, _)| *level >= i.insert_level);
            self.moves = self.items.len() - place + 2;
            let item = [
                i.insert_kdei,
                i.insert_pc,
                i.insert_param,
                i.insert_shape,
                i.insert_demand,
                i.insert_grid_x,
                i.insert_grid_yz,
            ];
            self.items.insert(place, (i.insert_level, item));
        }
    }
    fn idle(&self) -> bool {
        self.items.is_empty()
    }
}
