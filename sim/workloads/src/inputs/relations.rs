//! Relations of (key, value) tuples, two of which are to be joined.

use std::io::Read;

use super::generator::Source;
use super::keys::{KeyDistribution, KeyGenerator};
use super::lines::Lines;
use super::{table, InputError};

/// The accepted forms for two relations, as shown in errors and help.
pub const RELATIONS: &str =
    "uniform:LEFT:RIGHT:KEYS[:SEED], gaussian:LEFT:RIGHT:KEYS[:SEED] or two files, LEFT,RIGHT";

/// The forms of the generators, and the distributions of the keys they draw.
const GENERATORS: [(&str, KeyDistribution); 2] = [
    ("uniform:LEFT:RIGHT:KEYS[:SEED]", KeyDistribution::Uniform),
    ("gaussian:LEFT:RIGHT:KEYS[:SEED]", KeyDistribution::Gaussian),
];

/// Tuples, stored column by column.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Relation {
    /// The join column.
    pub keys: Vec<u32>,
    /// The other column.
    pub values: Vec<u32>,
}

/// The two sides of a join; neither is empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relations {
    /// The left relation, in any order.
    pub left: Relation,
    /// The right relation, sorted by key. Tuples of one key are in the order in which they were given.
    pub right: Relation,
}

impl Relations {
    /// Returns the relations that `text` names: a generator, as in gaussian:8192:8192:256:1, or two files
    /// separated by a comma.
    pub fn load(text: &str) -> Result<Self, InputError> {
        match Source::of(text, &GENERATORS, RELATIONS)? {
            Source::Generator(distribution, parameters) => parameters
                .make(["left tuples", "right tuples", "keys"], |[left, right, keys], seed| {
                    KeyGenerator::new(distribution, left, right, keys, seed)
                })
                .map(|generator| generator.relations()),
            Source::File(paths) => Self::of_files(text, paths),
        }
    }

    fn of_files(text: &str, paths: &str) -> Result<Self, InputError> {
        let Some((left, right)) = paths.split_once(',') else {
            let (spec, what) = (text.to_owned(), "one file is one relation, and a join takes two");
            return Err(InputError::BadParameters {
                spec,
                what: what.to_owned(),
                expected: RELATIONS.to_owned(),
            });
        };
        let read = |path: &str| match heddle_files::open(path) {
            Ok(file) => Relation::read(path, file),
            Err(reason) => {
                Err(InputError::Open { path: path.to_owned(), known: RELATIONS.to_owned(), reason })
            }
        };
        Ok(Self::new(read(left)?, read(right)?))
    }

    /// Builds the pair and sorts the right relation.
    pub(super) fn new(left: Relation, right: Relation) -> Self {
        let mut tuples: Vec<(u32, u32)> = right.keys.into_iter().zip(right.values).collect();
        tuples.sort_by_key(|&(key, _)| key);
        let (keys, values) = tuples.into_iter().unzip();
        Self { left, right: Relation { keys, values } }
    }
}

impl Relation {
    /// Reads a table whose first columns are key and value, gzipped or not; `name` is the file's name in errors.
    pub fn read(name: &str, source: impl Read) -> Result<Self, InputError> {
        let rows = table::read(Lines::new(name, source)?, ["key", "value"])?;
        let (keys, values) = rows.into_iter().map(|[key, value]| (key, value)).unzip();
        Ok(Self { keys, values })
    }

    /// Returns the number of tuples.
    pub fn tuples(&self) -> u32 {
        self.keys.len() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_right_file_is_sorted_by_key_and_the_left_one_left_as_it_is() {
        let directory = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = directory.path().join(name);
            std::fs::write(&path, text).unwrap();
            path.to_str().unwrap().to_owned()
        };
        let left = write("left", "key,value\n3,1\n1,2\n");
        let right = write("right", "7 1\n3 5\n7 0\n3 4\n");
        let relations = Relations::load(&format!("{left},{right}")).unwrap();
        assert_eq!(relations.left, Relation { keys: vec![3, 1], values: vec![1, 2] });
        let sorted = Relation { keys: vec![3, 3, 7, 7], values: vec![5, 4, 1, 0] };
        assert_eq!(relations.right, sorted);
        assert_eq!(relations.right.tuples(), 4);
    }

    #[test]
    fn a_wrong_text_says_what_to_write() {
        let message = |text| Relations::load(text).unwrap_err().to_string();
        assert_eq!(
            message("one.txt"),
            format!("input `one.txt`: one file is one relation, and a join takes two; write {RELATIONS}")
        );
        assert!(message("/no/left,/no/right").starts_with("cannot open input file /no/left: "));
        assert!(message("zipf:1:2:3")
            .starts_with("no input generator is called `zipf`; known: uniform:"));
        assert_eq!(
            message("uniform:0:2:3"),
            "input `uniform:0:2:3`: left tuples 0 is not in 1..=67108864; \
             write uniform:LEFT:RIGHT:KEYS[:SEED]"
        );
    }
}
