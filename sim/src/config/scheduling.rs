//! Which sources of TBs, placements and sizes go together. A machine may be described key by key, so this is asked of the
//! whole, when it is to be built.

use super::{ConfigError, Frontend, GpuConfig, LapermHome, LaunchMode, TbPlacement, TbSource};
use heddle_hw::skip_table;

impl TbSource {
    /// Whether what TBs launch waits in queues of the SMXs.
    pub fn has_queues(self) -> bool {
        matches!(self, Self::Laperm | Self::Laser)
    }

    /// Whether their levels are priorities: what monitors predict to be reused goes first.
    pub fn is_by_priority(self) -> bool {
        self == Self::Laser
    }
}

impl TbPlacement {
    /// Whether what a TB launches belongs to a cluster.
    pub fn binds(self) -> bool {
        matches!(self, Self::Bound | Self::Adaptive)
    }
}

impl GpuConfig {
    /// Whether each SMX has a reuse monitor.
    pub fn has_monitors(&self) -> bool {
        self.laser.always_monitor || self.tb.source.is_by_priority() || self.steers_by_prediction()
    }

    /// Whether what monitors predict decides in whose queues a launch waits.
    pub fn steers_by_prediction(&self) -> bool {
        self.tb.placement.binds() && self.laperm.home == LapermHome::Predicted
    }

    /// Whether each SMX has a skip table and a rename unit.
    pub fn has_skip_tables(&self) -> bool {
        self.frontend == Frontend::Darsie
    }

    /// Refuses a source of TBs with a placement, a launch mode or sizes that it cannot have.
    pub fn check_scheduling(&self) -> Result<(), ConfigError> {
        let bad = |key: &str, value: String, expected: String| {
            Err(ConfigError::BadValue { key: key.into(), value, expected })
        };
        let placement = |expected: &str| {
            let word = toml::Value::try_from(self.tb.placement).expect("a word");
            bad("tb.placement", word.as_str().unwrap_or_default().into(), expected.into())
        };
        if self.frontend != Frontend::Base && self.kernel.launch != LaunchMode::Flat {
            let expected = "it needs kernel.launch=flat: a TB that leaves its SMX has no place for what its warps share";
            let word = toml::Value::try_from(self.frontend).expect("a word");
            return bad("frontend", word.as_str().unwrap_or_default().into(), expected.into());
        }
        if self.has_skip_tables() && self.smx.tbs > skip_table::pins::TBS.bounds().1 as u32 {
            let expected = "frontend=darsie has skip tables for 32 TBs";
            return bad("smx.tbs", self.smx.tbs.to_string(), expected.into());
        }
        let (count, cluster) = (self.smx.count, self.smx.cluster);
        let clusters = self.l1.of_cluster || self.tb.source.has_queues();
        if clusters && !count.is_multiple_of(cluster) {
            let expected = format!("it must divide smx.count = {count} evenly");
            return bad("smx.cluster", cluster.to_string(), expected);
        }
        if self.tb.source != TbSource::Laperm {
            return match self.tb.placement {
                TbPlacement::Rr => Ok(()),
                _ => placement("it needs tb.source=laperm; other sources have `rr`"),
            };
        }
        if self.tb.placement == TbPlacement::Rr {
            return placement("tb.source=laperm has `any`, `bound` or `adaptive`");
        }
        let (levels, entries) = (self.laperm.levels, self.laperm.entries);
        if levels > entries {
            let expected = format!("laperm.entries = {entries} are fewer than one for each level");
            return bad("laperm.levels", levels.to_string(), expected);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(settings: &[(&str, &str)]) -> Option<String> {
        let mut config = GpuConfig::preset("k20c").unwrap();
        settings.iter().for_each(|(key, value)| config.set(key, value).unwrap());
        config.check_scheduling().err().map(|error| error.to_string())
    }

    #[test]
    fn sources_and_placements_that_go_together_are_taken() {
        assert_eq!(refusal(&[]), None);
        for placement in ["any", "bound", "adaptive"] {
            for launch in ["flat", "dtbl", "cdp"] {
                let laperm = [("tb.source", "laperm"), ("tb.placement", placement)];
                assert_eq!(refusal(&[laperm[0], laperm[1], ("kernel.launch", launch)]), None);
            }
        }
    }

    #[test]
    fn what_does_not_go_together_is_named_with_what_would() {
        let told = |settings: &[(&str, &str)]| refusal(settings).expect("a refusal");
        assert_eq!(
            told(&[("tb.placement", "bound")]),
            "configuration key `tb.placement` cannot be `bound`: it needs tb.source=laperm; other sources have `rr`"
        );
        let laperm = [("tb.source", "laperm")];
        assert_eq!(
            told(&laperm),
            "configuration key `tb.placement` cannot be `rr`: tb.source=laperm has `any`, `bound` or `adaptive`"
        );
        let with = |setting| [laperm[0], ("tb.placement", "bound"), setting];
        assert_eq!(
            told(&with(("smx.cluster", "2"))),
            "configuration key `smx.cluster` cannot be `2`: it must divide smx.count = 13 evenly"
        );
        assert_eq!(
            told(&[("l1.of_cluster", "true"), ("smx.cluster", "3")]),
            "configuration key `smx.cluster` cannot be `3`: it must divide smx.count = 13 evenly"
        );
        let [source, placement, entries] = with(("laperm.entries", "4"));
        assert_eq!(
            told(&[source, placement, entries, ("laperm.levels", "5")]),
            "configuration key `laperm.levels` cannot be `5`: laperm.entries = 4 are fewer than one for each level"
        );
    }
}
