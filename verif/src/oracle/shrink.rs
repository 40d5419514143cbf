//! Leaves out statements for as long as the programs still differ.

use super::code::{Code, Line};
use super::program::{Inst, Kind, Program, Stmt};

/// The smallest program found, by leaving out one statement after another, that still `fails`.
pub fn shrink(program: &Program, fails: impl Fn(&Program) -> bool) -> Program {
    let mut best = program.clone();
    loop {
        let before = weight(&best);
        // Later statements hide less, so begin at the end.
        for index in (0..count(&best)).rev() {
            let mut choice = 0;
            while let Some(candidate) = variant(&best, index, choice) {
                if fails(&candidate) {
                    best = candidate;
                } else {
                    choice += 1;
                }
            }
        }
        if weight(&best) == before {
            let fewer = without_functions(best.clone());
            return if fails(&fewer) { fewer } else { best };
        }
    }
}

/// Functions that nothing calls are not printed.
fn without_functions(program: Program) -> Program {
    let calls = |line: &Line| matches!(line, Line::Inst(Inst { kind: Kind::Call { .. }, .. }, _));
    if Code::new(&program.body).lines.iter().any(calls) {
        return program;
    }
    Program { functions: Vec::new(), ..program }
}

fn bodies(program: &Program) -> Vec<&Vec<Stmt>> {
    let functions = program.functions.iter().map(|function| &function.body);
    functions.chain([&program.body]).collect()
}

fn children(statement: &Stmt) -> Vec<&Vec<Stmt>> {
    match statement {
        Stmt::If { then, otherwise, .. } => vec![then, otherwise],
        Stmt::Loop { body, .. } => vec![body],
        Stmt::Tangle(blocks) => blocks.iter().map(|(body, _)| body).collect(),
        Stmt::Switch { cases, .. } => cases.iter().collect(),
        Stmt::Insts(_) | Stmt::Escape { .. } | Stmt::Return(_) => Vec::new(),
    }
}

fn size(body: &[Stmt]) -> usize {
    body.iter().map(|s| 1 + children(s).into_iter().map(|body| size(body)).sum::<usize>()).sum()
}

/// Statements of the program, nested ones too.
pub fn count(program: &Program) -> usize {
    bodies(program).into_iter().map(|body| size(body)).sum()
}

/// Statements and instructions, nested ones too.
fn weight(program: &Program) -> usize {
    fn of(body: &[Stmt]) -> usize {
        let inner = |s: &Stmt| children(s).into_iter().map(|body| of(body)).sum::<usize>();
        body.iter().map(|s| 1 + inner(s) + if let Stmt::Insts(i) = s { i.len() } else { 0 }).sum()
    }
    bodies(program).into_iter().map(|body| of(body)).sum()
}

/// The program with its `index`-th statement replaced in one of several ways; `None` beyond the last.
fn variant(program: &Program, index: usize, choice: usize) -> Option<Program> {
    let mut candidate = program.clone();
    let mut left = index;
    let functions = candidate.functions.iter_mut().map(|function| &mut function.body);
    let mut all: Vec<&mut Vec<Stmt>> = functions.collect();
    all.push(&mut candidate.body);
    let found = all.into_iter().find_map(|body| replace(body, &mut left, choice));
    found.unwrap_or(false).then_some(candidate)
}

/// Replaces the `left`-th statement: `None` if it is not in this body, false if there is no such choice.
fn replace(body: &mut Vec<Stmt>, left: &mut usize, choice: usize) -> Option<bool> {
    for at in 0..body.len() {
        if *left == 0 {
            let Some(instead) = replacement(&body[at], choice) else { return Some(false) };
            body.splice(at..=at, instead);
            return Some(true);
        }
        *left -= 1;
        let inside = match &mut body[at] {
            Stmt::If { then, otherwise, .. } => {
                replace(then, left, choice).or_else(|| replace(otherwise, left, choice))
            }
            Stmt::Loop { body, .. } => replace(body, left, choice),
            Stmt::Tangle(blocks) => {
                blocks.iter_mut().find_map(|(body, _)| replace(body, left, choice))
            }
            Stmt::Switch { cases, .. } => {
                cases.iter_mut().find_map(|body| replace(body, left, choice))
            }
            Stmt::Insts(_) | Stmt::Escape { .. } | Stmt::Return(_) => None,
        };
        if inside.is_some() {
            return inside;
        }
    }
    None
}

/// Nothing; what the statement contains; or all its instructions but one, unless a carry links them.
fn replacement(statement: &Stmt, choice: usize) -> Option<Vec<Stmt>> {
    if choice == 0 {
        return Some(Vec::new());
    }
    match statement {
        Stmt::Insts(insts) => {
            let linked =
                |inst: &Inst| matches!(&inst.kind, Kind::Compute { op, .. } if op.carry_out);
            if insts.len() < 2 || choice > insts.len() || insts.iter().any(linked) {
                return None;
            }
            let mut fewer = insts.clone();
            fewer.remove(choice - 1);
            Some(vec![Stmt::Insts(fewer)])
        }
        Stmt::Escape { .. } | Stmt::Return(_) => None,
        _ if choice == 1 => Some(children(statement).into_iter().flatten().cloned().collect()),
        _ => None,
    }
}
