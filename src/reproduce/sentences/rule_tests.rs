//! Tests that every rule can hold and can fail.

#![cfg(test)]

use super::grid::tests::{tables, A, B, TIME};
use super::grid::{Column, Number, Rows};
use super::rule::{Bound, Form, Rule, Verdict};

const X: Number = Number::At(A, "x");
const Y: Number = Number::At(A, "y");

/// The verdict and our numbers with a's and b's of x and y, and with the a of z.
fn judge(rule: Rule, form: Form, x: [f64; 2], y: [f64; 2], z: f64) -> (Verdict, String) {
    let found = rule.judge(form, &tables(x, y, z)).expect("known columns");
    (found.verdict, found.ours)
}

/// Asserts that the first values make it hold, and the second do not.
fn holds_and_fails(rule: Rule, holds: [[f64; 2]; 2], fails: [[f64; 2]; 2]) {
    let (verdict, ours) = judge(rule, Form::Count, holds[0], holds[1], 5.0);
    assert_eq!(verdict, Verdict::Holds, "{rule:?}: {ours}");
    let (verdict, ours) = judge(rule, Form::Count, fails[0], fails[1], 5.0);
    assert_eq!(verdict, Verdict::DoesNot, "{rule:?}: {ours}");
}

#[test]
fn a_number_is_near_within_15_percent_of_the_published_one_on_either_side() {
    for (near, far) in [(115.0, 115.1), (85.0, 84.9)] {
        holds_and_fails(Rule::Near(X, 100.0), [[near, 0.0]; 2], [[far, 0.0]; 2]);
    }
    holds_and_fails(Rule::Near(X, -100.0), [[-110.0, 0.0]; 2], [[100.0, 0.0]; 2]);
}

#[test]
fn bounds_are_kept_to_the_last_bit() {
    let cases = [
        (Bound::Above(1.0), 1.1, 1.0),
        (Bound::Below(1.0), 0.9, 1.0),
        (Bound::AtLeast(1.0), 1.0, 0.9),
        (Bound::AtMost(1.0), 1.0, 1.1),
        (Bound::Near(1.0), 1.1, 1.2),
    ];
    for (bound, good, bad) in cases {
        holds_and_fails(Rule::Is(X, bound), [[good, 0.0]; 2], [[bad, 0.0]; 2]);
    }
}

#[test]
fn numbers_fall_if_each_is_greater_than_the_next() {
    let rule = Rule::Falling(&[X, Y, Number::Is(0.0)]);
    holds_and_fails(rule, [[3.0, 0.0], [2.0, 0.0]], [[2.0, 0.0], [2.0, 0.0]]);
    holds_and_fails(rule, [[3.0, 0.0], [2.0, 0.0]], [[3.0, 0.0], [-1.0, 0.0]]);
    holds_and_fails(rule, [[2.01, 0.0], [2.0, 0.0]], [[2.001, 0.0], [2.0, 0.0]]);
}

#[test]
fn one_row_that_is_not_so_refutes_each_but_not_most_and_is_named() {
    let bound = Bound::Above(1.0);
    let each = Rule::Each(A, Rows::All, bound);
    holds_and_fails(each, [[2.0, 0.0], [2.0, 0.0]], [[2.0, 0.0], [1.0, 0.0]]);
    let most = Rule::Most(A, Rows::All, bound);
    holds_and_fails(most, [[2.0, 0.0], [1.0, 0.0]], [[1.0, 0.0], [1.0, 0.0]]);
    let half = Rule::Most(A, Rows::Only(&["x", "y"]), bound);
    assert_eq!(judge(half, Form::Times, [2.0, 0.0], [1.0, 0.0], 9.0).0, Verdict::DoesNot);
    let (_, ours) = judge(each, Form::Times, [2.0, 0.0], [1.0, 0.0], 9.0);
    assert_eq!(ours, "2 of 3; not `y` 1.00");
}

#[test]
fn a_span_is_near_at_both_ends() {
    let rule = Rule::Span(A, Rows::All, 1.0, 10.0);
    holds_and_fails(rule, [[1.0, 0.0], [10.0, 0.0]], [[1.0, 0.0], [12.0, 0.0]]);
    holds_and_fails(rule, [[1.1, 0.0], [9.0, 0.0]], [[2.0, 0.0], [10.0, 0.0]]);
}

