//! Builds a nondeterministic automaton without empty moves from the syntax of rules.
//!
//! Each position of a rule where a byte is matched is a state. An edge to it is labelled with one of the bytes of
//! that position (Glushkov's construction). The bytes with which rules begin literally are shared between rules as
//! a tree.

use regex_syntax::hir::{Class, Hir, HirKind};
use std::collections::HashMap;

/// Number of edges from which a thread leaves a state to children, even if the edges' labels differ.
const MANY_EDGES: usize = 32;
/// Most states on any path that are examined edge by edge: `DEPTH` in regx.cu.
pub(super) const MOST_NESTED: u32 = 20;
// A rule of a few bytes can repeat a class millions of times. These sizes bound the cost for the host.
const MAX_STATES: usize = 1 << 18;
const MAX_EDGES: usize = 1 << 22;

/// A state of the automaton.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    /// Byte and target of each edge, in this order, without duplicates.
    pub edges: Vec<(u8, u32)>,
    /// Rules that match in this state.
    pub reports: Vec<u32>,
    /// A rule to which it belongs.
    rule: u32,
}

impl State {
    /// Returns whether the thread that finds the state follows it by itself.
    pub fn is_followed_alone(&self) -> bool {
        let differ = self.edges.windows(2).all(|pair| pair[0].0 != pair[1].0);
        self.edges.len() < MANY_EDGES && differ
    }
}

/// Why rules cannot be made into an automaton.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct BadRule {
    /// The rule that is wrong.
    pub rule: u32,
    /// What is wrong and what to do.
    pub what: String,
}

/// The interface of a part of a rule: how it is entered and left.
#[derive(Clone, Debug, Default)]
struct Part {
    /// Whether it also matches the empty text.
    skippable: bool,
    first: Vec<u32>,
    last: Vec<u32>,
}

/// The automaton under construction.
#[derive(Debug, Default)]
pub(super) struct Automaton {
    pub states: Vec<State>,
    /// The bytes that lead to each state.
    bytes: Vec<Vec<u8>>,
    edges: usize,
    /// Beginnings of rules: state and byte to the next state.
    tree: HashMap<(u32, u8), u32>,
}

impl Automaton {
    /// Adds a state without incoming edges.
    pub fn root(&mut self) -> u32 {
        self.states.push(State::default());
        self.bytes.push(Vec::new());
        self.states.len() as u32 - 1
    }

    /// Adds a rule to those searched from `root` on.
    pub fn add(&mut self, root: u32, rule: u32, syntax: &Hir) -> Result<(), BadRule> {
        self.add_rule(root, rule, syntax).map_err(|what| BadRule { rule, what })
    }

    fn add_rule(&mut self, root: u32, rule: u32, syntax: &Hir) -> Result<(), String> {
        let (beginning, rest) = split(syntax);
        let mut at = root;
        for &byte in beginning {
            at = match self.tree.get(&(at, byte)) {
                Some(&next) => next,
                None => {
                    let next = self.state(vec![byte], rule)?;
                    self.link(&[at], &[next])?;
                    self.tree.insert((at, byte), next);
                    next
                }
            };
        }
        let mut part = Part { skippable: true, ..Part::default() };
        for syntax in rest {
            let next = self.part(syntax, rule)?;
            part = self.chain(part, next)?;
        }
        self.link(&[at], &part.first)?;
        if part.skippable && at == root {
            return Err("it matches nothing at all, which is everywhere; let it take a byte".into());
        }
        let ends = part.last.iter().copied().chain(part.skippable.then_some(at));
        for end in ends {
            self.states[end as usize].reports.push(rule);
        }
        Ok(())
    }

    fn state(&mut self, bytes: Vec<u8>, rule: u32) -> Result<u32, String> {
        if self.states.len() == MAX_STATES {
            return Err(format!(
                "the automaton has more than {MAX_STATES} states; use fewer or shorter rules"
            ));
        }
        self.states.push(State { rule, ..State::default() });
        self.bytes.push(bytes);
        Ok(self.states.len() as u32 - 1)
    }

    fn link(&mut self, from: &[u32], to: &[u32]) -> Result<(), String> {
        for &from in from {
            for &to in to {
                let bytes = &self.bytes[to as usize];
                self.edges += bytes.len();
                if self.edges > MAX_EDGES {
                    return Err(format!(
                        "the automaton has more than {MAX_EDGES} edges; use fewer or shorter rules"
                    ));
                }
                self.states[from as usize].edges.extend(bytes.iter().map(|&byte| (byte, to)));
            }
        }
        Ok(())
    }

