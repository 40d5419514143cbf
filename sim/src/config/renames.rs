//! Keys and values of earlier versions, and what they are called now.

use super::check::matches;
use super::ConfigError;

/// A key that is no more, and what stands in its place. A `*` stands for one part of a path, and in the
/// replacement for the same part.
const KEYS: &[(&str, &str)] = &[
    ("tb.level_bound", "dats.level_bound"),
    ("rooms.*", "units.*"),
    ("smx.warp_scheduler", "warp.scheduler"),
    ("smx.active_warps", "warp.active"),
    ("units.sp", "execution_units.sp"),
    ("units.sfu", "execution_units.sfu"),
    ("units.dp", "execution_units.dp"),
];

/// A value that is no more, by its key, and what stands in its place. A value `*` is any other one.
const VALUES: &[(&str, &str, &str)] = &[
    ("tb.scheduler", "rr", "`tb.source=fcfs`"),
    ("tb.scheduler", "dats-lrr", "`tb.source=dats` and `dats.policy=lrr`"),
    ("tb.scheduler", "dats-lvl", "`tb.source=dats` and `dats.policy=lvl`"),
    ("tb.scheduler", "*", "`tb.source` (fcfs, dats) and `dats.policy` (lrr, lvl)"),
    ("kernel.launch", "aggregate-warp", "`kernel.launch=cdp` with the option `--app gather=warp`"),
    (
        "kernel.launch",
        "aggregate-block",
        "`kernel.launch=cdp` with the option `--app gather=block`",
    ),
    ("kernel.launch", "aggregate-grid", "`kernel.launch=cdp` with the option `--app gather=grid`"),
    ("kernel.child_min_items", "*", "an option of the application, `--app child_min_items=N`"),
    ("kernel.coarsening", "*", "an option of the application, `--app coarsening=N`"),
];

/// Refuses a key or a value of an earlier version with what to write in its place.
pub(super) fn check(key: &str, value: &str) -> Result<(), ConfigError> {
    let renamed =
        |old: String, new: String| Err(ConfigError::Renamed { key: key.to_owned(), old, new });
    if let Some((pattern, new)) = KEYS.iter().find(|(pattern, _)| matches(pattern, key)) {
        let part = key.split('.').zip(pattern.split('.')).find(|(_, pattern)| *pattern == "*");
        let new = part.map_or(new.to_string(), |(part, _)| new.replace('*', part));
        return renamed(format!("`{key}`"), format!("`{new}`"));
    }
    match VALUES.iter().find(|(old, word, _)| *old == key && (*word == value || *word == "*")) {
        Some((_, "*", new)) => renamed(format!("`{key}`"), new.to_string()),
        Some((_, _, new)) => renamed(format!("`{key}={value}`"), new.to_string()),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::GpuConfig;

    fn refusal(key: &str, value: &str) -> String {
        GpuConfig::preset("k20c").unwrap().set(key, value).unwrap_err().to_string()
    }

    #[test]
    fn an_old_key_is_answered_with_the_new_one() {
        assert_eq!(refusal("rooms.kdes", "8"), "`rooms.kdes` is now `units.kdes`");
        assert_eq!(refusal("units.sp", "8"), "`units.sp` is now `execution_units.sp`");
        assert_eq!(refusal("tb.level_bound", "1"), "`tb.level_bound` is now `dats.level_bound`");
    }

    #[test]
    fn an_old_value_is_answered_with_the_new_settings() {
        assert_eq!(
            refusal("tb.scheduler", "dats-lrr"),
            "`tb.scheduler=dats-lrr` is now `tb.source=dats` and `dats.policy=lrr`"
        );
        assert_eq!(
            refusal("kernel.launch", "aggregate-warp"),
            "`kernel.launch=aggregate-warp` is now `kernel.launch=cdp` with the option `--app gather=warp`"
        );
        assert_eq!(
            refusal("kernel.coarsening", "3"),
            "`kernel.coarsening` is now an option of the application, `--app coarsening=N`"
        );
        assert_eq!(
            refusal("tb.scheduler", "gto"),
            "`tb.scheduler` is now `tb.source` (fcfs, dats) and `dats.policy` (lrr, lvl)"
        );
    }

    #[test]
    fn every_new_key_exists() {
        let config = GpuConfig::preset("k20c").unwrap();
        let known: Vec<String> = config.entries().into_iter().map(|(key, _)| key).collect();
        for (_, new) in super::KEYS.iter().filter(|(_, new)| !new.contains('*')) {
            assert!(known.iter().any(|key| key == new), "{new}");
        }
    }
}
