//! Counts the storage of units, beside the papers' figures and as a share of the machine.

use super::Target;
use heddle_gen::sizing::Sizing;
use heddle_gen::storage::{Accounting, Reconciled, Row, FIGURES};
use heddle_gen::units::for_unit;
use heddle_hw::chip::{self, Declaration, InstanceVisitor, Standard};
use heddle_hw::kit::unit::UnitVisitor;
use heddle_hw::kit::{Spec, Unit};
use heddle_sim::config::GpuConfig;
use heddle_sim::gpu::chip_sizes;
use serde::Serialize;
use std::convert::Infallible;

/// One unit's storage.
#[derive(Serialize)]
pub struct UnitStorage {
    /// Name of the unit, or `chip`.
    pub name: String,
    /// Preset of the unit's sizes, or the machine they are from, with what was set.
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
    pub config: String,
    /// Register files of all SMXs.
    pub register_bytes: u64,
    /// Shared memories of all SMXs.
    pub shared_bytes: u64,
}

impl Machine {
    /// Returns the machine to which the targets belong: a chip's own, or that of a unit's preset.
    fn of(targets: &[Target]) -> anyhow::Result<Self> {
        let (config, gpu) = match targets.first() {
            Some(Target::Chip(config, name)) => (name.clone(), (**config).clone()),
            Some(Target::Unit(_, sizing)) if sizing.to_string().starts_with("tiny") => {
                ("tiny".into(), GpuConfig::preset("tiny")?)
            }
            _ => ("k20c".into(), GpuConfig::preset("k20c")?),
        };
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
    sizing: &'a Sizing,
    accounting: &'a mut Accounting,
}

impl UnitVisitor for Count<'_> {
    type Output = anyhow::Result<()>;
    fn visit<R: Spec>(self) -> Self::Output {
        self.accounting.add::<R>(&self.sizing.params::<R>()?);
        Ok(())
    }
}

/// Adds every instance of a machine.
struct CountAll<'a> {
    smxs: u32,
    accounting: &'a mut Accounting,
}

impl InstanceVisitor for CountAll<'_> {
    type Error = Infallible;

    fn instance<R: Unit>(
        &mut self,
        _name: &'static str,
        count: chip::Count,
        params: Option<R::Params>,
    ) -> Result<(), Infallible> {
        let Some(params) = params else { return Ok(()) };
        let times = if count == chip::Count::PerSmx { self.smxs } else { 1 };
        (0..times).for_each(|_| self.accounting.add::<R>(&params));
        Ok(())
    }
}

/// Counts the storage of targets; published figures are reconciled if `whole`: they are all units at the sizes of the
/// papers.
pub fn count(targets: &[Target], whole: bool) -> anyhow::Result<Storage> {
    let mut all = Accounting::default();
    let mut units = Vec::new();
    let machine = Machine::of(targets)?;
    let percent = |bytes: u64, of: u64| 100.0 * bytes as f64 / of as f64;
    for target in targets {
        let mut own = Accounting::default();
        let preset = match target {
            Target::Unit(name, sizing) => {
                for_unit(name, Count { sizing, accounting: &mut own })??;
                sizing.to_string()
            }
            Target::Chip(config, name) => {
                let smxs = config.smx.count;
                let mut count = CountAll { smxs, accounting: &mut own };
                let Ok(()) = Standard::instances(&chip_sizes(config), &mut count);
                name.clone()
            }
        };
        let total_bytes = own.total_bytes();
        units.push(UnitStorage {
            name: target.name().to_string(),
            preset,
            total_bytes,
            total_bits: own.stored().map(|row| row.bits * row.entries).sum(),
            percent_of_registers: percent(total_bytes, machine.register_bytes),
            percent_of_shared: percent(total_bytes, machine.shared_bytes),
            fields: own.stored().cloned().collect(),
        });
        all.rows.extend(own.rows);
    }
    let reconciled = if whole { all.reconcile(&FIGURES) } else { Vec::new() };
    Ok(Storage { reconciled, machine, units })
}
