//! Files that take the place of generated inputs: the data sets of the source, in a directory of the user.

use super::benchmarks::Benchmark;
use super::case::Case;
use crate::digest;
use anyhow::{bail, Context};
use heddle_workloads::AppOptions;
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// Endings of the names of files that the readers of inputs know, before `.gz` if there is one. The formats
/// themselves are recognized by their content.
const ENDINGS: &[&str] =
    &["mtx", "gr", "graph", "dot", "el", "txt", "tsv", "csv", "data", "dat", "npy"];

/// The files in use, by the name of the benchmark.
#[derive(Default)]
pub struct Files(BTreeMap<&'static str, File>);

/// A file in place of a generated input.
#[derive(Clone)]
pub struct File {
    /// The file, as applications take it.
    pub path: String,
    /// SHA-256 of its bytes.
    pub digest: String,
}

impl Files {
    /// Finds the files in `dir` for the benchmarks of `cases`, and reads each once as its applications do. A file that
    /// cannot be used is an error, and so are two for one benchmark.
    pub fn find(dir: &Path, cases: &[Case]) -> anyhow::Result<Self> {
        let names = names(dir).with_context(|| format!("--inputs {}", dir.display()))?;
        // A path with a colon would be taken for a generator if it did not begin so.
        let dir = if dir.is_relative() { Path::new(".").join(dir) } else { dir.to_path_buf() };
        let mut found = BTreeMap::new();
        let mut digests = BTreeMap::new();
        let mut read: Vec<(&str, String)> = Vec::new();
        for case in cases {
            let Benchmark { name: benchmark, app, .. } = *case.benchmark;
            if found.contains_key(benchmark) {
                continue;
            }
            let Some(name) = name_of(case.benchmark, &names)? else { continue };
            let path = dir.join(name).display().to_string();
            if !read.contains(&(app, path.clone())) {
                let config = case.variant.config()?;
                heddle_workloads::build(app, Some(&path), &AppOptions::default(), &config)
                    .with_context(|| format!("the file for {benchmark}"))?;
                read.push((app, path.clone()));
            }
            let digest = match digests.get(name) {
                Some(digest) => String::clone(digest),
                None => digest::of_file(&path).with_context(|| format!("cannot read {path}"))?,
            };
            digests.insert(name.clone(), digest.clone());
            found.insert(benchmark, File { path, digest });
        }
        Ok(Self(found))
    }

    /// Returns the file in place of the input of `case`, if there is one.
    pub fn of(&self, case: &Case) -> Option<&File> {
        self.0.get(case.benchmark.name)
    }

    /// Returns the input of `case`: its file, or its generator.
    pub fn input<'a>(&'a self, case: &Case) -> &'a str {
        self.of(case).map_or(case.benchmark.input(case.size), |file| &file.path)
    }

    /// Returns a line for each benchmark of `cases` that could take a file: what it runs on.
    pub fn told(&self, cases: &[Case]) -> Vec<String> {
        let mut lines: Vec<String> = Vec::new();
        for case in cases.iter().filter(|case| !case.benchmark.files.is_empty()) {
            let name = case.benchmark.name;
            let line = match self.of(case) {
                Some(file) => format!("{name}: {}", file.path),
                None => {
                    let known: Vec<&str> = stems(case.benchmark).collect();
                    let input = case.benchmark.input(case.size);
                    format!("{name}: {input}, as no file is called {}", known.join(", "))
                }
            };
            if !lines.contains(&line) {
                lines.push(line);
            }
        }
        lines
    }
}

/// Returns the names of the files in `dir`, in order. Others than files are left out.
fn names(dir: &Path) -> io::Result<Vec<String>> {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(dir)? {
        let entry = entry?;
        if entry.path().is_file() {
            // A name that is no text is none of ours.
            names.extend(entry.file_name().into_string());
        }
    }
    names.sort_unstable();
    Ok(names)
}

/// Returns the names, without their endings, of the files that a benchmark takes, the most particular one first.
fn stems(benchmark: &Benchmark) -> impl Iterator<Item = &'static str> {
    std::iter::once(benchmark.name).chain(benchmark.files.iter().copied())
}

