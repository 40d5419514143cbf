//! The model of the LIFO source.

use super::pins::{In, Out, Params};
use heddle_hw::kit::Clocked;

/// What is done with the kernel in hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum State {
    /// There is none.
    #[default]
    Idle,
    /// Its fields come in this cycle.
    Look,
    /// Its demand is asked.
    Ask,
    /// Its TBs are offered.
    Distribute,
}

/// The stack, the kernel in hand, and the TB on its way out.
#[derive(Clone, Debug, Default)]
pub struct Model {
    smxs: u32,
    stack: Vec<u32>,
    state: State,
    kdei: u32,
    /// The `kde_*` pins of the kernel in hand.
    kernel: In,
    next: [u32; 3],
    item: u32,
    /// Index, and number, of the TB granted at the last edge.
    starts: Option<([u32; 3], u32)>,
    spent: bool,
}

impl Model {
    /// A source after reset.
    pub fn new(params: &Params) -> Self {
        Self { smxs: u32::MAX >> (32 - params.smxs), ..Self::default() }
    }

    fn looks(&self) -> Option<u32> {
        self.stack.last().copied().filter(|_| self.state == State::Idle)
    }

    /// The next TB goes. Returns whether it is the last.
    fn commit(&mut self) -> bool {
        self.starts = Some((self.next, self.item));
        self.item += 1;
        let yz = self.kernel.kde_grid_yz;
        for (index, size) in
            self.next.iter_mut().zip([self.kernel.kde_grid_x, yz & 0xFFFF, yz >> 16])
        {
            *index += 1;
            if *index < size {
                return false;
            }
            *index = 0;
        }
        true
    }
}

impl Clocked for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        *self = Self { smxs: self.smxs, ..Self::default() };
    }

    fn out(&self) -> Out {
        let mut out = Out { enter_ready: true, idle: self.idle(), ..Out::default() };
        if let Some(kdei) = self.looks() {
            (out.look_valid, out.look_kdei) = (true, kdei);
        }
        if self.spent {
            (out.spent_valid, out.spent_kdei) = (true, self.kdei);
        }
        match self.state {
            State::Ask => {
                (out.ask_valid, out.ask_smxs) = (true, self.smxs);
                out.ask_demand = self.kernel.kde_demand;
            }
            State::Distribute => out.want_smxs = self.smxs,
            State::Idle | State::Look => {}
        }
        if let Some(([x, y, z], item)) = self.starts {
            let kernel = &self.kernel;
            (out.tb_valid, out.tb_kdei, out.tb_item) = (true, self.kdei, item);
            (out.tb_pc, out.tb_param, out.tb_shape) =
                (kernel.kde_pc, kernel.kde_param, kernel.kde_shape);
            (out.tb_grid_x, out.tb_grid_yz) = (kernel.kde_grid_x, kernel.kde_grid_yz);
            (out.tb_block_x, out.tb_block_yz) = (x, y | z << 16);
        }
        out
    }

    fn step(&mut self, i: &In) {
        (self.starts, self.spent) = (None, false);
        match self.state {
            State::Idle => {
                if let Some(kdei) = self.stack.pop() {
                    (self.kdei, self.state) = (kdei, State::Look);
                }
            }
            State::Look => {
                (self.kernel, self.next, self.item) = (*i, [0; 3], 0);
                self.state = State::Ask;
            }
            State::Ask => self.state = State::Distribute,
            State::Distribute => {
                if i.grant_smxs != 0 && self.commit() {
                    (self.state, self.spent) = (State::Idle, true);
                }
            }
        }
        if i.enter_valid {
            self.stack.push(i.enter_kdei);
        }
    }

    fn idle(&self) -> bool {
        let waits = match self.state {
            State::Idle => self.stack.is_empty(),
            State::Distribute => true,
            State::Look | State::Ask => false,
        };
        waits && self.starts.is_none() && !self.spent
    }
}
