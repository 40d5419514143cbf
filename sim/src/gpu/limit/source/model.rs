//! The model of the queues of chains.

use super::pins::{In, Out, Params};
use heddle_hw::kit::{Clocked, Mask};
use std::collections::VecDeque;

/// A kernel whose TBs are not all out.
#[derive(Clone, Copy, Debug, Default)]
struct Kernel {
    pc: u32,
    param: u32,
    shape: u32,
    demand: u32,
    grid_x: u32,
    grid_yz: u32,
    placed: u32,
    started: u32,
}

impl Kernel {
    fn tbs(&self) -> u32 {
        self.grid_x.wrapping_mul(self.grid_yz & 0xFFFF).wrapping_mul(self.grid_yz >> 16)
    }

    /// The index of a TB as x and yz.
    fn index(&self, item: u32) -> (u32, u32) {
        let (x, rest) = (item % self.grid_x, item / self.grid_x);
        let y = self.grid_yz & 0xFFFF;
        (x, (rest % y) | ((rest / y) << 16))
    }
}

/// What is done with the first kernel that has entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// There is none, or it is looked at.
    Look,
    /// Its fields come.
    Kde(u32),
    /// Its TBs are placed.
    Place(u32),
}

/// A TB that waits: the entry of its kernel, and its index.
type Waiting = (u32, u32);

/// An SMX and the queue from which it is offered a TB.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Offer {
    smx: u32,
    of: u32,
}

/// The queues, and what is under way.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    entered: VecDeque<u32>,
    state: State,
    kernels: Vec<Kernel>,
    queues: Vec<VecDeque<Waiting>>,
    /// SMXs that were offered a TB and had no room.
    full: Mask,
    /// SMXs that have got a TB in this round (rule 3).
    served: Mask,
    last: u32,
    offer: Option<Offer>,
    asked: Option<u32>,
    /// The TB granted at the last edge.
    sent: Option<Waiting>,
}

impl Model {
    /// Empty queues.
    pub fn new(params: &Params) -> Self {
        Self {
            params: params.clone(),
            entered: VecDeque::new(),
            state: State::Look,
            kernels: vec![Kernel::default(); params.kdes as usize],
            queues: vec![VecDeque::new(); params.smxs as usize],
            full: Mask::NONE,
            served: Mask::NONE,
            last: params.smxs - 1,
            offer: None,
            asked: None,
            sent: None,
        }
    }

    fn queue(&self, smx: u32) -> &VecDeque<Waiting> {
        &self.queues[smx as usize]
    }

    /// The TB that is offered.
    fn offered(&self) -> Option<Waiting> {
        let Offer { smx, of } = self.offer?;
        let queue = self.queue(of);
        let waiting = if smx == of { queue.front() } else { queue.back() };
        waiting.copied()
    }

    /// The demand of the TB that is offered.
    fn demand(&self) -> Option<u32> {
        self.offered().map(|(kdei, _)| self.kernels[kdei as usize].demand)
    }

    fn wants(&self) -> bool {
        self.offer.is_some() && self.demand() == self.asked
    }

    /// The next SMX that is offered a TB (rule 3).
    fn next_offer(&self) -> Option<Offer> {
        let count = self.params.smxs;
        let turns = (1..=count).map(|distance| (self.last + distance) % count);
        let mut open = turns.filter(|&smx| !self.full.has(smx) && !self.served.has(smx));
        if let Some(smx) = open.clone().find(|&smx| !self.queue(smx).is_empty()) {
            return Some(Offer { smx, of: smx });
        }
        let longest = (0..count).rev().max_by_key(|&smx| self.queue(smx).len())?;
        let of = Some(longest).filter(|&of| !self.queue(of).is_empty())?;
        open.next().map(|smx| Offer { smx, of })
    }

    /// The TB that is offered goes.
    fn commit(&mut self, offer: Offer) {
        let queue = &mut self.queues[offer.of as usize];
        self.sent = if offer.smx == offer.of { queue.pop_front() } else { queue.pop_back() };
        if let Some((kdei, _)) = self.sent {
            self.kernels[kdei as usize].started += 1;
        }
    }

    /// Looks at the kernels that enter, and places their TBs.
    fn place(&mut self, i: &In) {
        match self.state {
            State::Look => {
                if let Some(kdei) = self.entered.pop_front() {
                    self.state = State::Kde(kdei);
                }
            }
            State::Kde(kdei) => {
                self.kernels[kdei as usize] = Kernel {
                    pc: i.kde_pc,
                    param: i.kde_param,
                    shape: i.kde_shape,
                    demand: i.kde_demand,
                    grid_x: i.kde_grid_x,
                    grid_yz: i.kde_grid_yz,
                    placed: 0,
                    started: 0,
                };
                self.full = Mask::NONE;
                self.state = State::Place(kdei);
            }
            State::Place(kdei) => {
                let kernel = &mut self.kernels[kdei as usize];
                self.queues[i.home_smx as usize].push_back((kdei, kernel.placed));
                kernel.placed += 1;
                if kernel.placed == kernel.tbs() {
                    self.state = State::Look;
                }
            }
        }
    }
}

