//! `heddle completions` and `heddle man`: what a shell and `man` want to know, made from the command line itself.

use super::args::{Cli, CompletionsArgs, ManArgs};
use super::output;
use anyhow::{bail, Context};
use clap::{Command, CommandFactory};
use clap_mangen::Man;

/// Prints the completions of a shell.
pub fn completions(args: &CompletionsArgs) -> anyhow::Result<()> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "heddle", &mut script);
    print(&script)
}

/// Prints a page of the manual.
pub fn man(args: &ManArgs) -> anyhow::Result<()> {
    let page = page(args.command.as_deref())?;
    let mut text = Vec::new();
    Man::new(page).render(&mut text).context("cannot write the page")?;
    print(&text)
}

/// Returns the program, or one of its commands.
fn page(name: Option<&str>) -> anyhow::Result<Command> {
    let mut program = Cli::command();
    program.build();
    let Some(name) = name else { return Ok(program) };
    let names: Vec<_> = program.get_subcommands().map(|command| command.get_name()).collect();
    let Some(command) = program.find_subcommand(name) else {
        bail!("there is no command `{name}`; commands are {}", names.join(", "));
    };
    Ok(command.clone())
}

fn print(text: &[u8]) -> anyhow::Result<()> {
    let text = std::str::from_utf8(text).context("the text is not UTF-8")?;
    output::emit!("{}", text.trim_end());
    Ok(())
}
