//! Prints the choice of one element of a bank by an index. rust-hdl can only compare the index with
//! the number of every element, which is a chain of gates as long as the bank. Verilog can select
//! the element by its position.

use super::expr::{strip, Printer};
use super::names::{ones, Reads};
use super::node::{Node, Target, Value};
use super::statement::Piece;
use super::text::Text;
use super::Word;
use rust_hdl::core::ast::{
    VerilogBlockOrConditional as Otherwise, VerilogExpression as Expr, VerilogOp as Op,
    VerilogStatement as Statement,
};

/// Recognizes `if hot[i] & further { target = bank[i] }` in a loop over all of `bank`, where `hot`
/// is one bit at an index that cannot point behind the bank. The result is the element at the
/// index, if `further`.
pub fn of(
    printer: &Printer,
    block: &[Statement],
    statement: &Statement,
    variable: &str,
    turns: u64,
) -> Option<Node> {
    let Statement::If(conditional) = statement else { return None };
    let (Otherwise::None, [Statement::Assignment(Expr::Signal(target), value)]) =
        (&conditional.otherwise, &conditional.then[..])
    else {
        return None;
    };
    let Expr::Signal(element) = strip(value) else { return None };
    let (bank, port) = element.split_once(&format!("[{variable}]"))?;
    let bank = printer.names.get(&format!("{bank}{port}"))?;
    let target_name = printer.names.get(target.trim_end_matches("$next"))?;
    if bank.elements != Some(turns) || target_name.elements.is_some() {
        return None;
    }
    let mut terms = Vec::new();
    conjuncts(&conditional.test, &mut terms);
    let at = terms.iter().position(|term| is_bit(term, variable))?;
    let Expr::Index(hot, _) = strip(terms.remove(at)) else { return None };
    let Expr::Signal(hot) = strip(hot) else { return None };
    let index = index_of(printer, block, hot)?;
    let position = printer.names.get(index)?;
    if position.elements.is_some() || 1u64.checked_shl(position.width) != Some(turns) {
        return None;
    }
    if terms.iter().any(|term| format!("{term:?}").contains(&format!("{variable:?}"))) {
        return None;
    }
    printer.names.take_recent();
    let further: Option<Vec<Text>> = terms.iter().map(|term| printer.print(term, 1).ok()).collect();
    let further = further?.into_iter().reduce(|a, b| Text::binary(a, &Op::BitAnd, b));
    let test = further.map(|text| Value { text, reads: printer.names.take_recent() });
    let mut reads = Reads::default();
    reads.insert(&element.replace(&format!("[{variable}]"), ""), ones(bank.width));
    reads.insert(index, ones(position.width));
    let text = Text::simple(part(&bank.verilog, bank.width, &position.verilog)?);
    let key = target.trim_end_matches("$next").to_string();
    let assignment = Node::Assign(Target { key, part: String::new() }, Value { text, reads });
    Some(match test {
        Some(test) => Node::If { test, then: vec![assignment], otherwise: Vec::new() },
        None => assignment,
    })
}

/// Replaces the statement of a loop by the choice that it makes, if no other statement of
/// the loop depends on the iteration.
pub fn put(frame: &mut [Piece], choice: Node) {
    let Some(target) = choice.writes().pop_first() else { return };
    let concerned = |piece: &&mut Piece| {
        piece.node.writes().contains(&target) || piece.node.reads().has(&target)
    };
    let mut concerned = frame.iter_mut().filter(concerned);
    if let (Some(piece), None) = (concerned.next(), concerned.next()) {
        *piece = Piece { node: choice, repeat: None };
    }
}

/// Prints an element of a bank whose elements have a power of two of bits.
fn part(bank: &str, width: u32, index: &str) -> Option<String> {
    match width {
        1 => Some(format!("{bank}[{index}]")),
        _ if width.is_power_of_two() => {
            let shift = width.ilog2();
            Some(format!("{bank}[{{{index}, {shift}'d0}} +: {width}]"))
        }
        _ => None,
    }
}

fn conjuncts<'a>(test: &'a Expr, terms: &mut Vec<&'a Expr>) {
    match strip(test) {
        Expr::Binary(l, Op::BitAnd | Op::LogicalAnd, r) => {
            conjuncts(l, terms);
            conjuncts(r, terms);
        }
        term => terms.push(term),
    }
}

fn is_bit(term: &Expr, variable: &str) -> bool {
    matches!(strip(term), Expr::Index(_, index)
        if matches!(strip(index), Expr::Signal(name) if name == variable))
}

/// Returns the index, if `hot` is only ever assigned one bit at it.
fn index_of<'a>(printer: &Printer, block: &'a [Statement], hot: &str) -> Option<&'a str> {
    let mut values = Vec::new();
    let mut known = true;
    assigned(block, hot, true, &mut |value| match value {
        Some(value) => values.push(value),
        None => known = false,
    });
    let [Expr::Binary(one, Op::Shl, index)] = values[..] else { return None };
    match strip(index) {
        Expr::Signal(index) if known && printer.constant(one) == Some(Word::ONE) => Some(index),
        _ => None,
    }
}

/// Calls `see` for every assignment to `signal`, with the value if it assigns the whole
/// unconditionally.
fn assigned<'a>(
    block: &'a [Statement],
    signal: &str,
    outermost: bool,
    see: &mut impl FnMut(Option<&'a Expr>),
) {
    for statement in block {
        match statement {
            Statement::Assignment(Expr::Signal(target), value)
                if target.trim_end_matches("$next") == signal =>
            {
                see(outermost.then(|| strip(value)));
            }
            Statement::SliceAssignment { base: Expr::Signal(target), .. }
                if target.trim_end_matches("$next") == signal =>
            {
                see(None);
            }
            Statement::Macro(block) => assigned(block, signal, outermost, see),
            Statement::Loop(repeat) => assigned(&repeat.block, signal, false, see),
            Statement::Match(choice) => {
                choice.cases.iter().for_each(|case| assigned(&case.block, signal, false, see));
            }
            Statement::If(conditional) => {
                assigned(&conditional.then, signal, false, see);
                match &conditional.otherwise {
                    Otherwise::None => {}
                    Otherwise::Block(block) => assigned(block, signal, false, see),
                    Otherwise::Conditional(next) => {
                        assigned(std::slice::from_ref(next), signal, false, see);
                    }
                }
            }
            _ => {}
        }
    }
}
