//! Which keys mean something on which machine. A key that a user sets by hand and that does nothing is a mistake: it
//! is refused, not ignored.

use super::check::matches;
use super::{
    ConfigError, DatsPolicy, Frontend, GpuConfig, GraphEdges, LaunchLatency, LaunchMode,
    TbPlacement, TbSource, WarpScheduler,
};

/// A key, what a machine must be for it to mean something, and the settings that make it so.
struct Rule {
    /// With `*` for one part of the path.
    pattern: &'static str,
    means: fn(&GpuConfig) -> bool,
    needs: &'static str,
}

const fn rule(pattern: &'static str, means: fn(&GpuConfig) -> bool, needs: &'static str) -> Rule {
    Rule { pattern, means, needs }
}

const MONITORS: &str = "tb.source=laser, laperm.home=predicted or laser.always_monitor=true";
const PRIORITY: &str = "tb.source=laser or laperm.home=predicted";

/// All keys that do nothing on some machines. A key may have several rules; each must hold.
const RULES: &[Rule] = &[
    rule("dats.*", keeps_graphs, "tb.source=dats"),
    rule("dats.level_bound", |c| c.dats.policy == DatsPolicy::Lvl, "dats.policy=lvl"),
    rule("graph.*", keeps_graphs, "tb.source=dats"),
    rule("graph.inferred_bytes", |c| c.graph.edges == GraphEdges::Inferred, "graph.edges=inferred"),
    rule("units.lna_entries", keeps_graphs, "tb.source=dats"),
    rule("units.lea_entries", keeps_graphs, "tb.source=dats"),
    rule("units.pub_entries", keeps_graphs, "tb.source=dats"),
    rule("units.graph_id_bits", keeps_graphs, "tb.source=dats"),
    rule("units.agt_entries", groups, "kernel.launch=dtbl"),
    rule("units.agt_entries", |c| !queues(c), "another tb.source than laperm or laser"),
    rule("units.agt_organisation", groups, "kernel.launch=dtbl"),
    rule("units.agt_organisation", |c| !queues(c), "another tb.source than laperm or laser"),
    rule("units.agt_index", groups, "kernel.launch=dtbl"),
    rule("units.agt_index", |c| !queues(c), "another tb.source than laperm or laser"),
    rule("laperm.levels", |c| c.tb.source == TbSource::Laperm, "tb.source=laperm"),
    rule("laperm.entries", queues, "tb.source=laperm or laser"),
    rule("laperm.home", binds, "tb.placement=bound or adaptive"),
    rule("laser.always_monitor", |c| !steers(c), "laperm.home=parent"),
    rule("laser.always_monitor", |c| !by_priority(c), "another tb.source than laser"),
    rule("laser.filter_words", GpuConfig::has_monitors, MONITORS),
    rule("laser.parents_count", GpuConfig::has_monitors, MONITORS),
    rule("laser.own_reads", GpuConfig::has_monitors, MONITORS),
    rule("laser.first_children", |c| by_priority(c) || steers(c), PRIORITY),
    rule("darsie.*", |c| c.frontend == Frontend::Darsie, "frontend=darsie"),
    rule("darsie.entries", |c| c.darsie.skips, "darsie.skips=true"),
    rule("darsie.registers", |c| c.darsie.skips, "darsie.skips=true"),
    rule("darsie.stores_count", |c| c.darsie.skips, "darsie.skips=true"),
    rule(
        "smx.cluster",
        clusters,
        "tb.placement=bound or adaptive, tb.source=laser, or l1.of_cluster=true",
    ),
    rule("l1.of_cluster", |c| c.smx.cluster > 1, "smx.cluster above 1"),
    rule("tb.consecutive", |c| c.tb.placement == TbPlacement::Rr, "tb.placement=rr"),
    rule("tb.consecutive", |c| !by_priority(c), "another tb.source than laser"),
    rule("kernel.nesting_limit", launches, "kernel.launch=cdp or dtbl"),
    rule("launch_latency.stream_create", modelled, "kernel.latency=modelled"),
    rule("launch_latency.parameter_buffer_a", modelled, "kernel.latency=modelled"),
    rule("launch_latency.parameter_buffer_b", modelled, "kernel.latency=modelled"),
    rule("launch_latency.launch_device_a", kernels, "kernel.launch=cdp"),
    rule("launch_latency.launch_device_b", kernels, "kernel.launch=cdp"),
    rule("launch_latency.launch_device_a", modelled, "kernel.latency=modelled"),
    rule("launch_latency.launch_device_b", modelled, "kernel.latency=modelled"),
    rule("launch_latency.kmu_dispatch", modelled, "kernel.latency=modelled"),
    rule("launch_latency.swap_base", modelled, "kernel.latency=modelled"),
    rule("launch_latency.swap_bytes_per_cycle", modelled, "kernel.latency=modelled"),
    rule("launch_latency.swap_base", launches, "kernel.launch=cdp or dtbl"),
    rule("launch_latency.swap_bytes_per_cycle", launches, "kernel.launch=cdp or dtbl"),
    rule("launch_latency.swap_patience", launches, "kernel.launch=cdp or dtbl"),
    rule("warp.active", two_level, "warp.scheduler=two-level"),
    rule("smx.pair_same_unit", |c| c.smx.issue_per_warp > 1, "smx.issue_per_warp=2"),
    rule("registers.dp_collectors", |c| c.execution_units.dp > 0, "execution_units.dp above 0"),
    rule(
        "l2.channels_first",
        |c| c.l2.slices > c.dram.channels,
        "more l2.slices than dram.channels",
    ),
    rule("dram.rfc", |c| c.dram.refi > 0, "dram.refi above 0"),
];

