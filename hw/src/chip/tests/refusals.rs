//! What is no chip, and the sentence that says why.

use super::*;

/// The standard machine with other links.
fn refused(links: &str, boundary: &str) -> String {
    let (layout, absent) = layouts::<Standard>(&tiny()).unwrap();
    let error = resolve::resolve(&layout, &absent, links, boundary).map(|_| ());
    error.expect_err("refused").to_string()
}

fn without(line: &str) -> String {
    let links = Standard::links();
    assert!(links.contains(line), "{line}");
    links.replace(line, "")
}

#[test]
fn an_input_that_nothing_drives_is_named() {
    let links = without("stream kmu.disp -> kernel_distributor.disp");
    let error = refused(&links, &Standard::boundary());
    assert_eq!(error, "input kmu.disp_ready is not linked, tied or on the boundary");
}

#[test]
fn an_input_that_is_driven_twice_is_named_with_both_drivers() {
    let links = Standard::links() + "tie kmu.host = 0\n";
    let error = refused(&links, &Standard::boundary());
    let expected = "input kmu.host_valid is driven twice: by `tie kmu.host` and by boundary host";
    assert_eq!(error, expected);
}

#[test]
fn a_link_between_unlike_ends_names_both() {
    let one = "stream kmu.disp -> kernel_distributor.disp";
    let error = |line: &str| refused(&(without(one) + line), &Standard::boundary());
    assert_eq!(
        error("stream kmu.disp -> agt.alloc"),
        "link `stream kmu.disp -> agt.alloc`: kmu.disp has no output disp_hw_tid"
    );
    assert_eq!(
        error("level kmu.pending -> agt.occupied"),
        "link `level kmu.pending -> agt.occupied`: agt.occupied has no inputs"
    );
    assert_eq!(
        error("level kmu.pending -> dgb.limit_level"),
        "link `level kmu.pending -> dgb.limit_level`: kmu.pending has 32 bits and dgb.limit_level has 16"
    );
    assert_eq!(
        error("pulse fcfs.graph -> agt.link"),
        "link `pulse fcfs.graph -> agt.link`: agt.link has no inputs"
    );
}

#[test]
fn a_name_that_stands_for_nothing_is_named() {
    let error = |line: &str| refused(&(Standard::links() + line), &Standard::boundary());
    assert_eq!(
        error("level kmu.x -> kmu.cfg"),
        "link `level kmu.x -> kmu.cfg`: kmu.x stands for no pin"
    );
    assert_eq!(error("tie toaster.x = 1"), "there is no instance toaster");
    let boundary = Standard::boundary() + "oven: kmu.heat\n";
    assert_eq!(refused(&Standard::links(), &boundary), "boundary oven: kmu.heat stands for no pin");
}

#[test]
fn a_line_that_is_no_statement_is_quoted() {
    let error = |line: &str| refused(line, "");
    assert_eq!(
        error("wire a.b -> c.d"),
        "`wire a.b -> c.d`: `wire` is none of stream, level, pulse, meet, tie"
    );
    assert_eq!(error("level a.b = c.d"), "`level a.b = c.d`: a link has an arrow `->`");
    assert_eq!(error("level a -> c.d"), "`level a -> c.d`: `a` is not of the form instance.prefix");
    assert_eq!(
        error("tie a.b = many"),
        "`tie a.b = many`: `many` is neither a number of 32 bits nor `ones`"
    );
    assert_eq!(
        error("stream a.b | c.d -> e.f"),
        "`stream a.b | c.d -> e.f`: a stream has one source and one receiver, always"
    );
}

#[test]
fn an_output_that_goes_nowhere_is_named() {
    let boundary = Standard::boundary().replace(", agt.occupied", "");
    let expected = "output agt.occupied goes nowhere: link it or put it on the boundary";
    assert_eq!(refused(&Standard::links(), &boundary), expected);
}

#[test]
fn a_tie_that_would_never_let_a_unit_rest_is_refused() {
    let one = "stream kmu.disp -> kernel_distributor.disp";
    let error = refused(&(without(one) + "tie kernel_distributor.disp_pc = 4"), "");
    let expected =
        "tie kernel_distributor.disp_pc = 0x4: only a level stands at another value than zero";
    assert_eq!(error, expected);
}