    fn part(&mut self, syntax: &Hir, rule: u32) -> Result<Part, String> {
        let skippable = true;
        match syntax.kind() {
            HirKind::Empty => Ok(Part { skippable, ..Part::default() }),
            HirKind::Literal(literal) => {
                let mut part = Part { skippable, ..Part::default() };
                for &byte in &literal.0 {
                    let next = self.position(vec![byte], rule)?;
                    part = self.chain(part, next)?;
                }
                Ok(part)
            }
            HirKind::Class(class) => self.position(bytes_of(class)?, rule),
            HirKind::Capture(capture) => self.part(&capture.sub, rule),
            HirKind::Concat(parts) => {
                let mut part = Part { skippable, ..Part::default() };
                for syntax in parts {
                    let next = self.part(syntax, rule)?;
                    part = self.chain(part, next)?;
                }
                Ok(part)
            }
            HirKind::Alternation(choices) => {
                let mut part = Part::default();
                for syntax in choices {
                    let choice = self.part(syntax, rule)?;
                    part.skippable |= choice.skippable;
                    part.first.extend(choice.first);
                    part.last.extend(choice.last);
                }
                Ok(part)
            }
            HirKind::Repetition(repetition) => {
                // Optional repetitions are nested, x(x(x)?)?, so that exactly one path has each length.
                let times = repetition.max.unwrap_or(repetition.min.max(1));
                let mut part = Part { skippable, ..Part::default() };
                for time in (0..times).rev() {
                    let mut one = self.part(&repetition.sub, rule)?;
                    if time + 1 == times && repetition.max.is_none() {
                        self.link(&one.last, &one.first)?;
                    }
                    one = self.chain(one, part)?;
                    one.skippable |= time >= repetition.min;
                    part = one;
                }
                Ok(part)
            }
            HirKind::Look(_) => {
                Err("it has an anchor or a word boundary, which no edge can bear; leave it out"
                    .into())
            }
        }
    }

    fn position(&mut self, bytes: Vec<u8>, rule: u32) -> Result<Part, String> {
        let state = self.state(bytes, rule)?;
        Ok(Part { skippable: false, first: vec![state], last: vec![state] })
    }

    /// Chains one part and then the other.
    fn chain(&mut self, one: Part, then: Part) -> Result<Part, String> {
        self.link(&one.last, &then.first)?;
        let (mut first, mut last) = (one.first, then.last);
        if one.skippable {
            first.extend(then.first);
        }
        if then.skippable {
            last.extend(one.last);
        }
        Ok(Part { skippable: one.skippable && then.skippable, first, last })
    }

    /// Orders the edges. Checks that no path of at most `longest` bytes from a root nests too deep.
    pub fn finish(&mut self, roots: &[u32], longest: usize) -> Result<(), BadRule> {
        for state in &mut self.states {
            state.edges.sort_unstable();
            state.edges.dedup();
            state.reports.sort_unstable();
            state.reports.dedup();
        }
        let examined = |state: &State| u32::from(!state.is_followed_alone());
        let mut nested: Vec<Option<u32>> = vec![None; self.states.len()];
        let mut reached: Vec<(u32, u32)> =
            roots.iter().map(|&root| (root, examined(&self.states[root as usize]))).collect();
        for _ in 0..=longest {
            let mut next = Vec::new();
            for (at, depth) in reached {
                let state = &self.states[at as usize];
                if depth > MOST_NESTED {
                    let what = format!(
                        "on a path through it more than {MOST_NESTED} states leave their edges to children; bound its repetitions"
                    );
                    return Err(BadRule { rule: state.rule, what });
                }
                if nested[at as usize].is_none_or(|known| known < depth) {
                    nested[at as usize] = Some(depth);
                    let mut targets: Vec<u32> = state.edges.iter().map(|&(_, to)| to).collect();
                    targets.sort_unstable();
                    targets.dedup();
                    next.extend(
                        targets
                            .into_iter()
                            .map(|to| (to, depth + examined(&self.states[to as usize]))),
                    );
                }
            }
            reached = next;
        }
        Ok(())
    }
}

/// Returns the bytes with which a rule always begins, and its rest.
fn split(syntax: &Hir) -> (&[u8], &[Hir]) {
    match syntax.kind() {
        HirKind::Literal(literal) => (&literal.0, &[]),
        HirKind::Concat(parts) => match parts[0].kind() {
            HirKind::Literal(literal) => (&literal.0, &parts[1..]),
            _ => (&[], parts),
        },
        _ => (&[], std::slice::from_ref(syntax)),
    }
}

