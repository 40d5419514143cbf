//! What regular expression matching runs on: rules, and streams of bytes to look for them in.

mod files;
mod packets;
mod strings;

use rand::RngCore;
use rand_chacha::ChaCha8Rng;
use regex_syntax::hir::Hir;
use regex_syntax::ParserBuilder;

use super::InputError;

/// The generators and the form of files, as shown in errors and help.
pub const MATCHING_INPUTS: &str =
    "darpa:PACKETS[:SEED], strings:COUNT:LENGTH[:SEED] or RULES_FILE,STREAMS_FILE";

/// The most bytes of all streams together.
pub const MAX_STREAM_BYTES: u64 = 1 << 26;

/// A regular expression over bytes.
#[derive(Clone, Debug)]
pub struct Rule {
    /// As it was written.
    pub pattern: String,
    /// Its syntax.
    pub syntax: Hir,
    /// The rule is looked for in the streams of this group.
    pub group: u32,
}

impl Rule {
    /// Understands `pattern`, in which every character stands for its bytes; the error says in one line what is wrong.
    pub fn parse(pattern: &str, group: u32) -> Result<Self, String> {
        let parsed = ParserBuilder::new().unicode(false).utf8(false).build().parse(pattern);
        let reason = |error| match error {
            regex_syntax::Error::Parse(error) => error.kind().to_string(),
            regex_syntax::Error::Translate(error) => error.kind().to_string(),
            other => other.to_string(),
        };
        let syntax = parsed.map_err(|error| {
            format!("the rule `{pattern}` is not a regular expression: {}", reason(error))
        })?;
        Ok(Self { pattern: pattern.to_owned(), syntax, group })
    }
}

/// A stream of bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stream {
    /// What it holds.
    pub bytes: Vec<u8>,
    /// The rules of this group are looked for in it.
    pub group: u32,
}

/// Rules and the streams they are looked for in.
#[derive(Clone, Debug)]
pub struct Matching {
    /// The rules; none matches without a byte.
    pub rules: Vec<Rule>,
    /// The streams, at least one.
    pub streams: Vec<Stream>,
}

/// Generates or reads what `text` names: see [`MATCHING_INPUTS`].
pub fn load_matching(text: &str) -> Result<Matching, InputError> {
    let bad = |what: String| InputError::BadParameters {
        spec: text.to_owned(),
        what,
        expected: MATCHING_INPUTS.to_owned(),
    };
    let fields: Vec<&str> = text.split(':').collect();
    match fields[..] {
        ["darpa", packets] => packets::generate(packets, "1").map_err(bad),
        ["darpa", packets, seed] => packets::generate(packets, seed).map_err(bad),
        ["darpa", ..] => Err(bad("darpa takes one or two parameters".to_owned())),
        ["strings", count, length] => strings::generate(count, length, "1").map_err(bad),
        ["strings", count, length, seed] => strings::generate(count, length, seed).map_err(bad),
        ["strings", ..] => Err(bad("strings takes two or three parameters".to_owned())),
        _ => match text.split_once(',') {
            Some((rules, streams)) => files::read(rules, streams),
            None => Err(bad("it names neither a generator nor two files".to_owned())),
        },
    }
}

/// A parameter of a generator, from 1 to `most`.
fn size(text: &str, name: &str, most: u32) -> Result<u32, String> {
    let size = text.parse().ok().filter(|size| (1..=most).contains(size));
    size.ok_or_else(|| format!("{name} `{text}` is not a number from 1 to {most}"))
}

/// A number below `count`, all of them equally likely but for 2^-32 * `count`. Spelt out because a library may draw
/// differently in its next release.
fn below(count: usize, rng: &mut ChaCha8Rng) -> usize {
    ((u64::from(rng.next_u32()) * count as u64) >> 32) as usize
}

fn choose<'a, T>(from: &'a [T], rng: &mut ChaCha8Rng) -> &'a T {
    &from[below(from.len(), rng)]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn message(text: &str) -> String {
        load_matching(text).unwrap_err().to_string()
    }

    #[test]
    fn a_generator_without_a_seed_takes_seed_1() {
        for (text, explicit) in [("darpa:9", "darpa:9:1"), ("strings:5:16", "strings:5:16:1")] {
            let [short, long] = [text, explicit].map(|text| load_matching(text).unwrap());
            assert_eq!(short.streams, long.streams);
            let patterns = |matching: &Matching| -> Vec<String> {
                matching.rules.iter().map(|rule| rule.pattern.clone()).collect()
            };
            assert_eq!(patterns(&short), patterns(&long));
        }
    }

    #[test]
    fn a_wrong_spec_says_what_to_write() {
        let expect = |text: &str, what: &str| {
            assert_eq!(message(text), format!("input `{text}`: {what}; write {MATCHING_INPUTS}"));
        };
        expect("darpa", "darpa takes one or two parameters");
        expect("strings:4", "strings takes two or three parameters");
        expect("darpa:0", "the number of packets `0` is not a number from 1 to 524288");
        expect("strings:1:0", "the length `0` is not a number from 1 to 65535");
        expect("strings:1048576:65535", "68718428160 bytes are more than the limit of 67108864");
        expect("darpa:4:x", "seed `x` is not a whole number in range");
        expect("rules.txt", "it names neither a generator nor two files");
    }

    #[test]
    fn a_rule_that_is_no_regular_expression_says_why() {
        assert_eq!(
            Rule::parse("a(b", 0).unwrap_err(),
            "the rule `a(b` is not a regular expression: unclosed group"
        );
    }
}
