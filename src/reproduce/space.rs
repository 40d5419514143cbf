//! A second kind of figure: variants of one unit as points, speed over storage.

use super::benchmarks::{Benchmark, Size};
use super::case::{Case, Variant};
use super::exhibit::{add_new, write_files, Exhibit, Shown};
use super::figure::{self, average, Average, Measured};
use super::frame::Caption;
use super::scatter::{self, front, Mark, Scatter};
use anyhow::anyhow;
use heddle_gen::storage::Accounting;
use heddle_hw::kit::Unit;
use heddle_sim::config::GpuConfig;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

/// Returns the bytes that a unit of these sizes stores, its registers included.
pub fn stored_bytes<U: Unit>(sizes: &U::Params) -> u64 {
    let mut accounting = Accounting::default();
    accounting.add::<U>(sizes);
    accounting.total_bytes()
}

/// Variants of one kind at several sizes.
pub struct Curve {
    /// Name in the legend.
    pub name: &'static str,
    /// Its variants, from small to large, each with the name of its size.
    pub points: &'static [(&'static str, Variant)],
}

/// The cost and the speed of variants of a unit.
pub struct Space {
    /// As typed.
    pub id: &'static str,
    /// What it shows, in a line.
    pub title: &'static str,
    /// The benchmarks over which it is averaged.
    pub benchmarks: fn() -> Vec<&'static Benchmark>,
    /// The variant that the others are compared with.
    pub reference: Variant,
    /// The variants.
    pub curves: &'static [Curve],
    /// Computes the bytes that the unit stores in a machine.
    pub storage_bytes: fn(&GpuConfig) -> u64,
    /// Field of a rate in the results, and its name.
    pub rate: (&'static str, &'static str),
}

/// A measured variant.
#[derive(Clone, Debug, Serialize)]
pub struct Point {
    /// Name of its curve.
    pub curve: &'static str,
    /// Its size.
    pub size: &'static str,
    /// Bytes that the unit stores.
    pub storage_bytes: u64,
    /// The rate, averaged over the benchmarks that have it.
    pub rate: Option<f64>,
    /// Cycles, divided by those of the reference; geometric mean.
    pub relative_cycles: Option<f64>,
    /// Whether no variant of this size or smaller is faster, and no variant of this speed or faster
    /// is smaller.
    pub on_front: bool,
    /// Cycles by benchmark.
    pub cycles: BTreeMap<&'static str, Option<u64>>,
}

/// A measured space.
#[derive(Clone, Debug, Serialize)]
pub struct Table {
    /// As typed.
    pub figure: &'static str,
    /// What it shows.
    pub title: &'static str,
    /// Size of the inputs.
    pub size: Size,
    /// Name of the reference variant.
    pub reference: &'static str,
    /// What `rate` is.
    pub rate: &'static str,
    /// Curve by curve.
    pub points: Vec<Point>,
}

impl Space {
    fn variants(&self) -> impl Iterator<Item = (&'static str, &'static str, Variant)> + '_ {
        let of = |curve: &'static Curve| {
            curve.points.iter().map(|&(size, variant)| (curve.name, size, variant))
        };
        self.curves.iter().flat_map(of)
    }

    /// Makes the points from `results`.
    pub fn measured(&self, size: Size, results: &BTreeMap<String, Value>) -> anyhow::Result<Table> {
        let mut points = Vec::new();
        for (curve, name, variant) in self.variants() {
            let measured = || {
                (self.benchmarks)().into_iter().map(|benchmark| Measured::new(results, benchmark))
            };
            let rates = measured().filter_map(|m| m.of(&variant, self.rate.0));
            let ratios = measured().filter_map(|m| m.ratio("cycles", &variant, &self.reference));
            let cycles = (self.benchmarks)().into_iter().map(|benchmark| {
                let cycles = Measured::new(results, benchmark).of(&variant, "cycles");
                (benchmark.name, cycles.map(|cycles| cycles as u64))
            });
            points.push(Point {
                curve,
                size: name,
                storage_bytes: (self.storage_bytes)(&variant.config()?),
                rate: average(Average::Arithmetic, rates),
                relative_cycles: average(Average::Geometric, ratios),
                on_front: false,
                cycles: cycles.collect(),
            });
        }
        mark_front(&mut points);
        Ok(Table {
            figure: self.id,
            title: self.title,
            size,
            reference: self.reference.name,
            rate: self.rate.1,
            points,
        })
    }
}