fn keeps_graphs(config: &GpuConfig) -> bool {
    config.tb.source == TbSource::Dats
}

fn queues(config: &GpuConfig) -> bool {
    config.tb.source.has_queues()
}

fn by_priority(config: &GpuConfig) -> bool {
    config.tb.source.is_by_priority()
}

fn clusters(config: &GpuConfig) -> bool {
    config.l1.of_cluster || by_priority(config) || binds(config)
}

fn binds(config: &GpuConfig) -> bool {
    config.tb.placement.binds()
}

fn steers(config: &GpuConfig) -> bool {
    config.steers_by_prediction()
}

fn groups(config: &GpuConfig) -> bool {
    config.kernel.launch == LaunchMode::Dtbl
}

fn kernels(config: &GpuConfig) -> bool {
    config.kernel.launch == LaunchMode::Cdp
}

fn launches(config: &GpuConfig) -> bool {
    config.kernel.launch != LaunchMode::Flat
}

fn modelled(config: &GpuConfig) -> bool {
    matches!(config.kernel.latency, LaunchLatency::Modelled | LaunchLatency::ModelledFreeMemory)
}

fn two_level(config: &GpuConfig) -> bool {
    config.warp.scheduler == WarpScheduler::TwoLevel
}

/// What a machine must have for a key to mean something; all of it.
pub(super) fn needs(key: &str) -> Vec<&'static str> {
    RULES.iter().filter(|rule| matches(rule.pattern, key)).map(|rule| rule.needs).collect()
}