impl Clocked for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        *self = Self::new(&self.params);
    }

    fn out(&self) -> Out {
        let mut out = Out { enter_ready: true, idle: self.idle(), ..Out::default() };
        match (self.state, self.entered.front()) {
            (State::Look, Some(&kdei)) => (out.look_valid, out.look_kdei) = (true, kdei),
            (State::Place(kdei), _) => {
                let kernel = &self.kernels[kdei as usize];
                (out.place_valid, out.place_param) = (true, kernel.param);
                out.place_item = kernel.placed;
            }
            _ => {}
        }
        if let (Some(Offer { smx, .. }), Some(demand)) = (self.offer, self.demand()) {
            if self.wants() {
                out.want_smxs = Mask::bit(smx);
            } else {
                (out.ask_valid, out.ask_demand) = (true, demand);
                out.ask_smxs = Mask::first(self.params.smxs);
            }
        }
        if let Some((kdei, item)) = self.sent {
            let kernel = &self.kernels[kdei as usize];
            (out.tb_valid, out.tb_kdei, out.tb_item) = (true, kdei, item);
            (out.tb_pc, out.tb_param, out.tb_shape) = (kernel.pc, kernel.param, kernel.shape);
            (out.tb_grid_x, out.tb_grid_yz) = (kernel.grid_x, kernel.grid_yz);
            (out.tb_block_x, out.tb_block_yz) = kernel.index(item);
            if kernel.started == kernel.tbs() {
                (out.spent_valid, out.spent_kdei) = (true, kdei);
            }
        }
        out
    }

    fn step(&mut self, i: &In) {
        self.sent = None;
        match self.offer {
            Some(offer) if self.wants() => {
                self.last = offer.smx;
                if i.grant_smxs.any() {
                    self.commit(offer);
                    self.served.set(offer.smx, true);
                } else {
                    self.full.set(offer.smx, true);
                }
                self.offer = None;
            }
            Some(_) => self.asked = self.demand(),
            None => {}
        }
        self.place(i);
        if i.enter_valid {
            self.entered.push_back(i.enter_kdei);
        }
        if i.end_valid {
            self.full = Mask::NONE;
        }
        if self.offer.is_none() {
            self.offer = self.next_offer();
            if self.offer.is_none() && self.served.any() {
                self.served = Mask::NONE;
                self.offer = self.next_offer();
            }
        }
    }

    fn idle(&self) -> bool {
        let places = self.state != State::Look || !self.entered.is_empty();
        !places && self.offer.is_none() && self.sent.is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Lets a kernel of six TBs enter whose TBs are placed on these SMXs, on a machine with room for so many TBs on each.
    /// Returns where the TBs start, by SMX and item, and when the last is out.
    fn starts(homes: [u32; 6], mut room: [u32; 3]) -> (Vec<(u32, u32)>, bool) {
        let mut model = Model::new(&Params { kdes: 2, smxs: 3 });
        let (mut starts, mut granted, mut spent) = (Vec::new(), None, false);
        for cycle in 0..100 {
            let out = model.out();
            if let Some(smx) = granted.take() {
                assert!(out.tb_valid);
                assert_eq!(out.tb_block_x + 3 * (out.tb_block_yz & 0xFFFF), out.tb_item);
                starts.push((smx, out.tb_item));
            }
            spent |= out.spent_valid;
            let wanted = out.want_smxs.lowest().filter(|&smx| room[smx as usize] > 0);
            if let Some(smx) = wanted {
                room[smx as usize] -= 1;
                granted = Some(smx);
            }
            model.step(&In {
                enter_valid: cycle == 0,
                enter_kdei: 1,
                kde_demand: 7,
                kde_grid_x: 3,
                kde_grid_yz: 1 << 16 | 2,
                home_smx: if out.place_valid { homes[out.place_item as usize] } else { 0 },
                grant_smxs: wanted.map_or(Mask::NONE, Mask::bit),
                ..In::default()
            });
        }
        assert!(model.idle());
        (starts, spent)
    }

    #[test]
    fn tbs_start_on_their_smx_while_it_has_room() {
        let (mut all, spent) = starts([0, 1, 2, 0, 1, 2], [2; 3]);
        all.sort_unstable();
        assert_eq!(all, [(0, 0), (0, 3), (1, 1), (1, 4), (2, 2), (2, 5)]);
        assert!(spent);
    }

    #[test]
    fn an_smx_whose_queue_is_empty_steals_the_last_tb_of_the_longest_queue() {
        let (all, spent) = starts([0, 0, 0, 0, 0, 1], [2, 1, 2]);
        assert_eq!(all[0], (0, 0), "their own goes first");
        let by_smx =
            |smx| all.iter().filter(move |(other, _)| *other == smx).map(|(_, item)| *item);
        assert_eq!([0, 1, 2].map(|smx| by_smx(smx).count()), [2, 1, 2], "one TB has no room");
        assert!(by_smx(0).max() < by_smx(2).max());
        assert!(!spent);
    }
}
