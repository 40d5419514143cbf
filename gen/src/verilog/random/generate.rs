//! Generates random circuits.

use super::circuit::{Bank, Circuit, Kind, Step};
use super::tree::Tree;
use rand::seq::IndexedRandom;
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rust_hdl::core::ast::{VerilogOp as Op, VerilogOpUnary as UnaryOp};

/// Most levels of an expression.
const DEPTH: u32 = 4;

/// Widths that are chosen often, because they are boundary cases.
const WIDTHS: [u32; 8] = [1, 2, 8, 9, 16, 17, 31, 32];

/// Elements of banks.
const ELEMENTS: [usize; 6] = [2, 4, 5, 8, 13, 32];

const ARITHMETIC: [Op; 5] = [Op::Add, Op::Sub, Op::BitAnd, Op::BitOr, Op::BitXor];

const COMPARISONS: [Op; 6] = [Op::Eq, Op::Ne, Op::Lt, Op::Le, Op::Gt, Op::Ge];

fn width(rng: &mut ChaCha8Rng) -> u32 {
    match WIDTHS.choose(rng).filter(|_| rng.random_bool(0.5)) {
        Some(width) => *width,
        None => rng.random_range(1..=32),
    }
}

fn pick<T: Clone>(rng: &mut ChaCha8Rng, from: &[T]) -> T {
    from[rng.random_range(0..from.len())].clone()
}

struct Generator<'a> {
    rng: &'a mut ChaCha8Rng,
    circuit: Circuit,
    /// Signals that have a value: inputs, registers, and assigned signals.
    readable: Vec<usize>,
}

/// Generates a circuit with `outputs` outputs. Each is a random expression over inputs, registers
/// and locals, of which there are fewer.
pub fn circuit(rng: &mut ChaCha8Rng, outputs: usize) -> Circuit {
    let mut generator = Generator { rng, circuit: Circuit::default(), readable: Vec::new() };
    generator.sources();
    for _ in 0..12 {
        generator.local();
    }
    for elements in ELEMENTS {
        generator.bank(elements);
    }
    generator.registers();
    for _ in 0..outputs {
        let width = width(generator.rng);
        let output = generator.circuit.signal(Kind::Output, width);
        let tree = generator.tree(width, DEPTH);
        generator.circuit.steps.push(Step::Assign(output, tree));
    }
    generator.circuit
}