/// Returns the bytes of a class. A class of characters beyond ASCII has no single bytes.
pub(super) fn bytes_of(class: &Class) -> Result<Vec<u8>, String> {
    let bytes = match class {
        Class::Bytes(bytes) => Some(bytes.clone()),
        Class::Unicode(characters) => characters.to_byte_class(),
    };
    let bytes = bytes.ok_or("it has a class of characters that are no single bytes")?;
    Ok(bytes.iter().flat_map(|range| range.start()..=range.end()).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::Rule;

    fn build(rules: &[&str], longest: usize) -> Result<Automaton, BadRule> {
        let mut automaton = Automaton::default();
        let root = automaton.root();
        for (rule, number) in rules.iter().zip(0..) {
            automaton.add(root, number, &Rule::parse(rule, 0).unwrap().syntax)?;
        }
        automaton.finish(&[root], longest)?;
        Ok(automaton)
    }

    /// Returns the rules reported on some path of all of `text`, and the number of paths.
    fn walk(automaton: &Automaton, text: &[u8]) -> (Vec<u32>, usize) {
        let mut at = vec![0_u32];
        for byte in text {
            let edges = |&state: &u32| automaton.states[state as usize].edges.iter();
            let fits = |edge: &&(u8, u32)| edge.0 == *byte;
            at = at.iter().flat_map(edges).filter(fits).map(|&(_, to)| to).collect();
        }
        let mut reports: Vec<u32> =
            at.iter().flat_map(|&state| automaton.states[state as usize].reports.clone()).collect();
        reports.sort_unstable();
        reports.dedup();
        (reports, at.len())
    }

    #[test]
    fn beginnings_are_shared_and_each_rule_reports_where_it_ends() {
        let automaton = build(&["abc", "abd", "ab", "abc[x]?"], 8).unwrap();
        assert_eq!(automaton.states.len(), 6, "root, a, ab, abc, abd and x");
        assert_eq!(walk(&automaton, b"ab"), (vec![2], 1));
        assert_eq!(walk(&automaton, b"abc"), (vec![0, 3], 1));
        assert_eq!(walk(&automaton, b"abcx"), (vec![3], 1));
        assert_eq!(walk(&automaton, b"b"), (vec![], 0));
    }

    #[test]
    fn repetitions_match_as_often_as_they_say_and_on_one_path() {
        let automaton = build(&["a{2,4}", "[b-d]+", "x(?:yz)*w"], 8).unwrap();
        let matched = |text: &str| walk(&automaton, text.as_bytes());
        assert_eq!(matched("a"), (vec![], 1));
        for text in ["aa", "aaa", "aaaa"] {
            assert_eq!(matched(text), (vec![0], 1));
        }
        assert_eq!(matched("aaaaa"), (vec![], 0));
        assert_eq!(matched("bcdbcd"), (vec![1], 1));
        assert_eq!(matched("xw"), (vec![2], 1));
        assert_eq!(matched("xyzyzw"), (vec![2], 1));
        assert_eq!(matched("xyw"), (vec![], 0));
    }

    #[test]
    fn many_edges_or_two_of_one_label_are_left_to_children() {
        let automaton = build(&["a[^\\n]", "b[0-9]", "b5c"], 8).unwrap();
        let state = |text: u8| {
            let edges = &automaton.states[0].edges;
            let target = edges.iter().find(|edge| edge.0 == text).unwrap().1;
            &automaton.states[target as usize]
        };
        assert!(automaton.states[0].is_followed_alone());
        assert_eq!(state(b'a').edges.len(), 255);
        assert!(!state(b'a').is_followed_alone());
        assert_eq!(state(b'b').edges.len(), 11, "ten digits, and 5 once more");
        assert!(!state(b'b').is_followed_alone());
    }

    #[test]
    fn a_rule_that_nests_too_deep_is_named_unless_the_streams_are_too_short_for_it() {
        let deep = build(&["ok", "x[a-zA-Z]{21}"], 30).unwrap_err();
        assert_eq!(deep.rule, 1);
        assert!(deep.what.starts_with("on a path through it more than 20 states"), "{}", deep.what);
        assert!(build(&["x[a-zA-Z]{20}"], 30).is_ok());
        assert_eq!(build(&["x[a-zA-Z]+"], 30).unwrap_err().rule, 0);
        assert!(build(&["x[a-zA-Z]+"], 20).is_ok());
        assert!(build(&["x[a-z]+"], 3000).is_ok(), "26 labels are followed alone");
    }

    #[test]
    fn rules_that_no_automaton_can_look_for_are_refused() {
        let what = |rule: &str| build(&[rule], 8).unwrap_err().what;
        assert!(what("a*").starts_with("it matches nothing at all"), "{}", what("a*"));
        assert!(what("^a").starts_with("it has an anchor"), "{}", what("^a"));
        assert!(what("(?:[^a]{1000}){900}").starts_with("the automaton has more than"));
    }
}
