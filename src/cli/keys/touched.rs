//! Which units a key of a configuration changes, found by changing it.

use heddle_hw::chip::{Count, Declaration, InstanceVisitor, Standard};
use heddle_hw::kit::Unit;
use heddle_sim::config::{GpuConfig, Key, Values};
use heddle_sim::gpu::chip_sizes;
use std::collections::BTreeMap;
use std::convert::Infallible;

/// Machines that have, between them, every unit.
const MACHINES: &[&[(&str, &str)]] = &[
    &[("kernel.launch", "dtbl")],
    &[("tb.source", "dats")],
    &[("kernel.launch", "dtbl"), ("tb.source", "laperm"), ("tb.placement", "bound")],
    &[("kernel.launch", "cdp"), ("tb.source", "laser")],
    &[("frontend", "darsie")],
];

/// The units of a chip, each with its sizes, in the order of the declaration.
#[derive(Default, PartialEq)]
struct Chip(Vec<(&'static str, String)>);

impl InstanceVisitor for Chip {
    type Error = Infallible;

    fn instance<R: Unit>(
        &mut self,
        name: &'static str,
        _count: Count,
        params: Option<R::Params>,
    ) -> Result<(), Infallible> {
        self.0.push((name, format!("{params:?}")));
        Ok(())
    }
}

impl Chip {
    fn of(config: &GpuConfig) -> Self {
        let mut chip = Self::default();
        match Standard::instances(&chip_sizes(config), &mut chip) {
            Ok(()) => chip,
            Err(never) => match never {},
        }
    }
}

/// Finds the units that keys change.
pub struct Touched(Vec<(GpuConfig, Chip)>);

impl Touched {
    /// Builds the machines on which keys are changed, all from the preset `k20c`.
    pub fn new() -> anyhow::Result<Self> {
        let machine = |settings: &&[(&str, &str)]| -> anyhow::Result<(GpuConfig, Chip)> {
            let mut config = GpuConfig::preset("k20c")?;
            settings.iter().try_for_each(|(key, value)| config.set(key, value))?;
            let chip = Chip::of(&config);
            Ok((config, chip))
        };
        Ok(Self(MACHINES.iter().map(machine).collect::<anyhow::Result<_>>()?))
    }

    /// The units that are there, or not, or of another size, because of the key.
    pub fn by(&self, key: &Key) -> Vec<&'static str> {
        let mut touched = BTreeMap::new();
        for (config, before) in &self.0 {
            for value in values(key, config) {
                let mut changed = config.clone();
                // A value that does not go with the rest of this machine says nothing.
                if changed.set(&key.name, &value).is_err() || changed == *config {
                    continue;
                }
                let after = Chip::of(&changed);
                let both = before.0.iter().zip(&after.0).enumerate();
                let differ = both.filter(|(_, (before, after))| before != after);
                touched.extend(differ.map(|(place, ((name, _), _))| (place, *name)));
            }
        }
        touched.into_values().collect()
    }
}

/// Other values of a key than that of a machine.
fn values(key: &Key, config: &GpuConfig) -> Vec<String> {
    match &key.values {
        Values::Integer(range) => {
            let now = config.entries().into_iter().find(|(name, _)| *name == key.name);
            let now: i64 = now.and_then(|(_, value)| value.parse().ok()).unwrap_or(range.low);
            [range.low, now / 2, now * 2, range.high].map(|value| value.to_string()).to_vec()
        }
        Values::Flag => vec!["false".into(), "true".into()],
        Values::Words(words) => words.iter().map(|word| word.word.clone()).collect(),
        Values::Text => Vec::new(),
    }
}