impl Generator<'_> {
    fn sources(&mut self) {
        for width in WIDTHS {
            self.readable.push(self.circuit.signal(Kind::Input, width));
        }
        for kind in [Kind::Input, Kind::Register] {
            for _ in 0..8 {
                let width = width(self.rng);
                self.readable.push(self.circuit.signal(kind, width));
            }
        }
    }

    /// Adds a local that is assigned, and perhaps assigned again under conditions.
    fn local(&mut self) {
        let width = width(self.rng);
        let local = self.circuit.signal(Kind::Local, width);
        let first = Step::Assign(local, self.tree(width, DEPTH));
        self.circuit.steps.push(first);
        self.readable.push(local);
        if self.rng.random_bool(0.6) {
            let again = self.change(local);
            self.circuit.steps.push(again);
        }
    }

    /// Generates a statement that may change a signal.
    fn change(&mut self, signal: usize) -> Step {
        let width = self.circuit.signals[signal].1;
        let assign = |own: &mut Self| vec![Step::Assign(signal, own.tree(width, 2))];
        if self.rng.random_bool(0.3) {
            let test = self.tree(3, 2);
            let cases = [1, 4, 6].map(|label| (label, assign(self))).to_vec();
            return Step::Match(test, cases, assign(self));
        }
        let test = self.tree(1, 2);
        let then = assign(self);
        let otherwise = match self.rng.random_range(0..3) {
            0 => Vec::new(),
            1 => assign(self),
            _ => vec![Step::If(self.tree(1, 2), assign(self), Vec::new())],
        };
        Step::If(test, then, otherwise)
    }

    /// Adds a bank, of which any elements are written and the last or the only one of some is read.
    fn bank(&mut self, elements: usize) {
        let width = width(self.rng);
        let bank = self.circuit.banks.len();
        self.circuit.banks.push(Bank { name: format!("bank{bank}"), width, elements });
        let selects: Vec<usize> = self.wider(elements as u32);
        let to = self.circuit.signal(Kind::Local, width);
        let cleared = Step::Assign(to, Tree::Number { value: 0, width });
        let write = pick(self.rng, &selects);
        let read = match self.rng.random_bool(0.7) {
            true => self.one_hot(elements as u32),
            false => pick(self.rng, &selects),
        };
        let value = self.tree(width, 2);
        let further = match self.rng.random_bool(0.5) {
            true => self.tree(1, 1),
            false => Tree::Number { value: 1, width: 1 },
        };
        self.circuit.steps.extend([cleared, Step::Each { bank, write, value, read, further, to }]);
        self.readable.push(to);
    }

    /// Adds a signal with one bit, or none, at an index that may be behind the last element. The index may change
    /// afterwards, which must not change what is selected.
    fn one_hot(&mut self, elements: u32) -> usize {
        let bits = self.rng.random_range(1..=elements.ilog2() + 2);
        let index = self.circuit.signal(Kind::Local, bits + 2);
        let tree = self.tree(bits + 2, 1);
        self.circuit.steps.push(Step::Assign(index, tree));
        let hot = self.circuit.signal(Kind::Local, 32);
        let position =
            Tree::Slice { signal: index, width: bits, offset: self.rng.random_range(0..3) };
        let one = Box::new(Tree::Number { value: 1, width: 32 });
        let bit = Step::Assign(hot, Tree::Shift(one, Op::Shl, Box::new(position)));
        let steps = match self.rng.random_bool(0.5) {
            true => vec![bit],
            false => {
                let none = Step::Assign(hot, Tree::Number { value: 0, width: 32 });
                vec![none, Step::If(self.tree(1, 1), vec![bit], Vec::new())]
            }
        };
        self.circuit.steps.extend(steps);
        if self.rng.random_bool(0.2) {
            let tree = self.tree(bits + 2, 1);
            self.circuit.steps.push(Step::Assign(index, tree));
        }
        self.readable.extend([index, hot]);
        hot
    }

    fn registers(&mut self) {
        for register in self.circuit.of(Kind::Register) {
            let keep = Step::Assign(register, Tree::Signal(register));
            let change = self.change(register);
            self.circuit.steps.extend([keep, change]);
        }
    }

    /// Returns the readable signals of at least `width` bits.
    fn wider(&self, width: u32) -> Vec<usize> {
        let wide = |signal: &usize| self.circuit.signals[*signal].1 >= width;
        self.readable.iter().copied().filter(wide).collect()
    }

    fn number(&mut self, width: u32) -> u64 {
        let ones = (1u64 << width) - 1;
        match self.rng.random_range(0..4) {
            0 => ones,
            1 => 1,
            _ => self.rng.random::<u64>() & ones,
        }
    }

    fn leaf(&mut self, width: u32) -> Tree {
        let wider = self.wider(width);
        match self.rng.random_range(0..4) {
            0 => Tree::Number { value: self.number(width), width },
            1 if !wider.is_empty() => {
                let signal = pick(self.rng, &wider);
                let unit = self.circuit.signals[signal].1 - width;
                Tree::Slice { signal, width, offset: self.rng.random_range(0..=unit) }
            }
            _ => {
                let signal = pick(self.rng, &self.readable);
                match self.circuit.signals[signal].1 == width {
                    true => Tree::Signal(signal),
                    false => Tree::Cast(Box::new(Tree::Signal(signal)), width),
                }
            }
        }
    }

    /// Generates a second operand: as wide as the first, or a bare number that fits it.
    fn operand(&mut self, width: u32, depth: u32) -> Tree {
        match self.rng.random_bool(0.2) {
            true => Tree::Bare(self.number(width.min(31))),
            false => self.tree(width, depth),
        }
    }

    fn tree(&mut self, width: u32, depth: u32) -> Tree {
        if depth == 0 {
            return self.leaf(width);
        }
        let depth = depth - 1;
        let boxed = |own: &mut Self, width| Box::new(own.tree(width, depth));
        match self.rng.random_range(0..10) {
            0..4 if width == 1 => self.bit(depth),
            0 if width == 32 => Tree::Product(boxed(self, 16), boxed(self, 16)),
            0..4 => {
                let op = pick(self.rng, &ARITHMETIC);
                Tree::Binary(boxed(self, width), op, Box::new(self.operand(width, depth)))
            }
            4 => Tree::Unary(UnaryOp::Not, boxed(self, width)),
            5 | 6 => {
                let op = pick(self.rng, &[Op::Shl, Op::Shr]);
                let amount = match self.rng.random_bool(0.5) {
                    // Beyond the width all is constant, and a process that reads only constants
                    // is never woken by Icarus.
                    true => Tree::Bare(self.rng.random_range(0..width).into()),
                    false => {
                        let bits = self.rng.random_range(1..=6);
                        self.tree(bits, depth)
                    }
                };
                Tree::Shift(boxed(self, width), op, Box::new(amount))
            }
            7 => {
                let index = self.rng.random_range(0..width);
                Tree::Replace(boxed(self, width), index, boxed(self, 1))
            }
            8 => {
                let from = self::width(self.rng);
                let inner = self.tree(from, depth);
                match from <= width || inner.can_be_cut() {
                    true => Tree::Cast(Box::new(inner), width),
                    false => self.leaf(width),
                }
            }
            _ => self.leaf(width),
        }
    }

    /// Generates one bit from wider values.
    fn bit(&mut self, depth: u32) -> Tree {
        let from = width(self.rng);
        let value = Box::new(self.tree(from, depth));
        match self.rng.random_range(0..4) {
            0 => {
                let ops = [UnaryOp::All, UnaryOp::Any, UnaryOp::Xor];
                Tree::Unary(pick(self.rng, &ops), value)
            }
            1 if from > 1 && from.is_power_of_two() => {
                let index = self.tree(from.ilog2(), depth.min(1));
                Tree::Bit(value, Box::new(index))
            }
            1 => Tree::Bit(value, Box::new(Tree::Bare(self.rng.random_range(0..from).into()))),
            _ => {
                let op = pick(self.rng, &COMPARISONS);
                Tree::Binary(value, op, Box::new(self.operand(from, depth)))
            }
        }
    }
}
