//! The host program of regx, and its check of the result.

use super::super::Way;
use super::*;
use crate::inputs::{load_matching, Rule, Stream};

fn matching(rules: &[(&str, u32)], streams: &[(&str, u32)]) -> Matching {
    let rules = rules.iter().map(|(rule, group)| Rule::parse(rule, *group).unwrap()).collect();
    let stream = |&(text, group): &(&str, u32)| Stream { bytes: text.into(), group };
    Matching { rules, streams: streams.iter().map(stream).collect() }
}

#[test]
fn every_stream_is_matched_by_the_rules_of_its_group() {
    let matching = matching(
        &[("ab", 0), ("b[c-e]", 0), ("ab", 1), ("q", 1)],
        &[("xab", 0), ("abc", 1), ("abe", 0), ("", 1)],
    );
    let regx = Regx::new(matching, Way::Flat.into()).unwrap();
    assert_eq!(regx.expected(), [0b0001, 0b0100, 0b0011, 0]);
}

#[test]
fn verify_names_the_first_mark_that_is_wrong() {
    let matching = matching(&[("ab", 0), ("b[c-e]", 0)], &[("xx", 0), ("xab", 0), ("bc", 0)]);
    let mut regx = Regx::new(matching, Way::Flat.into()).unwrap();
    let mut memory = GlobalMemory::new(1 << 20);
    regx.setup(&mut memory).unwrap();
    assert_eq!(
        regx.verify(&memory).unwrap_err(),
        "regx: stream 1 is not matched by rule 0 `ab`, the CPU reference says matched (2 marks differ, 2 are expected)"
    );
    memory.write_u32s(regx.buffers.matches, &[0, 0b01, 0b11]).unwrap();
    assert_eq!(
        regx.verify(&memory).unwrap_err(),
        "regx: stream 2 is matched by rule 0 `ab`, the CPU reference says not matched (1 marks differ, 2 are expected)"
    );
    memory.write_u32s(regx.buffers.matches, &[0b100, 0b01, 0b10]).unwrap();
    assert!(regx.verify(&memory).unwrap_err().contains("rule 2 `beyond the last`"));
    memory.write_u32s(regx.buffers.matches, &[0, 0b01, 0b10]).unwrap();
    assert_eq!(regx.verify(&memory), Ok(()));
}

#[test]
fn a_rule_that_cannot_be_looked_for_is_named() {
    let error =
        Regx::new(matching(&[("ab", 0), ("x*", 0)], &[("a", 0)]), Way::Flat.into()).unwrap_err();
    assert_eq!(
        error,
        "the rule `x*`: it matches nothing at all, which is everywhere; let it take a byte"
    );
}

#[test]
fn the_generated_inputs_have_matches_of_many_rules_and_states_of_many_edges() {
    for (input, edges, matched) in [("darpa:400", 300, 20), ("strings:400:32", 80, 40)] {
        let regx = Regx::new(load_matching(input).unwrap(), Way::Flat.into()).unwrap();
        let most = regx.automaton.states.iter().map(|state| state.edges.len()).max();
        assert!(most >= Some(edges), "{input}: {most:?} edges at most");
        let expected = regx.expected();
        let words = regx.words() as usize;
        let mut rules = vec![0; words];
        for marks in expected.chunks(words) {
            rules.iter_mut().zip(marks).for_each(|(rule, mark)| *rule |= mark);
        }
        let rules: u32 = rules.iter().map(|word: &u32| word.count_ones()).sum();
        assert!(rules >= matched, "{input}: {rules} rules match");
    }
}

#[test]
fn a_verdict_before_setup_is_an_error() {
    let regx = Regx::new(matching(&[("a", 0)], &[("a", 0)]), Way::Flat.into()).unwrap();
    let error = regx.verify(&GlobalMemory::new(1 << 20)).unwrap_err();
    assert!(error.starts_with("regx: reading the matches: address 0x0"), "{error}");
}
