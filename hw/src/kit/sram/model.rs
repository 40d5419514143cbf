//! Fast model of the SRAM block.

use super::pins::{In, Out, Params};
use crate::kit::Clocked;

/// The words and the read register.
#[derive(Clone, Debug)]
pub struct Model {
    words: Vec<u32>,
    read: Option<u32>,
}

impl Model {
    /// A block of the given size.
    pub fn new(params: &Params) -> Self {
        Self { words: vec![0; params.entries as usize], read: None }
    }
}

impl Clocked for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        self.read = None;
    }
    fn out(&self) -> Out {
        let read_data = self.read.unwrap_or(0);
        Out { read_valid: self.read.is_some(), read_data, idle: self.idle() }
    }
    fn step(&mut self, i: &In) {
        self.read = i.read_enable.then(|| self.words[i.read_addr as usize]);
        if i.write_enable {
            self.words[i.write_addr as usize] = i.write_data;
        }
    }
    fn idle(&self) -> bool {
        self.read.is_none()
    }
}