/// Marks the points of the Pareto front: no other point is better in storage or speed without being worse in the other. One
/// that was not measured is on none.
fn mark_front(points: &mut [Point]) {
    let place = |point: &Point| Some((point.storage_bytes as f64, point.relative_cycles?));
    let places: Vec<_> = points.iter().filter_map(place).collect();
    let measured = points.iter_mut().filter(|point| point.relative_cycles.is_some());
    measured.zip(front(&places)).for_each(|(point, on_front)| point.on_front = on_front);
}

/// Bytes of a KiB.
const KIB: f64 = 1024.0;

impl Table {
    /// As curves to draw: speed over storage.
    fn scatter(&self) -> Scatter {
        let mut names: Vec<&str> = self.points.iter().map(|point| point.curve).collect();
        names.dedup();
        let mark = |point: &Point| {
            let place = (point.storage_bytes as f64 / KIB, 1.0 / point.relative_cycles?);
            Some(Mark { place, on_front: point.on_front.then(|| point.size.to_owned()) })
        };
        let curve = |name: &&str| {
            let points = self.points.iter().filter(|point| point.curve == *name);
            scatter::Curve {
                name: (*name).to_owned(),
                joined: true,
                points: points.filter_map(mark).collect(),
            }
        };
        Scatter {
            x: "storage, KiB, logarithmic".into(),
            y: format!("speed over {}", self.reference),
            logarithmic: true,
            front: "Pareto front, with sizes".into(),
            curves: names.iter().map(curve).collect(),
        }
    }
}

impl Exhibit for Space {
    fn id(&self) -> &'static str {
        self.id
    }

    fn title(&self) -> &'static str {
        self.title
    }

    fn cases(&self, size: Size) -> Vec<Case> {
        let mut cases = Vec::new();
        for benchmark in (self.benchmarks)() {
            let variants = self.variants().map(|(_, _, variant)| variant);
            let variants = std::iter::once(self.reference).chain(variants);
            add_new(&mut cases, variants.map(|variant| Case { benchmark, size, variant }));
        }
        cases
    }

    fn table(&self, size: Size, results: &BTreeMap<String, Value>) -> anyhow::Result<Value> {
        Ok(serde_json::to_value(self.measured(size, results)?)?)
    }

    fn write(
        &self,
        size: Size,
        results: &BTreeMap<String, Value>,
        out: &Path,
    ) -> anyhow::Result<Shown> {
        let table = self.measured(size, results)?;
        let caption = Caption::new(self.id, self.title, size, &self.cases(size), results);
        let mut svg = String::new();
        scatter::svg(&table.scatter(), &caption, &mut svg)
            .map_err(|error| anyhow!("{}: {error}", self.id))?;
        let json = write_files(self.id, &table, &svg, out)?;
        let row = |point: &Point| {
            vec![
                format!("{} {}", point.curve, point.size),
                point.storage_bytes.to_string(),
                figure::Unit::Share.show(point.rate),
                point.relative_cycles.map_or("-".into(), |ratio| format!("{ratio:.3}")),
                if point.on_front { "yes" } else { "" }.into(),
            ]
        };
        let rows = table.points.iter().map(row).collect();
        let header = ["", "bytes", self.rate.1, "relative cycles", "Pareto front"];
        Ok(Shown {
            id: self.id,
            title: self.title,
            json,
            header: header.map(str::to_owned).into(),
            rows,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn front(places: &[(u64, Option<f64>)]) -> Vec<bool> {
        let point = |&(storage_bytes, relative_cycles): &(u64, Option<f64>)| Point {
            curve: "curve",
            size: "size",
            storage_bytes,
            rate: None,
            relative_cycles,
            on_front: false,
            cycles: BTreeMap::new(),
        };
        let mut points: Vec<Point> = places.iter().map(point).collect();
        mark_front(&mut points);
        points.iter().map(|point| point.on_front).collect()
    }

    #[test]
    fn what_was_not_measured_beats_nothing_and_is_on_no_front() {
        assert_eq!(front(&[(10, None), (20, Some(1.0))]), [false, true]);
    }
}
