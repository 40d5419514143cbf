//! Completions of shells and pages of the manual.

use crate::common::{assert_says, commands, heddle, refusal};

fn text(arguments: &[&str]) -> String {
    let output = heddle(arguments);
    assert!(output.status.success(), "{arguments:?} failed");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn completions_of_every_shell_know_every_command_and_the_options_of_run() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let script = text(&["completions", shell]);
        for command in commands() {
            assert!(script.contains(&command), "{shell}: {command}");
        }
        assert_says(&script, &["backend", "max-cycles", "occupancy"]);
    }
}

#[test]
fn every_command_has_a_page_of_the_manual_with_its_options_and_examples() {
    let all = text(&["man"]);
    assert_says(&all, &[".TH heddle 1", "GPU scheduling hardware"]);
    for command in commands() {
        assert_says(&all, &[&format!("heddle\\-{command}(1)")]);
        let page = text(&["man", &command]);
        assert_says(&page, &[&format!(".TH heddle-{command} 1"), ".SH SYNOPSIS"]);
    }
    assert_says(&text(&["man", "run"]), &["max\\-cycles", "ARGUMENTS of a PTX kernel"]);
}

#[test]
fn an_unknown_shell_or_command_is_answered_with_the_known_ones() {
    let output = heddle(&["completions", "tcsh"]);
    assert_eq!(output.status.code(), Some(2));
    assert_says(&String::from_utf8_lossy(&output.stderr), &["tcsh", "bash", "fish"]);
    assert_says(&refusal(&["man", "fly"]), &["fly", "run", "reproduce"]);
}
