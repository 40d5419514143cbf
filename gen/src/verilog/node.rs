//! Statements as a tree: the printed form of a block's equations, with what they read and assign.

use super::names::Reads;
use super::text::Text;
use rust_hdl::core::ast::VerilogOp as Op;
use std::collections::BTreeSet;

/// An expression, and the bits of signals that it reads.
#[derive(Clone)]
pub struct Value {
    pub text: Text,
    pub reads: Reads,
}

/// The target of an assignment.
#[derive(Clone, PartialEq, Eq)]
pub struct Target {
    /// The signal in rust-hdl's spelling, without an index.
    pub key: String,
    /// The part of the signal, as printed behind its name; empty for the whole.
    pub part: String,
}

/// One statement.
#[derive(Clone)]
pub enum Node {
    Assign(Target, Value),
    If {
        test: Value,
        then: Vec<Node>,
        otherwise: Vec<Node>,
    },
    Case {
        test: Value,
        arms: Vec<Arm>,
    },
    For {
        index: String,
        header: String,
        body: Vec<Node>,
    },
    /// A comment above what follows.
    Note(String),
}

/// One arm of a `case`.
#[derive(Clone)]
pub struct Arm {
    pub label: String,
    /// The constant of the label.
    pub reads: Reads,
    pub body: Vec<Node>,
}

impl Node {
    /// Calls `see` for every statement, the outer ones first.
    pub fn visit<'a>(&'a self, see: &mut impl FnMut(&'a Node)) {
        see(self);
        let mut all = |nodes: &'a [Node]| nodes.iter().for_each(|node| node.visit(see));
        match self {
            Self::Assign(..) | Self::Note(_) => {}
            Self::If { then, otherwise, .. } => {
                all(then);
                all(otherwise);
            }
            Self::Case { arms, .. } => arms.iter().for_each(|arm| all(&arm.body)),
            Self::For { body, .. } => all(body),
        }
    }

    /// Returns the signals that are assigned.
    pub fn writes(&self) -> BTreeSet<String> {
        let mut writes = BTreeSet::new();
        self.visit(&mut |node| {
            if let Self::Assign(target, _) = node {
                writes.insert(target.key.clone());
            }
        });
        writes
    }

    /// Returns the bits that are read.
    pub fn reads(&self) -> Reads {
        let mut reads = Reads::default();
        self.visit(&mut |node| match node {
            Self::Assign(_, value) => reads.add(&value.reads),
            Self::If { test, .. } => reads.add(&test.reads),
            Self::Case { test, arms } => {
                reads.add(&test.reads);
                arms.iter().for_each(|arm| reads.add(&arm.reads));
            }
            Self::For { .. } | Self::Note(_) => {}
        });
        reads
    }

    /// Returns the variables of the loops.
    pub fn loop_variables(&self) -> BTreeSet<String> {
        let mut variables = BTreeSet::new();
        self.visit(&mut |node| {
            if let Self::For { index, .. } = node {
                variables.insert(index.clone());
            }
        });
        variables
    }

    /// Puts statements under a condition; nested conditions of a single statement are merged.
    fn conditional(test: Value, mut then: Vec<Self>) -> Self {
        match &mut then[..] {
            [Self::If { test: inner, then, otherwise }] if otherwise.is_empty() => {
                let (inner, then) = (inner.clone(), std::mem::take(then));
                Self::conditional(test.and(inner), then)
            }
            _ => Self::If { test, then, otherwise: Vec::new() },
        }
    }

    /// Returns the statement with only the assignments that are `wanted`; `None` if it has none.
    pub fn slice(&self, wanted: &impl Fn(&Target, &Value) -> bool) -> Option<Self> {
        match self {
            Self::Assign(target, value) => wanted(target, value).then(|| self.clone()),
            Self::Note(_) => None,
            Self::If { test, then, otherwise } => {
                let (then, otherwise) = (slice(then, wanted), slice(otherwise, wanted));
                if then.is_empty() && otherwise.is_empty() {
                    return None;
                }
                let test = test.clone();
                Some(match (&then[..], &otherwise[..]) {
                    ([], _) => Self::conditional(test.not(), otherwise),
                    (_, []) => Self::conditional(test, then),
                    _ => Self::If { test, then, otherwise },
                })
            }
            Self::Case { test, arms } => {
                let arms: Vec<Arm> = arms
                    .iter()
                    .map(|arm| Arm { body: slice(&arm.body, wanted), ..arm.clone() })
                    .collect();
                if arms.iter().all(|arm| arm.body.is_empty()) {
                    return None;
                }
                Some(Self::Case { test: test.clone(), arms })
            }
            Self::For { index, header, body } => {
                let body = slice(body, wanted);
                let (index, header) = (index.clone(), header.clone());
                (!body.is_empty()).then_some(Self::For { index, header, body })
            }
        }
    }
}

/// Slices some statements, and returns those that are not empty.
fn slice(nodes: &[Node], wanted: &impl Fn(&Target, &Value) -> bool) -> Vec<Node> {
    nodes.iter().filter_map(|node| node.slice(wanted)).collect()
}

impl Value {
    /// Joins two conditions.
    pub fn and(mut self, other: Self) -> Self {
        self.reads.add(&other.reads);
        Self { text: Text::binary(self.text, &Op::BitAnd, other.text), ..self }
    }

    fn not(self) -> Self {
        Self { text: Text::complement(self.text), ..self }
    }
}
