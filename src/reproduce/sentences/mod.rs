//! What the papers say in words, sentence by sentence, and whether it holds for our numbers.
//!
//! A sentence is data: its place, its claim in our words, and a [`Rule`] over columns of figures.

mod cdp;
mod darsie;
mod dtbl;
mod grid;
mod laperm;
mod laser;
mod page;
mod rule;
mod rule_tests;
mod wireframe;

use super::benchmarks::Size;
use super::case::Case;
use super::exhibit::{add_new, write_table, Exhibit, Shown};
use super::figures::find;
use super::measure::input_of;
use crate::files::write;
use anyhow::Context;
use grid::Tables;
use rule::{Form, Rule, Verdict};
use serde::Serialize;
use serde_json::Value;
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;
use std::path::Path;

/// A claim of a paper.
#[derive(Debug)]
pub struct Sentence {
    /// Section, and the figure if it has one.
    place: &'static str,
    /// The claim, in our words.
    says: &'static str,
    /// How its numbers are printed.
    form: Form,
    /// When it holds.
    rule: Rule,
    /// Row of the deviations with the experiment, if there is one.
    row: Option<u32>,
}

impl Sentence {
    /// Makes a sentence of which nothing is known if it does not hold.
    const fn new(place: &'static str, says: &'static str, form: Form, rule: Rule) -> Self {
        Self { place, says, form, rule, row: None }
    }

    /// Adds the row of the deviations that explains why it does not hold.
    const fn row(self, row: u32) -> Self {
        Self { row: Some(row), ..self }
    }
}

/// The sentences of a part of a paper.
pub struct Sentences {
    id: &'static str,
    title: &'static str,
    /// How the page of the book begins.
    heading: &'static str,
    /// The machine of the runs.
    machine: &'static str,
    list: &'static [Sentence],
    /// Places where the source contradicts itself, and how.
    contradictions: &'static [(&'static str, &'static str)],
}

/// All tables of sentences.
pub const SENTENCES: &[Sentences] = &[
    cdp::SENTENCES,
    darsie::SENTENCES,
    dtbl::SENTENCES,
    laperm::SENTENCES,
    laser::SENTENCES,
    wireframe::SENTENCES,
];

/// A judged sentence.
#[derive(Clone, Debug, Serialize)]
struct Row {
    place: &'static str,
    says: &'static str,
    /// Published number, as it is printed; of an ordering, there is none.
    published: Option<String>,
    /// Our numbers; the reason, if it cannot be shown.
    ours: String,
    verdict: Verdict,
    /// Row of the deviations, if the sentence does not hold and there is one.
    deviation: Option<u32>,
}

/// Judged sentences.
#[derive(Clone, Debug, Serialize)]
struct Table {
    figure: &'static str,
    title: &'static str,
    /// Version of the program.
    version: &'static str,
    size: Size,
    machine: &'static str,
    /// Number of the runs that they are judged by.
    runs: usize,
    /// Beginning of the SHA-256 of the commands and results of these runs.
    digest: String,
    rows: Vec<Row>,
    contradictions: &'static [(&'static str, &'static str)],
}

