//! The names of the launch modes, as configurations and command lines write them.

use super::LaunchMode;
use std::fmt;

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
