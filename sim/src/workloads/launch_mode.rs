//! How a workload with nested parallelism expresses it.

use std::fmt;
use std::str::FromStr;

/// What a thread does with more work than is good for one thread.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LaunchMode {
    /// It does the work itself, in a loop.
    #[default]
    Flat,
    /// It launches a device kernel (CUDA Dynamic Parallelism).
    Cdp,
    /// It launches an aggregated group of TBs (Dynamic Thread Block Launch).
    Dtbl,
}

impl LaunchMode {
    /// All modes, in the order in which they are compared.
    pub const ALL: [Self; 3] = [Self::Flat, Self::Cdp, Self::Dtbl];
}

impl fmt::Display for LaunchMode {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Flat => "flat",
            Self::Cdp => "cdp",
            Self::Dtbl => "dtbl",
        })
    }
}

impl FromStr for LaunchMode {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|mode| mode.to_string() == text);
        found.ok_or_else(|| format!("no launch mode is called `{text}`; known: flat, cdp, dtbl"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mode_parses_as_it_prints_and_others_are_refused() {
        for mode in LaunchMode::ALL {
            assert_eq!(mode.to_string().parse(), Ok(mode));
        }
        let error = "CDP".parse::<LaunchMode>().unwrap_err();
        assert_eq!(error, "no launch mode is called `CDP`; known: flat, cdp, dtbl");
    }
}