impl GpuConfig {
    /// Refuses keys that were set by hand and do nothing on this machine. Presets and files may hold them.
    pub fn check_relevance<'a>(
        &self,
        keys: impl IntoIterator<Item = &'a str>,
    ) -> Result<(), ConfigError> {
        for key in keys {
            let idle = |rule: &&Rule| matches(rule.pattern, key) && !(rule.means)(self);
            if let Some(rule) = RULES.iter().find(idle) {
                return Err(ConfigError::Idle { key: key.to_owned(), needs: rule.needs });
            }
        }
        Ok(())
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// Settings under which a rule holds.
    pub(in super::super) fn meaningful(needs: &str) -> Vec<(&'static str, &'static str)> {
        match needs {
            "tb.source=dats" => vec![("tb.source", "dats"), ("graph.edges", "inferred")],
            "dats.policy=lvl" => vec![("tb.source", "dats"), ("dats.policy", "lvl")],
            "tb.source=laperm" => vec![("tb.source", "laperm")],
            "tb.source=laperm or laser" | "tb.source=laser" => vec![("tb.source", "laser")],
            "another tb.source than laser" => vec![],
            MONITORS => vec![("laser.always_monitor", "true")],
            PRIORITY => vec![("tb.source", "laser")],
            "tb.placement=bound or adaptive" => vec![("tb.placement", "bound")],
            "laperm.home=parent" => vec![],
            "tb.placement=bound or adaptive, tb.source=laser, or l1.of_cluster=true" => {
                vec![("tb.placement", "bound")]
            }
            "frontend=darsie" | "darsie.skips=true" => vec![("frontend", "darsie")],
            "smx.cluster above 1" => vec![("smx.cluster", "13")],
            "tb.placement=rr" => vec![],
            "another tb.source than laperm or laser" => vec![("kernel.launch", "dtbl")],
            "graph.edges=inferred" => vec![("tb.source", "dats"), ("graph.edges", "inferred")],
            "kernel.launch=dtbl" => vec![("kernel.launch", "dtbl")],
            "kernel.launch=cdp" | "kernel.launch=cdp or dtbl" => vec![("kernel.launch", "cdp")],
            "kernel.latency=modelled" => {
                vec![("kernel.latency", "modelled"), ("kernel.launch", "cdp")]
            }
            "warp.scheduler=two-level" => vec![("warp.scheduler", "two-level")],
            "smx.issue_per_warp=2" => vec![("smx.issue_per_warp", "2")],
            "dram.refi above 0" => vec![("dram.refi", "5000")],
            "more l2.slices than dram.channels" => vec![("dram.channels", "12")],
            "execution_units.dp above 0" => vec![("execution_units.dp", "2")],
            other => panic!("no settings for {other}"),
        }
    }

    /// Settings under which a rule does not hold, though the other rules of its keys do.
    fn meaningless(needs: &str) -> Vec<(&'static str, &'static str)> {
        match needs {
            "tb.source=dats" | "tb.source=laperm" | "tb.source=laser" => vec![],
            "tb.source=laperm or laser" | MONITORS | PRIORITY => vec![],
            "tb.placement=bound or adaptive" => vec![("tb.placement", "any")],
            "laperm.home=parent" => vec![("tb.placement", "bound"), ("laperm.home", "predicted")],
            "another tb.source than laser" => vec![("tb.source", "laser")],
            "kernel.launch=dtbl" | "kernel.launch=cdp or dtbl" => vec![],
            "another tb.source than laperm or laser" => {
                vec![("tb.source", "laperm"), ("kernel.launch", "dtbl")]
            }
            "tb.placement=bound or adaptive, tb.source=laser, or l1.of_cluster=true" => {
                vec![("tb.placement", "any")]
            }
            "frontend=darsie" => vec![],
            "darsie.skips=true" => vec![("frontend", "darsie"), ("darsie.skips", "false")],
            "smx.cluster above 1" => vec![],
            "tb.placement=rr" => vec![("tb.placement", "any")],
            "dats.policy=lvl" => vec![("tb.source", "dats"), ("dats.policy", "lrr")],
            "graph.edges=inferred" => vec![("tb.source", "dats"), ("graph.edges", "barriers")],
            "kernel.launch=cdp" => vec![("kernel.launch", "dtbl")],
            "kernel.latency=modelled" => {
                vec![("kernel.latency", "ideal"), ("kernel.launch", "cdp")]
            }
            "warp.scheduler=two-level" => vec![("warp.scheduler", "lrr")],
            "smx.issue_per_warp=2" => vec![("smx.issue_per_warp", "1")],
            "dram.refi above 0" => vec![("dram.refi", "0")],
            "more l2.slices than dram.channels" => vec![("dram.channels", "24")],
            "execution_units.dp above 0" => vec![("execution_units.dp", "0")],
            other => panic!("no settings for {other}"),
        }
    }

    fn machine(settings: &[(&str, &str)]) -> GpuConfig {
        let mut config = GpuConfig::preset("k20c").unwrap();
        settings.iter().for_each(|(key, value)| config.set(key, value).unwrap());
        config
    }

    fn keys(rule: &Rule) -> Vec<String> {
        let all = GpuConfig::preset("k20c").unwrap().entries().into_iter().map(|(key, _)| key);
        all.filter(|key| matches(rule.pattern, key)).collect()
    }

    #[test]
    fn every_rule_is_about_a_key_that_exists() {
        assert!(RULES.iter().all(|rule| !keys(rule).is_empty()));
    }

    #[test]
    fn every_key_is_accepted_where_it_means_something_and_refused_where_it_does_not() {
        for rule in RULES {
            for key in keys(rule) {
                let accepted = machine(&meaningful(rule.needs)).check_relevance([key.as_str()]);
                assert_eq!(accepted, Ok(()), "{key}");
                let refused = machine(&meaningless(rule.needs)).check_relevance([key.as_str()]);
                let message = refused.unwrap_err().to_string();
                let expected =
                    format!("configuration key `{key}` does nothing here: it needs {}", rule.needs);
                assert_eq!(message, expected);
            }
        }
    }

    #[test]
    fn a_key_without_a_rule_always_means_something() {
        let keys = ["smx.count", "kernel.launch", "kernel.pending_limit", "l1.ways"];
        assert_eq!(machine(&[]).check_relevance(keys), Ok(()));
    }
}
