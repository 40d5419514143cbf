//! Fast model of the rename unit.

use super::pins::{change, In, Out, Params, LOOKS};
use crate::kit::Clocked;

/// A physical register, and who needs what is in it.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry {
    pub register: u32,
    /// It has the high half of a wide version.
    pub high: bool,
    /// Versions of the register that are newer.
    pub age: u32,
    /// Warps that read it.
    pub readers: u32,
    /// Warps that are to come for it.
    pub coming: u32,
}

impl Entry {
    pub fn is_free(&self) -> bool {
        self.readers | self.coming == 0
    }

    fn is_of(&self, register: u32) -> bool {
        !self.is_free() && self.register == register
    }
}

/// What a change says of itself.
#[derive(Clone, Copy, Debug, Default)]
struct Outcome {
    done: bool,
    low: u32,
    high: u32,
    register: u32,
    half: bool,
}

/// The bank of a TB.
#[derive(Clone, Debug)]
pub(super) struct Bank(pub Vec<Entry>);

impl Bank {
    fn free(&self) -> impl Iterator<Item = usize> + '_ {
        (0..self.0.len()).filter(|&at| self.0[at].is_free())
    }

    /// The physical registers of the oldest version for which some of these warps are to come.
    pub fn oldest(&self, register: u32, warps: u32) -> Vec<usize> {
        let comes = |entry: &Entry| entry.register == register && entry.coming & warps != 0;
        let age = self.0.iter().filter(|entry| comes(entry)).map(|entry| entry.age).max();
        let is_it = |entry: &Entry| comes(entry) && Some(entry.age) == age;
        (0..self.0.len()).filter(|&at| is_it(&self.0[at])).collect()
    }

    /// A version that is made or taken is in these.
    fn of(&self, places: &[usize]) -> Outcome {
        let half = |high| places.iter().filter(move |&&at| self.0[at].high == high);
        let index = |high| half(high).fold(0, |index, &at| index | at as u32);
        Outcome {
            done: !places.is_empty(),
            low: index(false),
            high: index(true),
            ..Default::default()
        }
    }

    fn alloc(&mut self, register: u32, wide: bool, warps: u32) -> Outcome {
        let places: Vec<usize> = self.free().take(1 + usize::from(wide)).collect();
        if places.len() <= usize::from(wide) {
            return Outcome::default();
        }
        for entry in self.0.iter_mut().filter(|entry| entry.is_of(register)) {
            entry.age += 1;
        }
        for (n, &at) in places.iter().enumerate() {
            self.0[at] = Entry { register, high: n > 0, age: 0, readers: 0, coming: warps };
        }
        self.of(&places)
    }

    fn overwrite(&mut self, register: u32, warps: u32) -> Outcome {
        let is_it = |entry: &Entry| entry.is_of(register) && entry.readers & warps != 0;
        let places: Vec<usize> = (0..self.0.len()).filter(|&at| is_it(&self.0[at])).collect();
        if places.iter().any(|&at| self.0[at].readers & !warps != 0) {
            return Outcome::default();
        }
        for &at in &places {
            (self.0[at].age, self.0[at].coming) = (0, self.0[at].coming | warps);
        }
        self.of(&places)
    }

    fn unread(&mut self, register: u32, warps: u32) {
        for entry in self.0.iter_mut().filter(|entry| entry.is_of(register)) {
            entry.readers &= !warps;
        }
    }

    /// Warps pass the oldest version for which they are to come, and may read it from then on.
    fn pass(&mut self, register: u32, warps: u32, reads: bool) -> Outcome {
        let places = self.oldest(register, warps);
        self.unread(register, warps);
        for &at in &places {
            self.0[at].coming &= !warps;
            self.0[at].readers |= if reads { warps } else { 0 };
        }
        match reads {
            true => self.of(&places),
            false => Outcome { done: !places.is_empty(), ..Default::default() },
        }
    }

    fn copy(&mut self, warps: u32) -> Outcome {
        let Some(at) = self.0.iter().position(|entry| entry.readers & warps != 0) else {
            return Outcome::default();
        };
        let entry = &mut self.0[at];
        entry.readers &= !warps;
        let (register, half) = (entry.register, entry.high);
        Outcome { done: true, low: at as u32, high: 0, register, half }
    }

    fn change(&mut self, i: &In) -> Outcome {
        let (register, warps) = (i.change_register, i.change_warps);
        let made = Outcome { done: true, ..Default::default() };
        match i.change_what {
            change::CLEAR => {
                self.0.fill(Entry::default());
                made
            }
            change::ALLOC => self.alloc(register, i.change_wide, warps),
            change::OVERWRITE => self.overwrite(register, warps),
            change::TAKE => self.pass(register, warps, true),
            change::PASS => self.pass(register, warps, false),
            change::WRITE => {
                self.unread(register, warps);
                made
            }
            change::LEAVE => {
                self.0.iter_mut().for_each(|entry| entry.coming &= !warps);
                made
            }
            _ => self.copy(warps),
        }
    }
}

/// The banks of all TB slots, and the answers to the last change and look.
#[derive(Clone, Debug)]
pub struct Model {
    params: Params,
    pub(super) banks: Vec<Bank>,
    out: Out,
}

impl Model {
    /// A unit without versions.
    pub fn new(params: &Params) -> Self {
        let bank = Bank(vec![Entry::default(); params.registers as usize]);
        let out = Out { idle: true, ..Out::default() };
        Self { params: params.clone(), banks: vec![bank; params.tbs as usize], out }
    }

    fn look(&self, i: &In, out: &mut Out) {
        let bank = &self.banks[i.look_tb as usize];
        let registers = [i.look_register0, i.look_register1, i.look_register2, i.look_register3];
        let mut places = [(0, 0); LOOKS];
        for (n, &register) in registers.iter().enumerate() {
            for (at, entry) in bank.0.iter().enumerate() {
                if entry.readers == 0 || entry.register != register {
                    continue;
                }
                out.place_read |= 1 << n;
                if entry.readers >> i.look_warp & 1 == 0 {
                    continue;
                }
                out.place_shared |= 1 << n;
                let (low, high) = &mut places[n];
                *if entry.high { high } else { low } |= at as u32;
            }
        }
        (out.place_low0, out.place_high0) = places[0];
        (out.place_low1, out.place_high1) = places[1];
        (out.place_low2, out.place_high2) = places[2];
        (out.place_low3, out.place_high3) = places[3];
    }
}

impl Clocked for Model {
    type In = In;
    type Out = Out;

    fn reset(&mut self) {
        *self = Self::new(&self.params);
    }

    fn out(&self) -> Out {
        self.out
    }

    fn step(&mut self, i: &In) {
        let mut out = Out { idle: !i.change_valid && !i.look_valid, ..Out::default() };
        if i.look_valid {
            out.place_valid = true;
            self.look(i, &mut out);
        }
        if i.change_valid {
            let bank = &mut self.banks[i.change_tb as usize];
            let Outcome { done, low, high, register, half } = bank.change(i);
            (out.result_valid, out.result_done) = (true, done);
            (out.result_low, out.result_high) = (low, high);
            (out.result_register, out.result_half) = (register, half);
            out.result_free = bank.free().count() as u32;
        }
        self.out = out;
    }

    fn idle(&self) -> bool {
        self.out.idle
    }
}