impl Sentences {
    /// The figures that they are judged by, each once.
    fn figures(&self) -> anyhow::Result<Vec<&'static dyn Exhibit>> {
        let mut names = Vec::new();
        for sentence in self.list {
            sentence.rule.figures(&mut names);
        }
        names.sort_unstable();
        names.dedup();
        let named = |name: &&'static str| {
            let figure = find(name).into_iter().find(|figure| figure.id() == *name);
            figure.with_context(|| format!("{}: no figure is called `{name}`", self.id))
        };
        names.iter().map(named).collect()
    }

    fn judged(&self, size: Size, results: &BTreeMap<String, Value>) -> anyhow::Result<Table> {
        let mut tables = Tables::default();
        for figure in self.figures()? {
            tables.add(figure.id(), &figure.table(size, results)?)?;
        }
        let row = |sentence: &Sentence| {
            let Sentence { place, says, form, rule, row } = *sentence;
            let found = rule
                .judge(form, &tables)
                .with_context(|| format!("{}: {place}: {says}", self.id))?;
            let deviation = row.filter(|_| found.verdict == Verdict::DoesNot);
            let published = rule.published(form);
            let (ours, verdict) = (found.ours, found.verdict);
            Ok(Row { place, says, published, ours, verdict, deviation })
        };
        let rows = self.list.iter().map(row).collect::<anyhow::Result<_>>()?;
        let cases = self.cases(size);
        let mut digest = Sha256::new();
        for case in &cases {
            digest.update(case.command(input_of(case, results)));
            digest.update(results.get(&case.name()).map(Value::to_string).unwrap_or_default());
        }
        Ok(Table {
            figure: self.id,
            title: self.title,
            version: env!("CARGO_PKG_VERSION"),
            size,
            machine: self.machine,
            runs: cases.len(),
            digest: format!("{:x}", digest.finalize())[..12].to_owned(),
            rows,
            contradictions: self.contradictions,
        })
    }
}

impl Exhibit for Sentences {
    fn id(&self) -> &'static str {
        self.id
    }

    fn title(&self) -> &'static str {
        self.title
    }

    fn cases(&self, size: Size) -> Vec<Case> {
        let mut cases = Vec::new();
        for figure in self.figures().into_iter().flatten() {
            add_new(&mut cases, figure.cases(size));
        }
        cases
    }

    fn table(&self, size: Size, results: &BTreeMap<String, Value>) -> anyhow::Result<Value> {
        Ok(serde_json::to_value(self.judged(size, results)?)?)
    }

    fn write(
        &self,
        size: Size,
        results: &BTreeMap<String, Value>,
        out: &Path,
    ) -> anyhow::Result<Shown> {
        let table = self.judged(size, results)?;
        let page = page::markdown(self.heading, &table);
        write(&out.join(format!("{}.md", self.id)), page.as_bytes())?;
        let json = write_table(self.id, &table, out)?;
        let header = ["place", "says", "published", "ours", "verdict"].map(str::to_owned).into();
        let rows = table.rows.iter().map(page::cells).collect();
        Ok(Shown { id: self.id, title: self.title, json, header, rows })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(path: &str) -> String {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    }

    #[test]
    fn every_row_that_a_sentence_names_is_among_the_deviations() {
        let deviations = text("docs/src/deviations.md");
        for sentence in SENTENCES.iter().flat_map(|sentences| sentences.list) {
            if let Some(row) = sentence.row {
                assert!(deviations.contains(&format!("\n| {row} | ")), "{sentence:?}");
            }
        }
    }

    #[test]
    fn every_figure_of_a_sentence_is_known() {
        for sentences in SENTENCES {
            let figures = sentences.figures().expect("known");
            assert!(!figures.is_empty(), "{}", sentences.id);
        }
    }

    #[test]
    fn the_pages_of_the_book_have_every_sentence_and_contradiction_as_it_is_now() {
        for sentences in SENTENCES {
            let page = text(&format!("docs/src/sentences/{}.md", sentences.id));
            let command = "run scripts/sentences";
            let listed = page.lines().filter(|line| line.starts_with("| ")).count();
            assert_eq!(listed, sentences.list.len() + 1, "{}: {command}", sentences.id);
            for sentence in sentences.list {
                let published = sentence.rule.published(sentence.form);
                let begin = page::beginning(sentence.place, sentence.says, published.as_deref());
                assert!(page.contains(&begin), "{}: {begin}: {command}", sentences.id);
            }
            for (place, how) in sentences.contradictions {
                assert!(page.contains(&page::contradiction(place, how)), "{place}: {command}");
            }
            assert!(page.contains("--size study"), "{}: {command}", sentences.id);
        }
    }
}
