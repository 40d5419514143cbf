//! Device commands (rules 3 and 4): in which cycle each is decided, writes and ends.

use super::super::pins::{Out, SUSPEND, SUSPENDED};
use super::scoreboard::{Key, Scoreboard, LINK};
use crate::kit::spec::ensure;
use crate::kit::Violation;

/// A device command between its transfer and its end.
#[derive(Clone, Copy, Debug)]
pub(super) struct Command {
    pub(super) kind: u32,
    pub(super) desc: u32,
    /// The list that its kernel joins.
    pub(super) key: Key,
    pub(super) progress: Progress,
}

/// How far a command is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Progress {
    /// It waits while a descriptor is read.
    Taken,
    /// It is not refused, and the list of its cluster and level is looked at.
    Looks,
    /// It is decided, and offers its write: address and data.
    Writes(u32, u32),
    /// What it has done is seen in this cycle.
    Ends,
}

impl Scoreboard {
    /// The command that ends in this cycle: it is refused, or its kernel joins the pool or is held.
    pub(super) fn settle_command(&mut self, out: &Out) -> Result<(), Violation> {
        let ending = self.command.take_if(|command| command.progress == Progress::Ends);
        let refused = ending.is_some_and(|command| command.kind != SUSPEND && self.is_full());
        ensure(out.overflow == refused, || {
            let pending = self.pending();
            format!("rule 4: overflow {} with {pending} pending, {ending:?}", out.overflow)
        })?;
        let Some(Command { kind, desc, key, .. }) = ending else { return Ok(()) };
        if kind == SUSPEND {
            let link = self.memory[&(desc + LINK)];
            ensure(link == SUSPENDED, || {
                format!("rule 3: word 7 of a suspended kernel is {link:#x}")
            })?;
            self.held.insert(desc);
            return Ok(());
        }
        let was_held = self.held.remove(&desc);
        if !refused {
            self.pool.entry(key).or_default().push_back(desc);
        } else if was_held {
            // The kernel is refused; the environment runs it and reports its completion.
            self.running.push(desc);
        }
        Ok(())
    }

    pub(super) fn is_full(&self) -> bool {
        self.pending() >= self.pending_limit
    }

    /// The command is decided, unless a descriptor is being read.
    pub(super) fn decide(&mut self) {
        let reads = self.dispatch.as_ref().is_some_and(|dispatch| dispatch.fetched.is_none());
        let (full, pool) = (self.is_full(), &self.pool);
        let Some(command) = self.command.as_mut().filter(|_| !reads) else { return };
        let tail = pool.get(&command.key).and_then(|list| list.back());
        let joins = match tail {
            Some(tail) => Progress::Writes(tail + LINK, command.desc),
            None => Progress::Ends,
        };
        command.progress = match command.progress {
            Progress::Taken if command.kind == SUSPEND => {
                Progress::Writes(command.desc + LINK, SUSPENDED)
            }
            Progress::Taken if full => Progress::Ends,
            Progress::Taken if command.key.is_some() => Progress::Looks,
            Progress::Taken | Progress::Looks => joins,
            progress => progress,
        };
    }
}
