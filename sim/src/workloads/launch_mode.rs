//! The names of the launch modes, as configurations and command lines write them.

use crate::config::LaunchMode;
use std::fmt;

impl LaunchMode {
    /// All modes, in the order in which they are compared.
    pub const ALL: [Self; 6] = [
        Self::Flat,
        Self::Cdp,
        Self::Dtbl,
        Self::AggregateWarp,
        Self::AggregateBlock,
        Self::AggregateGrid,
    ];

    /// Whether children are gathered by software before they are launched.
    pub fn aggregates(self) -> bool {
        matches!(self, Self::AggregateWarp | Self::AggregateBlock | Self::AggregateGrid)
    }
}

impl fmt::Display for LaunchMode {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        f.write_str(match self {
            Self::Flat => "flat",
            Self::Cdp => "cdp",
            Self::Dtbl => "dtbl",
            Self::AggregateWarp => "aggregate-warp",
            Self::AggregateBlock => "aggregate-block",
            Self::AggregateGrid => "aggregate-grid",
        })
    }
}
