//! Printed expressions, put together with the parentheses they need.

use rust_hdl::core::ast::VerilogOp as Op;

/// A printed expression and its outermost form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Text {
    text: String,
    form: Form,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// A name, a literal, a part of a signal, a concatenation.
    Simple,
    /// `~x`.
    Complement,
    /// Operands joined by one operator whose order of evaluation does not matter.
    Chain(&'static str),
    /// Two operands compared.
    Comparison,
    /// Anything that needs parentheses inside another.
    Compound,
}

impl Text {
    /// A name, a literal, a part of a signal, a concatenation.
    pub fn simple(text: String) -> Self {
        Self { text, form: Form::Simple }
    }
    /// Anything that needs parentheses inside another.
    pub fn compound(text: String) -> Self {
        Self { text, form: Form::Compound }
    }
    /// Joins two operands by an operator; the left one may be a chain of the same operator.
    pub fn binary(left: Self, op: &Op, right: Self) -> Self {
        let symbol = symbol(op);
        let bare = |text: &Self| match text.form {
            Form::Complement => matches!(op, Op::BitAnd | Op::BitOr | Op::BitXor),
            Form::Chain(same) => same == symbol,
            _ => false,
        };
        let side = |text: Self, bare: bool| if bare { text.text } else { text.operand() };
        let (bare_left, bare_right) = (bare(&left), right.form == Form::Complement && bare(&right));
        let text = format!("{} {symbol} {}", side(left, bare_left), side(right, bare_right));
        let chains = matches!(op, Op::BitAnd | Op::BitOr | Op::BitXor | Op::Add);
        let compares = matches!(op, Op::Eq | Op::Ne | Op::Lt | Op::Le | Op::Gt | Op::Ge);
        let form = match (chains, compares) {
            (true, _) => Form::Chain(symbol),
            (_, true) => Form::Comparison,
            _ => Form::Compound,
        };
        Self { text, form }
    }
    /// `~x`.
    pub fn complement(operand: Self) -> Self {
        if let (Form::Complement, Some(text)) = (operand.form, operand.text.strip_prefix('~')) {
            return Self::simple(text.to_string());
        }
        Self { text: format!("~{}", operand.operand()), form: Form::Complement }
    }
    /// Prints `c ? x : y`; more choices may follow in `y`.
    pub fn choice(test: Self, then: Self, otherwise: Self) -> Self {
        let text = format!("{} ? {} : {}", test.operand(), then.text, otherwise.text);
        Self::compound(text)
    }
    /// Returns the text without context.
    pub fn text(&self) -> &str {
        &self.text
    }
    /// Returns the text behind `<=`, which is also a comparison operator.
    pub fn loaded(&self) -> String {
        match self.form {
            Form::Comparison => format!("({})", self.text),
            _ => self.text.clone(),
        }
    }
    /// Returns whether it is a name, a literal, a part of a signal or a concatenation.
    pub fn is_simple(&self) -> bool {
        self.form == Form::Simple
    }
    /// Returns the text without context, and consumes the expression.
    pub fn alone(self) -> String {
        self.text
    }
    /// Returns the text as an operand of an operator.
    pub fn operand(self) -> String {
        match self.form {
            Form::Simple => self.text,
            _ => format!("({})", self.text),
        }
    }
}

/// Returns an operator in Verilog.
pub fn symbol(op: &Op) -> &'static str {
    match op {
        Op::Add => "+",
        Op::Sub => "-",
        Op::Mul => "*",
        Op::LogicalAnd => "&&",
        Op::LogicalOr => "||",
        Op::BitXor => "^",
        Op::BitAnd => "&",
        Op::BitOr => "|",
        Op::Shl => "<<",
        Op::Shr => ">>",
        Op::Eq => "==",
        Op::Lt => "<",
        Op::Le => "<=",
        Op::Ne => "!=",
        Op::Ge => ">=",
        Op::Gt => ">",
    }
}
