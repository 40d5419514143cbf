//! The combinational round-robin choice, and the arbiter unit made of it.

pub mod encode;

use self::encode::{binary, constant, number, signal};
use super::pins::{arbiter_ports, In, Out};
use crate::kit::dff_setup;
use crate::kit::Reg;
use rust_hdl::core::ast::{self, VerilogExpression as Expr};
use rust_hdl::prelude::*;

/// Chooses the first requester above `last`, wrapping around. It has no state.
///
/// It is a tree. A node has a block of requesters, twice as many per level, and stands at the bit of the first of them.
/// It takes the winner of its left half unless only the right half has a requester above `last`, or the left half has
/// none at all. So the choice takes as many steps as a number has bits, which are chosen beside it.
#[derive(Clone, Debug, LogicBlock)]
pub struct RoundRobin<const S: usize, const N: usize> {
    /// One bit per requester: the requester asks for the grant.
    pub request: Signal<rust_hdl::prelude::In, Bits<S>>,
    /// Number of the last winner.
    pub last: Signal<rust_hdl::prelude::In, Bits<N>>,
    /// At least one requester asks for the grant.
    pub any: Signal<rust_hdl::prelude::Out, Bit>,
    /// Number of the winner; zero without a request.
    pub winner: Signal<rust_hdl::prelude::Out, Bits<N>>,
    above: Signal<Local, Bits<S>>,
    asked: Signal<Local, Bits<S>>,
    right: Signal<Local, Bits<S>>,
    digit: Vec<Signal<Local, Bits<S>>>,
}

impl<const S: usize, const N: usize> Default for RoundRobin<S, N> {
    fn default() -> Self {
        Self {
            request: Default::default(),
            last: Default::default(),
            any: Default::default(),
            winner: Default::default(),
            above: Default::default(),
            asked: Default::default(),
            right: Default::default(),
            digit: (0..N).map(|_| Signal::default()).collect(),
        }
    }
}

/// All requesters but the first.
fn all_but_first<const S: usize>() -> Bits<S> {
    (!Bits::<S>::default()).replace_bit(0, false)
}

// As in `encode`: rust-hdl's notation has no constants of a width that is a parameter.
impl<const S: usize, const N: usize> Logic for RoundRobin<S, N> {
    fn update(&mut self) {
        let request = self.request.val();
        let above = (all_but_first::<S>() << self.last.val()) & request;
        let candidates = if above.any() { above } else { request };
        // x & -x leaves the lowest set bit.
        self.winner.next = number::<S, N>(candidates & (!candidates + 1));
        self.any.next = request.any();
    }

    fn connect(&mut self) {
        self.above.connect();
        self.asked.connect();
        self.right.connect();
        self.digit.iter_mut().for_each(|digit| digit.connect());
        self.any.connect();
        self.winner.connect();
    }

    fn hdl(&self) -> ast::Verilog {
        use ast::VerilogOp::{BitAnd, BitOr, Shl, Shr};
        let paren = |inner| Expr::Paren(Box::new(inner));
        let not = |name: &str| Expr::Unary(ast::VerilogOpUnary::Not, Box::new(signal(name)));
        let above_last = binary(constant(all_but_first::<S>()), Shl, signal("last"));
        let mut text = vec![
            assign("above", binary(paren(above_last), BitAnd, signal("request"))),
            assign("asked", signal("request")),
        ];
        for level in 0..N {
            // The same signal at the node's right half.
            let half = |name: &str| {
                paren(binary(signal(name), Shr, Expr::Literal((1u64 << level).into())))
            };
            let only_right = binary(not("asked"), BitAnd, half("asked"));
            let right = paren(binary(half("above"), BitOr, paren(only_right)));
            text.push(assign("right", binary(not("above"), BitAnd, right)));
            for lower in (0..level).map(digit) {
                let from_right = binary(signal("right"), BitAnd, half(&lower));
                let from_left = binary(not("right"), BitAnd, signal(&lower));
                text.push(assign(&lower, binary(paren(from_right), BitOr, paren(from_left))));
            }
            text.push(assign(&digit(level), signal("right")));
            // The root stands for all.
            for either in ["above", "asked"].into_iter().filter(|_| level + 1 < N) {
                text.push(assign(either, binary(signal(either), BitOr, half(either))));
            }
        }
        text.push(assign(
            "any",
            Expr::Unary(ast::VerilogOpUnary::Any, Box::new(signal("request"))),
        ));
        text.push(assign("winner", Expr::Cast(Box::new(Expr::Literal(0u64.into())), N)));
        text.extend((0..N).map(|level| {
            let at = |position: usize| Box::new(Expr::Literal((position as u64).into()));
            let root = Expr::Index(Box::new(signal(&digit(level))), at(0));
            let winner = Box::new(signal("winner"));
            assign("winner", Expr::IndexReplace(winner, at(level), Box::new(root)))
        }));
        ast::Verilog::Combinatorial(text)
    }
}

/// The name of the signal that has a digit of the winner's number at every node.
fn digit(level: usize) -> String {
    format!("digit${level}")
}

fn assign(target: &str, value: Expr) -> ast::VerilogStatement {
    ast::VerilogStatement::Assignment(signal(target), value)
}

arbiter_ports! {
    /// The choice, registered.
    pub struct ArbiterRtl {
        last: Reg<Bits<5>>,
        valid: Reg<Bit>,
        choice: RoundRobin<32, 5>,
    }
}

impl Logic for ArbiterRtl {
    #[hdl_gen]
    fn update(&mut self) {
        dff_setup!(self, clock, last, valid);
        self.choice.request.next = self.request.val();
        self.choice.last.next = self.last.q.val();
        self.valid.d.next = self.choice.any.val();
        if self.choice.any.val() {
            self.last.d.next = self.choice.winner.val();
        }
        self.grant_valid.next = self.valid.q.val();
        self.grant.next = bits::<5>(0);
        if self.valid.q.val() {
            self.grant.next = self.last.q.val();
        }
        self.idle.next = !self.valid.q.val();
    }
}
