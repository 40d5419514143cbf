//! Keys to be sorted, uniformly or normally distributed, or from a file.
//!
//! They represent the inputs of the published sorts, of which neither number nor distribution is known. A generator
//! draws the keys of the left relation that [`super::KeyGenerator`] makes of the same parameters.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::generator::Source;
use super::keys::KeyDistribution;
use super::lines::Lines;
use super::table::{self, MAX_ROWS};
use super::InputError;

/// The accepted forms of keys to be sorted, as shown in errors and help.
pub const SORT_KEYS: &str =
    "uniform-keys:COUNT:KEYS[:SEED], gaussian-keys:COUNT:KEYS[:SEED] or a file with a column of keys";

/// The forms of the generators, and the distributions of the keys they draw.
const GENERATORS: [(&str, KeyDistribution); 2] = [
    ("uniform-keys:COUNT:KEYS[:SEED]", KeyDistribution::Uniform),
    ("gaussian-keys:COUNT:KEYS[:SEED]", KeyDistribution::Gaussian),
];

/// Returns the keys that `text` names: a generator, as in uniform-keys:4096:65536:1, or a table whose first column has
/// them, gzipped or not. There is at least one.
pub fn load_sort_keys(text: &str) -> Result<Vec<u32>, InputError> {
    match Source::of(text, &GENERATORS, SORT_KEYS)? {
        Source::Generator(distribution, parameters) => {
            parameters.make(["count", "keys"], |[count, keys], seed| {
                for (name, value) in [("count", count), ("keys", keys)] {
                    if !(1..=MAX_ROWS as u32).contains(&value) {
                        return Err(format!("{name} {value} is not in 1..={MAX_ROWS}"));
                    }
                }
                let mut rng = ChaCha8Rng::seed_from_u64(seed);
                Ok((0..count).map(|_| distribution.draw(keys, &mut rng)).collect())
            })
        }
        Source::File(path) => {
            let file = heddle_files::open(path).map_err(|reason| InputError::Open {
                path: path.to_owned(),
                known: SORT_KEYS.to_owned(),
                reason,
            })?;
            let rows = table::read(Lines::new(path, file)?, ["key"])?;
            Ok(rows.into_iter().map(|[key]| key).collect())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::KeyGenerator;
    use super::*;

    fn message(text: &str) -> String {
        load_sort_keys(text).unwrap_err().to_string()
    }

    #[test]
    fn generated_keys_are_those_of_a_relation_and_another_seed_gives_others() {
        for (name, distribution) in
            [("uniform", KeyDistribution::Uniform), ("gaussian", KeyDistribution::Gaussian)]
        {
            let keys = load_sort_keys(&format!("{name}-keys:100:64")).unwrap();
            let relations = KeyGenerator::new(distribution, 100, 1, 64, 1).unwrap().relations();
            assert_eq!(keys, relations.left.keys);
            assert_ne!(keys, load_sort_keys(&format!("{name}-keys:100:64:2")).unwrap());
        }
    }

    #[test]
    fn the_first_column_of_a_file_has_keys_in_any_order() {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        std::io::Write::write_all(&mut file, b"key\n7\n4294967295,1\n0\n").unwrap();
        let path = file.path().to_str().unwrap();
        assert_eq!(load_sort_keys(path).unwrap(), [7, u32::MAX, 0]);
    }

    #[test]
    fn a_wrong_text_says_what_to_write() {
        assert_eq!(
            message("uniform-keys:0:5"),
            "input `uniform-keys:0:5`: count 0 is not in 1..=67108864; write uniform-keys:COUNT:KEYS[:SEED]"
        );
        assert_eq!(
            message("gaussian-keys:5:0"),
            "input `gaussian-keys:5:0`: keys 0 is not in 1..=67108864; write gaussian-keys:COUNT:KEYS[:SEED]"
        );
        assert!(message("zipf:1:2")
            .starts_with("no input generator is called `zipf`; known: uniform-keys:"));
        assert!(message("/no/keys").starts_with("cannot open input file /no/keys: "));
    }
}
