//! Matches by the meaning of the syntax, without an automaton: which ends a rule reaches from a set of beginnings.

use super::automaton::bytes_of;
use regex_syntax::hir::{Hir, HirKind};

/// Returns whether `syntax` matches some bytes of `text`.
pub(super) fn matches(syntax: &Hir, text: &[u8]) -> bool {
    ends(syntax, text, &vec![true; text.len() + 1]).contains(&true)
}

/// Returns where a match may end that begins at one of `begins`. Both count the positions between bytes.
fn ends(syntax: &Hir, text: &[u8], begins: &[bool]) -> Vec<bool> {
    if !begins.contains(&true) {
        return begins.to_vec();
    }
    let step = |begins: &[bool], fits: &dyn Fn(u8) -> bool| -> Vec<bool> {
        let after = text.iter().zip(begins).map(|(&byte, &begin)| begin && fits(byte));
        std::iter::once(false).chain(after).collect()
    };
    match syntax.kind() {
        HirKind::Empty => begins.to_vec(),
        HirKind::Literal(literal) => literal
            .0
            .iter()
            .fold(begins.to_vec(), |begins, &wanted| step(&begins, &|byte| byte == wanted)),
        HirKind::Class(class) => {
            let bytes = bytes_of(class).unwrap_or_default();
            step(begins, &|byte| bytes.contains(&byte))
        }
        HirKind::Capture(capture) => ends(&capture.sub, text, begins),
        HirKind::Concat(parts) => {
            parts.iter().fold(begins.to_vec(), |begins, part| ends(part, text, &begins))
        }
        HirKind::Alternation(choices) => {
            let mut found = vec![false; begins.len()];
            choices.iter().for_each(|choice| join(&mut found, &ends(choice, text, begins)));
            found
        }
        HirKind::Repetition(repetition) => {
            let again = |begins: &Vec<bool>| Some(ends(&repetition.sub, text, begins));
            let mut times = std::iter::successors(Some(begins.to_vec()), again);
            let mut found = times.by_ref().nth(repetition.min as usize).unwrap_or_default();
            // Each repetition takes a byte or adds nothing.
            let more = repetition.max.map_or(text.len(), |most| (most - repetition.min) as usize);
            times.take(more).for_each(|reached| join(&mut found, &reached));
            found
        }
        // The automaton refuses such rules already.
        HirKind::Look(_) => vec![false; begins.len()],
    }
}

fn join(to: &mut [bool], from: &[bool]) {
    to.iter_mut().zip(from).for_each(|(to, from)| *to |= from);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::inputs::Rule;

    #[test]
    fn matches_are_those_found_by_hand() {
        for (rule, text, expected) in [
            ("abc", "xxabcx", true),
            ("abc", "ababab", false),
            ("abc", "", false),
            ("a[b-d]{2}", "abac", false),
            ("a[b-d]{2}", "aadc", true),
            ("ab+c", "abbbbc", true),
            ("ab+c", "ac", false),
            ("a(?:x|yz)?c", "ayzc", true),
            ("a(?:x|yz)?c", "ac", true),
            ("a(?:x|yz)?c", "axyzc", false),
            ("a(?:bc)*d", "abcbcd", true),
            ("a(?:bc)*d", "abcbd", false),
            ("x{3,4}y", "xxxxxy", true),
            ("x{3,4}y", "xxy", false),
            ("a.b", "a\nb", false),
            ("a(?:b?)*c", "abbc", true),
        ] {
            let rule = Rule::parse(rule, 0).unwrap();
            assert_eq!(matches(&rule.syntax, text.as_bytes()), expected, "{rule:?} in {text}");
        }
    }
}
