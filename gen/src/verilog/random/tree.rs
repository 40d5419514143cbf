//! Expressions as trees: their rust-hdl syntax, and their value by rust-hdl's own arithmetic.

use rust_hdl::core::ast::{VerilogExpression as Expr, VerilogOp as Op, VerilogOpUnary as UnaryOp};
use rust_hdl::prelude::{bit_cast, bits, Bits};

/// An expression over the signals of a circuit. Operands of arithmetic are equally wide.
#[derive(Clone, Debug)]
pub enum Tree {
    /// A signal's value.
    Signal(usize),
    /// A number with a width.
    Number { value: u64, width: u32 },
    /// A number that takes its width from the operand to its left.
    Bare(u64),
    /// Arithmetic of two values, or a comparison, which is one bit.
    Binary(Box<Tree>, Op, Box<Tree>),
    /// The product of two 16-bit values, 32 bits wide.
    Product(Box<Tree>, Box<Tree>),
    /// A shift, by a value of any width or a bare number.
    Shift(Box<Tree>, Op, Box<Tree>),
    /// Complement, or a reduction to one bit.
    Unary(UnaryOp, Box<Tree>),
    /// One bit, at a position below the width.
    Bit(Box<Tree>, Box<Tree>),
    /// Some bits of a signal.
    Slice { signal: usize, width: u32, offset: u32 },
    /// Widened with zeros, or truncated.
    Cast(Box<Tree>, u32),
    /// One bit replaced.
    Replace(Box<Tree>, u32, Box<Tree>),
}

/// Runs an expression with a constant that is the width found at run time.
macro_rules! by_width {
    ($width:expr, $n:ident => $body:expr) => {
        by_width!(@ $width, $n, $body,
            1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32)
    };
    (@ $width:expr, $n:ident, $body:expr, $($literal:literal)*) => {
        match $width {
            $($literal => {
                const $n: usize = $literal;
                $body
            })*
            other => panic!("{other} is no width of a signal"),
        }
    };
}

fn is_comparison(op: &Op) -> bool {
    matches!(op, Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge)
}

fn binary<const N: usize>(a: Bits<N>, op: &Op, b: Bits<N>) -> u32 {
    match op {
        Op::Add => (a + b).to_u32(),
        Op::Sub => (a - b).to_u32(),
        Op::BitAnd => (a & b).to_u32(),
        Op::BitOr => (a | b).to_u32(),
        Op::BitXor => (a ^ b).to_u32(),
        Op::Eq => (a == b).into(),
        Op::Ne => (a != b).into(),
        Op::Lt => (a < b).into(),
        Op::Le => (a <= b).into(),
        Op::Gt => (a > b).into(),
        Op::Ge => (a >= b).into(),
        op => panic!("{op:?} is not generated"),
    }
}

fn unary<const N: usize>(op: &UnaryOp, a: Bits<N>) -> u32 {
    match op {
        UnaryOp::Not => (!a).to_u32(),
        UnaryOp::All => a.all().into(),
        UnaryOp::Any => a.any().into(),
        UnaryOp::Xor => a.xor().into(),
        UnaryOp::Neg => panic!("Bits have no negation"),
    }
}

/// Names and widths of signals, by number.
pub type Names<'a> = &'a [(String, u32)];

impl Tree {
    /// Returns the width in bits; `None` for a bare number.
    pub fn width(&self, names: Names) -> Option<u32> {
        match self {
            Self::Signal(signal) => Some(names[*signal].1),
            Self::Number { width, .. } | Self::Slice { width, .. } | Self::Cast(_, width) => {
                Some(*width)
            }
            Self::Bare(_) => None,
            Self::Binary(_, op, _) if is_comparison(op) => Some(1),
            Self::Unary(UnaryOp::Not, a) => a.width(names),
            Self::Unary(..) | Self::Bit(..) => Some(1),
            Self::Product(..) => Some(32),
            Self::Binary(a, ..) | Self::Shift(a, ..) | Self::Replace(a, ..) => a.width(names),
        }
    }

