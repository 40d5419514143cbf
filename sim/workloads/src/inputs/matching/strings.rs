//! Random strings, and rules of the same letters.
//!
//! A string consists of letters drawn uniformly from 64. A rule begins with two letters. 16 letters occur as the
//! first and 12 after each of them, so there are 192 rules, one per pair. A rule continues with a run of 2 to 8
//! letters from a class of 40, and every other rule with a choice of two such runs. A string therefore enters a
//! rule's class at about one position of 21. From there it stays in the rule with probability 0.625 per letter.

use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use super::{below, check, choose, Matching, Rule, Stream, MAX_STREAM_BYTES};

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const FIRST_LETTERS: usize = 16;
const SECOND_LETTERS: usize = 12;
const CLASS_LETTERS: usize = 40;

const MAX_COUNT: u32 = 1 << 20;
const MAX_LENGTH: u32 = 65_535;

/// Generates `count` strings of `length` bytes, and the rules.
pub(super) fn generate(count: u32, length: u32, seed: u64) -> Result<Matching, String> {
    check("strings", count, MAX_COUNT)?;
    check("length", length, MAX_LENGTH)?;
    let bytes = u64::from(count) * u64::from(length);
    if bytes > MAX_STREAM_BYTES {
        return Err(format!("{bytes} bytes are more than the limit of {MAX_STREAM_BYTES}"));
    }
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let rules = rules(&mut rng)?;
    let mut stream = || (0..length).map(|_| *choose(LETTERS, &mut rng)).collect();
    let streams = (0..count).map(|_| Stream { bytes: stream(), group: 0 }).collect();
    Ok(Matching { rules, streams })
}

fn rules(rng: &mut ChaCha8Rng) -> Result<Vec<Rule>, String> {
    let mut rules = Vec::new();
    for first in letters(FIRST_LETTERS, rng).chars() {
        for second in letters(SECOND_LETTERS, rng).chars() {
            let tail = match rules.len() % 2 {
                0 => run(rng),
                _ => format!("(?:{}|{})", run(rng), run(rng)),
            };
            // `+` is the only letter with a meaning in a regular expression.
            let head = format!("{first}{second}").replace('+', "\\+");
            rules.push(Rule::parse(&format!("{head}{tail}"), 0)?);
        }
    }
    Ok(rules)
}

/// Draws a run of letters of one class.
fn run(rng: &mut ChaCha8Rng) -> String {
    let class = letters(CLASS_LETTERS, rng);
    let least = 2 + below(3, rng);
    let most = least + 1 + below(4, rng);
    format!("[{class}]{{{least},{most}}}")
}

/// Draws `count` different letters, in the order of the alphabet.
fn letters(count: usize, rng: &mut ChaCha8Rng) -> String {
    let mut left = LETTERS.to_vec();
    while left.len() > count {
        left.remove(below(left.len(), rng));
    }
    left.into_iter().map(char::from).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strings_and_rules_of_seed_1_are_pinned() {
        let Matching { rules, streams } = generate(2, 24, 1).unwrap();
        let texts = streams.iter().map(|stream| String::from_utf8_lossy(&stream.bytes));
        assert_eq!(
            (rules.len(), [0, 191].map(|i| &rules[i].pattern[..]), texts.collect::<Vec<_>>()),
            (
                192,
                [
                    "HC[ABCDEFGHIJKLMNORSTVXYZacegilorsuvwyz0246]{2,5}",
                    concat!(
                        "7/(?:[ABCFGILOPSTUVXZacdefgjlotvwxyz023456789+]{3,5}",
                        "|[CDFIJKLNUVXabcefgijmnopqstuvyz013456789/]{4,7})"
                    ),
                ],
                vec!["dOJgVI15QPbDqPbNWzHBM5nk".into(), "V+fz4JOPvtwMRldUFGHxzaBL".into()]
            )
        );
    }

    #[test]
    fn letters_are_drawn_evenly() {
        let matching = generate(1000, 64, 3).unwrap();
        let mut count = [0_u32; 256];
        for stream in &matching.streams {
            stream.bytes.iter().for_each(|&letter| count[usize::from(letter)] += 1);
        }
        // 1000 of each are expected, with a standard deviation of 31.
        assert!(LETTERS.iter().all(|&letter| (850..1150).contains(&count[usize::from(letter)])));
    }

    #[test]
    fn another_seed_makes_other_rules_and_other_strings() {
        let [one, two] = [1, 2].map(|seed| generate(1, 24, seed).unwrap());
        assert_ne!(one.streams, two.streams);
        assert_ne!(one.rules[0].pattern, two.rules[0].pattern);
    }
}
