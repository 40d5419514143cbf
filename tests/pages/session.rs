//! The page with every command on a small input.

use super::{blocks, check, Place, COLUMNS};
use crate::common::{commands, heddle};

const PAGE: &str = include_str!("../../docs/src/session.md");

#[test]
fn the_session_shows_what_the_commands_print() {
    check("session.md", &Place::new());
}

#[test]
fn every_command_is_in_the_session() {
    let scripts: String = blocks(PAGE).into_iter().map(|block| block.script).collect();
    let shown = |name: &String| {
        let line = format!("heddle {name}");
        scripts.lines().any(|script| script == line || script.starts_with(&format!("{line} ")))
    };
    let missing: Vec<String> = commands().into_iter().filter(|name| !shown(name)).collect();
    assert!(missing.is_empty(), "docs/src/session.md lacks {missing:?}");
}

#[test]
fn the_help_of_every_command_is_no_wider_than_a_terminal() {
    for command in commands() {
        for help in [vec!["help", &command], vec![&command, "-h"]] {
            let text = String::from_utf8(heddle(&help).stdout).expect("text");
            let wide: Vec<&str> =
                text.lines().filter(|line| line.chars().count() > COLUMNS).collect();
            assert!(wide.is_empty(), "heddle {}: {wide:#?}", help.join(" "));
        }
    }
}