    /// Returns the value, by rust-hdl.
    pub fn value(&self, names: Names, values: &[u32]) -> u32 {
        let of = |tree: &Self| tree.value(names, values);
        let wide = |tree: &Self| tree.width(names).unwrap_or(32);
        match self {
            Self::Signal(signal) => values[*signal],
            Self::Number { value, .. } | Self::Bare(value) => *value as u32,
            Self::Binary(a, op, b) => {
                let (x, y) = (u64::from(of(a)), u64::from(of(b)));
                by_width!(wide(a), N => binary(bits::<N>(x), op, bits::<N>(y)))
            }
            Self::Product(a, b) => (bits::<16>(of(a).into()) * bits::<16>(of(b).into())).to_u32(),
            Self::Shift(a, op, b) => {
                let (x, amount) = (u64::from(of(a)), u64::from(of(b)));
                match op {
                    Op::Shl => by_width!(wide(a), N => (bits::<N>(x) << amount).to_u32()),
                    _ => by_width!(wide(a), N => (bits::<N>(x) >> amount).to_u32()),
                }
            }
            Self::Unary(op, a) => {
                let x = u64::from(of(a));
                by_width!(wide(a), N => unary(op, bits::<N>(x)))
            }
            Self::Bit(a, index) => {
                let (x, index) = (u64::from(of(a)), of(index) as usize);
                by_width!(wide(a), N => bits::<N>(x).get_bit(index).into())
            }
            Self::Slice { signal, width, offset } => {
                let x = by_width!(names[*signal].1, N => {
                    bits::<N>(values[*signal].into()).get_bits::<32>(*offset as usize).to_u32()
                });
                by_width!(*width, M => bit_cast::<M, 32>(bits::<32>(x.into())).to_u32())
            }
            Self::Cast(a, width) => {
                let x = u64::from(of(a));
                by_width!(wide(a), N => by_width!(*width, M => {
                    bit_cast::<M, N>(bits::<N>(x)).to_u32()
                }))
            }
            Self::Replace(a, index, bit) => {
                let (x, bit) = (u64::from(of(a)), of(bit) != 0);
                by_width!(wide(a), N => bits::<N>(x).replace_bit(*index as usize, bit).to_u32())
            }
        }
    }

    /// Returns the syntax that `#[hdl_gen]` makes of the expression.
    pub fn syntax(&self, names: Names) -> Expr {
        let of = |tree: &Self| Box::new(tree.syntax(names));
        let signal = |signal: usize| Expr::Signal(names[signal].0.clone());
        match self {
            Self::Signal(s) => signal(*s),
            Self::Number { value, width } => {
                Expr::Cast(Box::new(Expr::Literal((*value).into())), *width as usize)
            }
            Self::Bare(value) => Expr::Literal((*value as i32).into()),
            Self::Binary(a, op, b) | Self::Shift(a, op, b) => {
                Expr::Paren(Box::new(Expr::Binary(of(a), op.clone(), of(b))))
            }
            Self::Product(a, b) => Expr::Paren(Box::new(Expr::Binary(of(a), Op::Mul, of(b)))),
            Self::Unary(op, a) => Expr::Unary(op.clone(), of(a)),
            Self::Bit(a, index) => Expr::Index(of(a), of(index)),
            Self::Slice { signal: s, width, offset } => {
                let offset = Expr::Literal((*offset as i32).into());
                Expr::Slice(Box::new(signal(*s)), *width as usize, Box::new(offset))
            }
            Self::Cast(a, width) => Expr::Cast(of(a), *width as usize),
            Self::Replace(a, index, bit) => {
                let index = Expr::Literal((*index as i32).into());
                Expr::IndexReplace(of(a), Box::new(index), of(bit))
            }
        }
    }

    /// Returns whether the printer can truncate it to fewer bits; it refuses all others.
    pub fn can_be_cut(&self) -> bool {
        match self {
            Self::Signal(_) | Self::Number { .. } | Self::Bare(_) => true,
            Self::Binary(a, op, b) => !is_comparison(op) && a.can_be_cut() && b.can_be_cut(),
            Self::Product(a, b) => a.can_be_cut() && b.can_be_cut(),
            Self::Shift(a, op, _) => matches!(op, Op::Shl) && a.can_be_cut(),
            Self::Unary(UnaryOp::Not, a) | Self::Cast(a, _) => a.can_be_cut(),
            _ => false,
        }
    }
}
