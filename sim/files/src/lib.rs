//! Files of a command: inputs, and outputs that appear complete or not at all.
//!
//! * [`read`], [`read_to_string`] and [`open`] read an input and remember it.
//! * [`Output`], [`write()`] and [`place`] write next to where a file belongs and move it there when it is complete. They
//!   refuse to replace an input, so that no command destroys what it was given.
//! * [`remove_abandoned`] removes what killed processes had begun to write.
//!
//! Several processes may write into one directory: each has names of its own for files in progress, and the files of
//! one [`place`] are moved while no other moves any.

mod input;
mod output;
mod place;

pub use input::{inputs, open, read, read_to_string};
pub use output::{remove_abandoned, write, Output};
pub use place::{place, Content};

/// Makes a write beyond the limit on the size of files (`ulimit -f`) fail, as on a full disk. By default it ends the
/// process, which could neither say so nor clean up.
pub fn fail_at_size_limit() {
    // SAFETY: no handler runs; the signal is ignored before any other thread starts.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
}