/// Returns the name of the file for a benchmark, if there is one.
fn name_of<'a>(benchmark: &Benchmark, names: &'a [String]) -> anyhow::Result<Option<&'a String>> {
    if benchmark.files.is_empty() {
        return Ok(None);
    }
    for stem in stems(benchmark) {
        let called = |name: &&String| {
            let ending = name.strip_prefix(stem).and_then(|rest| rest.strip_prefix('.'));
            let ending = ending.map(|ending| ending.strip_suffix(".gz").unwrap_or(ending));
            ending.is_some_and(|ending| ENDINGS.contains(&ending))
        };
        let mut found = names.iter().filter(called);
        if let Some(first) = found.next() {
            if let Some(second) = found.next() {
                bail!("{} has two files, {first} and {second}; leave one", benchmark.name);
            }
            return Ok(Some(first));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::super::benchmarks::{Size, SKEWED, TABLE_2, TABLE_6};
    use super::super::case::K20C;
    use super::*;

    fn benchmark(name: &str) -> &'static Benchmark {
        TABLE_2.iter().chain(SKEWED).find(|benchmark| benchmark.name == name).expect(name)
    }

    fn named(benchmark_name: &str, names: &[&str]) -> Result<Option<String>, String> {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let found = name_of(benchmark(benchmark_name), &names);
        found.map(|name| name.cloned()).map_err(|error| error.to_string())
    }

    #[test]
    fn a_file_goes_by_its_benchmark_its_data_set_or_its_generator_with_any_known_ending() {
        let found = |of, names: &[&str]| named(of, names).expect("no two").expect("one");
        for name in ["citationCiteseer.mtx", "citationCiteseer.graph.gz", "citation.txt"] {
            assert_eq!(found("bfs_citation", &[name]), name);
        }
        assert_eq!(found("bfs_usa_road", &["USA-road-d.USA.gr.gz"]), "USA-road-d.USA.gr.gz");
        let names = ["cage15.mtx", "sssp_cage15.mtx"];
        assert_eq!(found("sssp_cage15", &names), "sssp_cage15.mtx");
        assert_eq!(found("clr_cage15", &names), "cage15.mtx");
        assert_eq!(found("clr_graph500", &["kron_g500-logn20.mtx"]), "kron_g500-logn20.mtx");
        assert_eq!(found("pre_movielens", &["u.data", "u.item"]), "u.data");
    }

    #[test]
    fn other_names_are_no_files_of_a_benchmark_and_two_are_one_too_many() {
        for name in ["citation2.mtx", "citation", "citation.tar.gz", "my citation.mtx"] {
            assert_eq!(named("bfs_citation", &[name]), Ok(None), "{name}");
        }
        assert_eq!(named("join_uniform", &["join_uniform.txt"]), Ok(None), "it takes two files");
        assert_eq!(named("clr_graph500_skewed", &["graph500.mtx"]), Ok(None), "ours by design");
        let error = named("bfs_citation", &["citation.gr", "citation.mtx"]).unwrap_err();
        assert_eq!(error, "bfs_citation has two files, citation.gr and citation.mtx; leave one");
    }

    #[test]
    fn a_file_is_used_for_its_benchmarks_and_told_with_what_is_missing() {
        let dir = tempfile::tempdir().expect("a directory");
        std::fs::write(dir.path().join("citationCiteseer.txt"), "0 1\n1 2\n").expect("written");
        let variant = K20C.variant("flat", &[("kernel.launch", "flat")]);
        let cases = TABLE_6.iter().map(|benchmark| Case { benchmark, size: Size::Smoke, variant });
        let cases: Vec<Case> = cases.collect();
        let files = Files::find(dir.path(), &cases).expect("readable");
        let of = |name: &str| cases.iter().find(|case| case.benchmark.name == name).expect(name);
        let path = dir.path().join("citationCiteseer.txt").display().to_string();
        for name in ["bfs_citation", "clr_citation", "sssp_citation"] {
            assert_eq!(files.input(of(name)), path);
        }
        assert_eq!(files.input(of("bfs_cage15")), "cage:1000:1");
        let told = files.told(&cases);
        assert!(told.contains(&format!("sssp_citation: {path}")));
        let missing = "bfs_cage15: cage:1000:1, as no file is called bfs_cage15, cage15, cage";
        assert!(told.contains(&missing.to_owned()), "{told:?}");
        assert!(!told.iter().any(|line| line.starts_with("join_uniform")));
    }

    #[test]
    fn a_file_that_cannot_be_read_is_an_error_of_its_benchmark() {
        let dir = tempfile::tempdir().expect("a directory");
        let variant = K20C.variant("flat", &[("kernel.launch", "flat")]);
        let case = |name| [Case { benchmark: benchmark(name), size: Size::Smoke, variant }];
        let message = |name: &str, of, text: &str| {
            std::fs::write(dir.path().join(name), text).expect("written");
            let error = Files::find(dir.path(), &case(of)).err().expect("refused");
            std::fs::remove_file(dir.path().join(name)).expect("removed");
            format!("{error:#}")
        };
        let metis = message("citationCiteseer.graph", "bfs_citation", "3 2\n2\n1 3\n2\n");
        assert!(metis.contains("the file for bfs_citation"), "{metis}");
        assert!(metis.contains("citationCiteseer.graph:2") && metis.contains("METIS"), "{metis}");
        let real = "%%MatrixMarket matrix coordinate real general\n2 2 1\n1 2 0.5\n";
        assert!(message("cage15.mtx", "sssp_cage15", real).contains("0.5"));
        let nowhere = Files::find(Path::new("/no/such/dir"), &case("bfs_citation"));
        let nowhere = format!("{:#}", nowhere.err().expect("refused"));
        assert!(nowhere.starts_with("--inputs /no/such/dir: "), "{nowhere}");
    }
}
