//! The number of the one bit that is set, at any width.
//!
//! The masks of its equations have as many bits as the word, which rust-hdl's notation has no way to say. So value and
//! text of the equations are written side by side here, and those who compare circuits with models compare them too.

use rust_hdl::core::ast::{
    Verilog, VerilogBlockOrConditional, VerilogConditional, VerilogExpression as Expr, VerilogOp,
    VerilogOpUnary, VerilogStatement as Statement,
};
use rust_hdl::prelude::*;

/// The number of a one-hot word's bit, or zero if none is set. `N` bits tell `S` numbers apart.
#[derive(Clone, Debug, Default, LogicBlock)]
pub struct Encode<const S: usize, const N: usize> {
    /// At most one bit.
    pub one_hot: Signal<rust_hdl::prelude::In, Bits<S>>,
    /// Its number.
    pub number: Signal<rust_hdl::prelude::Out, Bits<N>>,
}

impl<const S: usize, const N: usize> Logic for Encode<S, N> {
    fn update(&mut self) {
        self.number.next = number::<S, N>(self.one_hot.val());
    }
    fn connect(&mut self) {
        self.number.connect();
    }
    fn hdl(&self) -> Verilog {
        Verilog::Combinatorial(number_text::<S, N>("one_hot", "number"))
    }
}

/// The positions whose number has bit `k`.
fn with_bit<const S: usize>(k: usize) -> Bits<S> {
    (0..S).filter(|n| n >> k & 1 == 1).fold(Bits::default(), |all, n| all.replace_bit(n, true))
}

/// The number of the bit of `one_hot` that is set, or zero; of several bits, what the equations make of them: their
/// numbers ORed.
pub fn number<const S: usize, const N: usize>(one_hot: Bits<S>) -> Bits<N> {
    let set = (0..S).filter(|&n| one_hot.get_bit(n));
    bits(set.fold(0, |number, n| number | n as u64))
}

/// The statements that make the signal `number` that of the signal `one_hot`.
pub fn number_text<const S: usize, const N: usize>(one_hot: &str, number: &str) -> Vec<Statement> {
    let zero = Expr::Cast(Box::new(Expr::Literal(0u64.into())), N);
    let mut text = vec![Statement::Assignment(signal(number), zero)];
    text.extend((0..N).map(|k| {
        let masked = binary(signal(one_hot), VerilogOp::BitAnd, constant(with_bit::<S>(k)));
        let test = Expr::Unary(VerilogOpUnary::Any, Box::new(Expr::Paren(Box::new(masked))));
        let bit = Expr::Literal((1u64 << k).into());
        let then = binary(signal(number), VerilogOp::BitOr, bit);
        let then = vec![Statement::Assignment(signal(number), then)];
        let otherwise = VerilogBlockOrConditional::None;
        Statement::If(VerilogConditional { test, then, otherwise })
    }));
    text
}

/// A signal of the circuit.
pub fn signal(name: &str) -> Expr {
    Expr::Signal(name.to_string())
}

/// A constant word.
pub fn constant<const S: usize>(word: Bits<S>) -> Expr {
    Expr::Cast(Box::new(Expr::Literal(word.into())), S)
}

/// Two words and what is done with them.
pub fn binary(left: Expr, op: VerilogOp, right: Expr) -> Expr {
    Expr::Binary(Box::new(left), op, Box::new(right))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks what the equations of the text make of each word of `S` bits of which only one is set.
    fn hold<const S: usize>() {
        for n in 0..S {
            let told: usize = (0..8).filter(|&k| with_bit::<S>(k).get_bit(n)).map(|k| 1 << k).sum();
            assert!(told == n, "the equations call bit {n} of {S} number {told}");
        }
    }

    #[test]
    fn the_equations_number_every_position_of_a_machine_of_any_width() {
        hold::<32>();
        hold::<64>();
        hold::<128>();
        hold::<144>();
        for n in [0, 63, 64, 127, 128, 143] {
            let one_hot = Bits::<144>::default().replace_bit(n, true);
            assert_eq!(number::<144, 8>(one_hot), bits::<8>(n as u64));
        }
    }
}
