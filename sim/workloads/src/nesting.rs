//! How the children of an application with nested parallelism are launched: what the machine does with a launch from a
//! kernel, and what the program gathers before it launches.

use super::options::{AppOption, AppOptions, Values};
use heddle_sim::config::LaunchMode;
use std::fmt;

/// What becomes of a child. Each is a program of its own in `kernels/nested.cuh`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The thread that found it does it.
    Flat,
    /// It is a device kernel.
    Cdp,
    /// It is an aggregated group.
    Dtbl,
    /// It is part of one device kernel with the other children of its warp.
    GatherWarp,
    /// It is part of one device kernel with the other children of its TB.
    GatherBlock,
    /// It is part of one kernel with the other children of its grid, which the host launches.
    GatherGrid,
}

impl Way {
    /// All ways, in the order in which they are compared.
    pub const ALL: [Self; 6] =
        [Self::Flat, Self::Cdp, Self::Dtbl, Self::GatherWarp, Self::GatherBlock, Self::GatherGrid];

    /// The machine's `kernel.launch` and the program's `gather`.
    pub fn axes(self) -> (LaunchMode, &'static str) {
        match self {
            Self::Flat => (LaunchMode::Flat, "none"),
            Self::Cdp => (LaunchMode::Cdp, "none"),
            Self::Dtbl => (LaunchMode::Dtbl, "none"),
            Self::GatherWarp => (LaunchMode::Cdp, "warp"),
            Self::GatherBlock => (LaunchMode::Cdp, "block"),
            Self::GatherGrid => (LaunchMode::Cdp, "grid"),
        }
    }

    /// Whether software gathers children before they are launched.
    pub fn gathers(self) -> bool {
        self.axes().1 != "none"
    }

    /// Whether kernels launch kernels or groups.
    pub fn launches_from_device(self) -> bool {
        !matches!(self, Self::Flat | Self::GatherGrid)
    }

    /// The part of a kernel's name that says it is of this program.
    pub(super) fn kernel_name(self) -> &'static str {
        match self {
            Self::Flat => "flat",
            Self::Cdp => "cdp",
            Self::Dtbl => "dtbl",
            Self::GatherWarp => "aggregate_warp",
            Self::GatherBlock => "aggregate_block",
            Self::GatherGrid => "aggregate_grid",
        }
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self.axes() {
            (launch, "none") => write!(f, "{launch}"),
            (launch, gather) => write!(f, "{launch}, gather={gather}"),
        }
    }
}

/// How an application launches children.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nesting {
    /// What becomes of a child.
    pub way: Way,
    /// Items of work from which on a child is launched; the thread that found a smaller one does it.
    pub child_min_items: u32,
    /// TBs of gathered children that one TB does.
    pub coarsening: u32,
}

/// The smallest child that is launched unless an option says otherwise: the thesis on DTBL, 3.4.2.1, launches children of
/// at least 32 threads.
pub const CHILD_MIN_ITEMS: u32 = 32;

impl Nesting {
    /// The options that every application with nested parallelism knows.
    pub const OPTIONS: &'static [AppOption] = &[
        AppOption {
            name: "gather",
            about: "children launched together: each by itself, or those of a warp, a block or a grid as one kernel",
            values: Values::Words(&["none", "warp", "block", "grid"]),
            default: "none",
        },
        AppOption {
            name: "child_min_items",
            about: "items of work from which on a child is launched; the thread that found a smaller one does it",
            values: Values::Range(1, 1 << 30),
            default: "32",
        },
        AppOption {
            name: "coarsening",
            about: "TBs of gathered children that one TB does",
            values: Values::Range(1, 1 << 20),
            default: "1",
        },
    ];

    /// What checked options come to on a machine; the error names an option that means nothing there, and what it needs.
    pub fn of(
        launch: LaunchMode,
        options: &AppOptions,
    ) -> Result<Self, (&'static str, &'static str)> {
        let gather = options.given("gather").unwrap_or("none");
        let way = Way::ALL.into_iter().find(|way| way.axes() == (launch, gather));
        let way = way.ok_or(("gather", "it needs kernel.launch=cdp"))?;
        if way == Way::Flat && options.given("child_min_items").is_some() {
            return Err(("child_min_items", "it needs kernel.launch=cdp or dtbl"));
        }
        if !way.gathers() && options.given("coarsening").is_some() {
            return Err(("coarsening", "it needs gather=warp, block or grid"));
        }
        let number = |name| options.given(name).and_then(|value| value.parse().ok());
        let default = Self::from(way);
        Ok(Self {
            way,
            child_min_items: number("child_min_items").unwrap_or(default.child_min_items),
            coarsening: number("coarsening").unwrap_or(default.coarsening),
        })
    }
}

/// Without any option.
impl From<Way> for Nesting {
    fn from(way: Way) -> Self {
        Self { way, child_min_items: CHILD_MIN_ITEMS, coarsening: 1 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nesting(launch: LaunchMode, options: &[(&str, &str)]) -> Result<Nesting, &'static str> {
        Nesting::of(launch, &AppOptions::new(options)).map_err(|(option, _)| option)
    }

    #[test]
    fn the_defaults_that_are_listed_are_those_that_hold() {
        let listed: Vec<_> = Nesting::OPTIONS.iter().map(|o| (o.name, o.default)).collect();
        let given = nesting(LaunchMode::Cdp, &listed[..2]);
        assert_eq!(given, Ok(Nesting::from(Way::Cdp)));
        assert_eq!(listed[2], ("coarsening", "1"));
    }

    #[test]
    fn gathering_needs_device_kernels() {
        for gather in ["warp", "block", "grid"] {
            let gather = [("gather", gather)];
            assert!(nesting(LaunchMode::Cdp, &gather).is_ok_and(|nesting| nesting.way.gathers()));
            assert_eq!(nesting(LaunchMode::Flat, &gather), Err("gather"));
            assert_eq!(nesting(LaunchMode::Dtbl, &gather), Err("gather"));
        }
    }

    #[test]
    fn an_option_that_means_nothing_is_refused_and_one_that_does_counts() {
        let smallest = [("child_min_items", "5")];
        assert_eq!(nesting(LaunchMode::Flat, &smallest), Err("child_min_items"));
        assert_eq!(nesting(LaunchMode::Dtbl, &smallest).unwrap().child_min_items, 5);
        let coarse = [("coarsening", "7"), ("gather", "warp")];
        assert_eq!(nesting(LaunchMode::Cdp, &coarse[..1]), Err("coarsening"));
        assert_eq!(nesting(LaunchMode::Cdp, &coarse).unwrap().coarsening, 7);
    }
}
