//! Sums which lines of the Rust code the tests of the workspace run, as llvm-cov counts: one row
//! per unit and one per crate.

use super::coverage::Share;
use super::crates::Crates;
use super::judgement::folder;
use heddle_gen::units::UNITS;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// Folders of units; the kit is last.
const FOLDERS: [&str; 2] = ["hw/src", "hw/src/kit"];

/// How far a row may fall below the stored one, in percentage points: the timing of threads differs
/// from run to run.
pub const TOLERANCE: f64 = 1.0;

/// Lines run of the lines with code, by unit and by crate; kept in `verif/mutation`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RustLines {
    /// Shares by name of the unit.
    pub units: BTreeMap<String, Share>,
    /// Shares by name of the crate.
    pub crates: BTreeMap<String, Share>,
}

/// The parts of `llvm-cov export` that are read.
#[derive(Deserialize)]
struct Exported {
    data: Vec<Report>,
}

#[derive(Deserialize)]
struct Report {
    files: Vec<File>,
}

#[derive(Deserialize)]
struct File {
    filename: PathBuf,
    summary: Summary,
}

#[derive(Deserialize)]
struct Summary {
    lines: Lines,
}

#[derive(Deserialize)]
struct Lines {
    count: usize,
    covered: usize,
}

impl RustLines {
    /// Sums what llvm-cov `exported` about a workspace in `root` that has these `crates`. The error
    /// is a text of another form, or a file that belongs to no crate.
    pub fn sum(exported: &str, root: &Path, crates: &Crates) -> Result<Self, String> {
        let exported: Exported = serde_json::from_str(exported)
            .map_err(|error| format!("not what llvm-cov exports: {error}"))?;
        let mut sums = Self::default();
        for file in exported.data.into_iter().flat_map(|report| report.files) {
            let shown = file.filename.display();
            let path = file.filename.strip_prefix(root);
            let path = path.map_err(|_| format!("{shown} is not below {}", root.display()))?;
            let (name, _) = crates
                .iter()
                .find(|(_, folder)| path.starts_with(folder))
                .ok_or_else(|| format!("{shown} is of no crate of the workspace"))?;
            add(&mut sums.crates, name, &file.summary.lines);
            if let Some(unit) = unit_of(path) {
                add(&mut sums.units, unit, &file.summary.lines);
            }
        }
        Ok(sums)
    }

    /// Reads the stored counts. The error says what to run.
    pub fn read() -> Result<Self, String> {
        let path = path();
        let text = std::fs::read_to_string(&path)
            .map_err(|_| "the Rust code was never measured; run scripts/coverage".to_string())?;
        serde_json::from_str(&text).map_err(|error| format!("{}: {error}", path.display()))
    }

    /// Stores the counts.
    pub fn write(&self) -> Result<(), String> {
        let path = path();
        let text = serde_json::to_string_pretty(self).map_err(|error| error.to_string())?;
        std::fs::write(&path, text + "\n")
            .map_err(|error| format!("writing {}: {error}", path.display()))
    }

    /// Compares with a new measurement `found`. Returns one sentence per problem: rows that fell,
    /// and rows that only one of both has.
    pub fn losses(&self, found: &Self) -> Vec<String> {
        let (kept, now) = (self.rows(), found.rows());
        let fallen = kept.iter().filter_map(|(name, kept)| match now.get(name) {
            None => Some(format!("{name} is kept and no longer there")),
            Some(now) if now.percent() + TOLERANCE < kept.percent() => Some(format!(
                "{name}: {:.1} % of its lines are run, and {:.1} % were",
                now.percent(),
                kept.percent()
            )),
            Some(_) => None,
        });
        let new = now.keys().filter(|name| !kept.contains_key(*name));
        fallen.chain(new.map(|name| format!("{name} is not kept yet"))).collect()
    }

    fn rows(&self) -> BTreeMap<&str, Share> {
        let rows = self.units.iter().chain(&self.crates);
        rows.map(|(name, share)| (name.as_str(), *share)).collect()
    }
}

