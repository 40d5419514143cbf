//! What the keys of a configuration mean: the doc comments of its types, with the ranges, units and settings that the
//! checks know.

use super::ranges::{self, Range};
use super::{check, relevance, ConfigError, GpuConfig};
use crate::ptx::Isa;
use heddle_hw::agt::pins::Organisation;
use serde::Serialize;

/// A section of a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// Its dotted path; empty for the values that are in no section.
    pub name: String,
    /// What it has, in sentences.
    pub about: &'static str,
    /// Its keys, in the order of a preset.
    pub keys: Vec<Key>,
}

/// A key of a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// Its dotted path.
    pub name: String,
    /// What its value says, in sentences.
    pub meaning: String,
    /// What its value may be.
    pub values: Values,
    /// The settings without which it does nothing; all of them are needed.
    pub needs: Vec<&'static str>,
}

/// What a value may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Values {
    /// An integer.
    Integer(&'static Range),
    /// `true` or `false`.
    Flag,
    /// One of these words.
    Words(Vec<Word>),
    /// Any text.
    Text,
}

/// A word that a value may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Word {
    /// The word.
    pub word: String,
    /// What it says, in sentences.
    pub meaning: &'static str,
}

/// What has been described so far.
#[derive(Default)]
pub(super) struct Description(Vec<Section>);

/// A type of a configuration, which describes the keys below a path.
pub(super) trait Described {
    /// Describes what stands at `path`, of which its field's comment says `about`.
    fn describe(path: &str, about: &'static str, out: &mut Description);
}

impl Description {
    /// Begins a section. What has two values where others have one, as a latency, is none of its own.
    pub fn section(&mut self, path: &str, about: &'static str) {
        if !path.contains('.') {
            let name = path.to_owned();
            self.0.push(Section { name, about: about.trim(), keys: Vec::new() });
        }
    }

    /// Describes a field of a section.
    pub fn field<T: Described>(&mut self, path: &str, field: &str, about: &'static str) {
        let path = if path.is_empty() { field.to_owned() } else { format!("{path}.{field}") };
        let before = self.0.last().map_or(0, |section| section.keys.len());
        T::describe(&path, about.trim(), self);
        let inner = path.contains('.').then(|| self.0.last_mut()).flatten();
        let inner = inner.map_or(&mut [][..], |section| &mut section.keys[before..]);
        for key in inner.iter_mut().filter(|key| key.name.len() > path.len()) {
            key.meaning = format!("{} {}", about.trim(), key.meaning);
        }
    }

    /// Describes a value that is one of some words.
    pub fn words<T: Serialize>(
        &mut self,
        path: &str,
        about: &'static str,
        words: &[(T, &'static str)],
    ) {
        let word = |(word, meaning): &(T, &'static str)| {
            let word = toml::Value::try_from(word).expect("a word");
            Word { word: word.as_str().unwrap_or_default().to_owned(), meaning: meaning.trim() }
        };
        self.value(path, about, Values::Words(words.iter().map(word).collect()));
    }

    fn value(&mut self, path: &str, about: &'static str, values: Values) {
        let section = self.0.iter_mut().rev().find(|section| {
            let rest = path.strip_prefix(section.name.as_str());
            section.name.is_empty() || rest.is_some_and(|rest| rest.starts_with('.'))
        });
        section.expect("a key stands in a section").keys.push(Key {
            name: path.to_owned(),
            meaning: about.to_owned(),
            values,
            needs: relevance::needs(path),
        });
    }
}

/// Describes an integer.
fn integer(path: &str, about: &'static str, out: &mut Description) {
    let range = ranges::of(path).expect("every integer has a range");
    out.value(path, about, Values::Integer(range));
}

impl Described for u32 {
    fn describe(path: &str, about: &'static str, out: &mut Description) {
        integer(path, about, out);
    }
}

impl Described for u64 {
    fn describe(path: &str, about: &'static str, out: &mut Description) {
        integer(path, about, out);
    }
}

impl Described for bool {
    fn describe(path: &str, about: &'static str, out: &mut Description) {
        out.value(path, about, Values::Flag);
    }
}

impl Described for String {
    fn describe(path: &str, about: &'static str, out: &mut Description) {
        out.value(path, about, Values::Text);
    }
}

impl Described for Isa {
    fn describe(path: &str, about: &'static str, out: &mut Description) {
        let words = [
            (Isa::Sm35, "Kepler, compute capability 3.5."),
            (Isa::Sm61, "Pascal, compute capability 6.1."),
            (Isa::Sm70, "Volta and Ampere, compute capability 7.0 and later."),
        ];
        out.words(path, about, &words);
    }
}

impl Described for Organisation {
    fn describe(path: &str, about: &'static str, out: &mut Description) {
        let words = [
            (Organisation::Hash, "The home only."),
            (Organisation::LinearProbing, "The home and up to seven entries after it."),
            (Organisation::TwoWay, "The home and the other entry of its set."),
        ];
        out.words(path, about, &words);
    }
}

impl GpuConfig {
    /// Every key of a configuration by its section, in the order of a preset.
    pub fn sections() -> Vec<Section> {
        let mut description = Description::default();
        Self::describe("", "", &mut description);
        description.0
    }

    /// The sections with the keys that `name` names: all of a section, or one key, or those of a part of one, such as
    /// `latencies.int`.
    pub fn sections_of(name: &str) -> Result<Vec<Section>, ConfigError> {
        let below = |key: &Key| {
            let rest = key.name.strip_prefix(name);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        let mut sections = Self::sections();
        sections.iter_mut().for_each(|section| section.keys.retain(below));
        sections.retain(|section| !section.keys.is_empty());
        match sections.is_empty() {
            true => Err(check::unknown(name)),
            false => Ok(sections),
        }
    }
}
