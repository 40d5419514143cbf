//! Counts the storage of units, beside the papers' figures and as a share of the machine.

use anyhow::Context;
use heddle_gen::storage::{Accounting, Reconciled, Row, FIGURES};
use heddle_gen::units::for_unit;
use heddle_hw::kit::unit::UnitVisitor;
use heddle_hw::kit::Spec;
use heddle_sim::config::GpuConfig;
use serde::Serialize;

/// One unit's storage.
#[derive(Serialize)]
pub struct UnitStorage {
    /// Name of the unit.
    pub name: &'static str,
    /// Preset of the unit's sizes.
    pub preset: String,
    /// Bytes of all fields.
    pub total_bytes: u64,
    /// Bits of all fields.
    pub total_bits: u64,
    /// The bytes in per cent of the machine's register files.
    pub percent_of_registers: f64,
    /// The bytes in per cent of the machine's shared memories.
    pub percent_of_shared: f64,
    /// The fields.
    pub fields: Vec<Row>,
}

/// The machine that storage is compared with.
#[derive(Serialize)]
pub struct Machine {
    /// Name of the machine's configuration.
    pub config: &'static str,
    /// Register files of all SMXs.
    pub register_bytes: u64,
    /// Shared memories of all SMXs.
    pub shared_bytes: u64,
}

impl Machine {
    /// Returns the machine to which units of a preset belong.
    fn of(preset: &str) -> anyhow::Result<Self> {
        let config = if preset.starts_with("tiny") { "tiny" } else { "k20c" };
        let gpu = GpuConfig::preset(config)?;
        let smxs = u64::from(gpu.smx.count);
        Ok(Self {
            config,
            register_bytes: smxs * u64::from(gpu.smx.registers) * 4,
            shared_bytes: smxs * u64::from(gpu.smx.shared_bytes),
        })
    }
}

/// Storage of all units that were requested.
pub struct Storage {
    /// Published figures beside ours.
    pub reconciled: Vec<Reconciled>,
    /// The machine.
    pub machine: Machine,
    /// The units.
    pub units: Vec<UnitStorage>,
}

/// Adds one unit to the account.
struct Count<'a> {
    preset: &'a str,
    accounting: &'a mut Accounting,
}

impl UnitVisitor for Count<'_> {
    type Output = anyhow::Result<()>;
    fn visit<R: Spec>(self) -> Self::Output {
        let params = R::preset(self.preset).with_context(|| {
            let known = R::preset_names().join(", ");
            format!("unknown preset `{}`; presets of {} are: {known}", self.preset, R::NAME)
        })?;
        self.accounting.add::<R>(&params);
        Ok(())
    }
}

/// Counts the storage of units; published figures are reconciled if `all` of them are counted.
pub fn count(units: &[&str], preset: &str, all: bool) -> anyhow::Result<Storage> {
    let mut accounting = Accounting::default();
    for name in units {
        for_unit(name, Count { preset, accounting: &mut accounting })??;
    }
    let machine = Machine::of(preset)?;
    // A single unit has only a share of a figure, and no figure is published for tiny sizes.
    let whole = all && preset == "paper";
    let reconciled = if whole { accounting.reconcile(&FIGURES) } else { Vec::new() };
    let percent = |bytes: u64, of: u64| 100.0 * bytes as f64 / of as f64;
    let units = accounting.totals().into_iter().map(|(name, total_bytes)| {
        let fields: Vec<Row> =
            accounting.rows.iter().filter(|row| row.unit == name).cloned().collect();
        UnitStorage {
            name,
            preset: preset.to_string(),
            total_bytes,
            total_bits: fields.iter().map(|row| row.bits * row.entries).sum(),
            percent_of_registers: percent(total_bytes, machine.register_bytes),
            percent_of_shared: percent(total_bytes, machine.shared_bytes),
            fields,
        }
    });
    let units = units.collect();
    Ok(Storage { reconciled, machine, units })
}