/// Returns the unit of a file.
fn unit_of(path: &Path) -> Option<&'static str> {
    let within =
        |unit: &&str| FOLDERS.iter().any(|folder| path.starts_with(Path::new(folder).join(unit)));
    UNITS.iter().copied().find(within)
}

fn add(sums: &mut BTreeMap<String, Share>, name: &str, lines: &Lines) {
    let sum = sums.entry(name.to_string()).or_default();
    sum.seen += lines.covered;
    sum.of += lines.count;
}

fn path() -> PathBuf {
    folder().join("rust.json")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn export(files: &[(&str, usize, usize)]) -> String {
        let files = files.iter().map(|(filename, covered, count)| {
            let lines = serde_json::json!({ "count": count, "covered": covered, "percent": 0.0 });
            serde_json::json!({ "filename": filename, "summary": { "lines": lines } })
        });
        let files: Vec<serde_json::Value> = files.collect();
        serde_json::json!({ "data": [{ "files": files }], "version": "3.0.1" }).to_string()
    }

    fn sum(exported: &str) -> Result<RustLines, String> {
        let crates = [
            ("heddle", "src"),
            ("heddle-hw", "hw/src"),
            ("verilator-sys", "gen/verilator-sys/src"),
        ];
        let crates = crates.map(|(name, folder)| (name.to_string(), folder.into()));
        RustLines::sum(exported, Path::new("/w"), &crates.into())
    }

    fn rows(rows: &[(&str, usize, usize)]) -> BTreeMap<String, Share> {
        rows.iter().map(|&(name, seen, of)| (name.to_string(), Share { seen, of })).collect()
    }

    #[test]
    fn files_are_summed_by_unit_and_by_crate() {
        let exported = export(&[
            ("/w/hw/src/agt/model.rs", 90, 100),
            ("/w/hw/src/agt/rtl/link.rs", 5, 10),
            ("/w/hw/src/kit/fifo/rtl.rs", 7, 7),
            ("/w/hw/src/kit/trial.rs", 30, 40),
            ("/w/gen/verilator-sys/src/lib.rs", 3, 4),
            ("/w/src/main.rs", 1, 2),
        ]);
        let sums = sum(&exported).expect("as llvm-cov writes it");
        assert_eq!(sums.units, rows(&[("agt", 95, 110), ("fifo", 7, 7)]));
        let crates = [("heddle", 1, 2), ("heddle-hw", 132, 157), ("verilator-sys", 3, 4)];
        assert_eq!(sums.crates, rows(&crates));
    }

    #[test]
    fn what_is_not_understood_is_an_error_that_names_it() {
        let sum = |text: &str| sum(text).expect_err("not understood");
        assert!(sum("{\"data\": [{}]}").contains("missing field `files`"));
        assert!(sum(&export(&[("/w/new/src/lib.rs", 1, 1)])).contains("/w/new/src/lib.rs"));
        assert!(sum(&export(&[("/v/src/lib.rs", 1, 1)])).contains("not below /w"));
    }

    #[test]
    fn a_row_that_falls_by_more_than_a_point_is_a_loss() {
        let kept = RustLines {
            units: rows(&[("agt", 950, 1000), ("fifo", 10, 10)]),
            ..RustLines::default()
        };
        let found = |agt| RustLines {
            units: rows(&[("agt", agt, 1000), ("fifo", 10, 10)]),
            ..RustLines::default()
        };
        assert_eq!(kept.losses(&found(940)), Vec::<String>::new());
        assert_eq!(kept.losses(&found(939)), ["agt: 93.9 % of its lines are run, and 95.0 % were"]);
    }

    #[test]
    fn a_row_that_comes_or_goes_is_told() {
        let kept = RustLines { units: rows(&[("agt", 1, 1)]), ..RustLines::default() };
        let found = RustLines { units: rows(&[("dgb", 1, 1)]), ..RustLines::default() };
        assert_eq!(kept.losses(&found), ["agt is kept and no longer there", "dgb is not kept yet"]);
    }
}
