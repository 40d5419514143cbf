//! The combinational round-robin choice, and the arbiter unit made of it.

pub mod encode;

use self::encode::{binary, constant, number, number_text, signal};
use super::pins::{arbiter_ports, In, Out};
use crate::kit::dff_setup;
use crate::kit::Reg;
use rust_hdl::core::ast::{self, VerilogExpression as Expr};
use rust_hdl::prelude::*;

/// Chooses the first requester above `last`, wrapping around. It has no state.
#[derive(Clone, Debug, Default, LogicBlock)]
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
    candidates: Signal<Local, Bits<S>>,
    one_hot: Signal<Local, Bits<S>>,
}

/// All requesters but the first.
fn all_but_first<const S: usize>() -> Bits<S> {
    (!Bits::<S>::default()).replace_bit(0, false)
}

// As in `encode`: rust-hdl's notation has no constants of a width that is a parameter.
impl<const S: usize, const N: usize> Logic for RoundRobin<S, N> {
    fn update(&mut self) {
        self.above.next = (all_but_first::<S>() << self.last.val()) & self.request.val();
        self.candidates.next = self.request.val();
        if self.above.val().any() {
            self.candidates.next = self.above.val();
        }
        // x & -x leaves the lowest set bit.
        self.one_hot.next = self.candidates.val() & (!self.candidates.val() + 1);
        self.any.next = self.request.val().any();
        self.winner.next = number::<S, N>(self.one_hot.val());
    }

    fn connect(&mut self) {
        self.above.connect();
        self.candidates.connect();
        self.one_hot.connect();
        self.any.connect();
        self.winner.connect();
    }

    fn hdl(&self) -> ast::Verilog {
        use ast::{VerilogOp as Op, VerilogStatement::Assignment};
        let paren = |inner| Expr::Paren(Box::new(inner));
        let any = |inner| Expr::Unary(ast::VerilogOpUnary::Any, Box::new(inner));
        let shifted = binary(constant(all_but_first::<S>()), Op::Shl, signal("last"));
        let inverted = Expr::Unary(ast::VerilogOpUnary::Not, Box::new(signal("candidates")));
        let negated = binary(inverted, Op::Add, Expr::Literal(1u64.into()));
        let mut text = vec![
            Assignment(signal("above"), binary(paren(shifted), Op::BitAnd, signal("request"))),
            Assignment(signal("candidates"), signal("request")),
            ast::VerilogStatement::If(ast::VerilogConditional {
                test: any(signal("above")),
                then: vec![Assignment(signal("candidates"), signal("above"))],
                otherwise: ast::VerilogBlockOrConditional::None,
            }),
            Assignment(signal("one_hot"), binary(signal("candidates"), Op::BitAnd, paren(negated))),
            Assignment(signal("any"), any(signal("request"))),
        ];
        text.extend(number_text::<S, N>("one_hot", "winner"));
        ast::Verilog::Combinatorial(text)
    }
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