#[test]
fn the_first_rows_are_the_named_ones_in_any_order() {
    let highest = Rule::Highest(A, Rows::All, &["x", "y"]);
    holds_and_fails(highest, [[6.0, 0.0], [7.0, 0.0]], [[4.0, 0.0], [7.0, 0.0]]);
    let lowest = Rule::Lowest(A, Rows::All, &["y"]);
    holds_and_fails(lowest, [[3.0, 0.0], [2.0, 0.0]], [[1.0, 0.0], [2.0, 0.0]]);
    let (_, ours) = judge(highest, Form::Count, [4.0, 0.0], [7.0, 0.0], 5.0);
    assert_eq!(ours, "`y` 7, `z` 5, behind: `x` 4");
    let absent = Rule::Highest(B, Rows::All, &["x", "y", "z"]);
    assert_eq!(judge(absent, Form::Count, [1.0; 2], [1.0; 2], 1.0).0, Verdict::CannotBeShown);
}

#[test]
fn ranks_tell_whether_two_columns_go_together() {
    let together = Rule::Together(A, B, Rows::All);
    holds_and_fails(together, [[1.0, 10.0], [2.0, 30.0]], [[1.0, 10.0], [2.0, -5.0]]);
    let opposed = Rule::Opposed(A, B, Rows::All);
    holds_and_fails(opposed, [[1.0, 10.0], [2.0, -5.0]], [[1.0, 10.0], [2.0, 30.0]]);
    let (verdict, _) = judge(together, Form::Count, [1.0, 10.0], [1.0, 20.0], 5.0);
    assert_eq!(verdict, Verdict::CannotBeShown, "equal values say nothing");
}

#[test]
fn what_was_not_measured_or_has_no_rule_cannot_be_shown_and_says_why() {
    let judged = |rule| judge(rule, Form::Count, [1.0; 2], [1.0; 2], 1.0);
    let far = Number::At(TIME, "262144");
    const Z: Number = Number::At(B, "z");
    for rule in [
        Rule::Near(far, 1.0),
        Rule::Is(Z, Bound::Above(0.0)),
        Rule::Falling(&[X, Z]),
        Rule::Span(B, Rows::Only(&["z"]), 0.0, 1.0),
    ] {
        assert_eq!(judged(rule), (Verdict::CannotBeShown, "not measured at this size".to_owned()));
    }
    for rule in [Rule::Each, Rule::Most] {
        let rule = rule(B, Rows::Only(&["z"]), Bound::Above(0.0));
        assert_eq!(judged(rule).0, Verdict::CannotBeShown);
    }
    assert_eq!(judged(Rule::Unknown("why")), (Verdict::CannotBeShown, "why".to_owned()));
}

#[test]
fn an_unknown_column_is_an_error_of_every_rule() {
    const GONE: Column = Column::Of("f", "gone");
    const NUMBER: Number = Number::Last(GONE);
    let rows = Rows::All;
    let rules = [
        Rule::Near(NUMBER, 1.0),
        Rule::Is(NUMBER, Bound::Above(1.0)),
        Rule::Falling(&[X, NUMBER]),
        Rule::Each(GONE, rows, Bound::Above(1.0)),
        Rule::Most(GONE, rows, Bound::Above(1.0)),
        Rule::Span(GONE, rows, 0.0, 1.0),
        Rule::Highest(GONE, rows, &["x"]),
        Rule::Lowest(GONE, rows, &["x"]),
        Rule::Together(A, GONE, rows),
        Rule::Opposed(GONE, A, rows),
    ];
    for rule in rules {
        let error = rule.judge(Form::Count, &tables([1.0; 2], [2.0; 2], 3.0));
        assert!(error.expect_err("unknown").to_string().contains("no column `gone`"), "{rule:?}");
    }
}

#[test]
fn a_number_on_the_other_side_of_no_change_does_not_hold_however_near_and_says_so() {
    let judged =
        |form, x: f64, published| judge(Rule::Near(X, published), form, [x, 0.0], [0.0; 2], 0.0);
    let says = |text: &str, verdict| (verdict, text.to_owned());
    let (holds, does_not) = (Verdict::Holds, Verdict::DoesNot);
    assert_eq!(judged(Form::Times, 0.95, 1.05), says("0.95, the other direction", does_not));
    assert_eq!(judged(Form::Times, 1.0, 1.05), says("1.00, the other direction", does_not));
    assert_eq!(judged(Form::Times, 1.01, 1.05), says("1.01", holds));
    assert_eq!(judged(Form::Times, 0.95, 1.0), says("0.95", holds));
    assert_eq!(judged(Form::Times, 2.8, 1.4), says("2.80", does_not));
    let other = says("-20.0 points, the other direction", does_not);
    assert_eq!(judged(Form::Points, -0.2, 0.132), other);
    assert_eq!(judged(Form::Milliseconds, 0.5, 1.0), says("0.50 ms", does_not));
}
