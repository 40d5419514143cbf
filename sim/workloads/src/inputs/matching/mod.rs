//! The inputs of regular expression matching: rules, and streams of bytes in which they are searched.

mod files;
mod packets;
mod strings;

use rand::RngCore;
use rand_chacha::ChaCha8Rng;
use regex_syntax::hir::Hir;
use regex_syntax::ParserBuilder;

use super::generator::Source;
use super::InputError;

/// The generators and the form of files, as shown in errors and help.
pub const MATCHING_INPUTS: &str =
    "darpa:PACKETS[:SEED], strings:COUNT:LENGTH[:SEED] or RULES_FILE,STREAMS_FILE";

/// The function that generates rules and streams.
#[derive(Clone, Copy)]
enum Generator {
    Packets,
    Strings,
}

/// The forms of the generators.
const GENERATORS: [(&str, Generator); 2] = [
    ("darpa:PACKETS[:SEED]", Generator::Packets),
    ("strings:COUNT:LENGTH[:SEED]", Generator::Strings),
];

/// Most bytes of all streams together.
pub const MAX_STREAM_BYTES: u64 = 1 << 26;

/// A regular expression over bytes.
#[derive(Clone, Debug)]
pub struct Rule {
    /// The text as written.
    pub pattern: String,
    /// Its syntax.
    pub syntax: Hir,
    /// Group of the streams in which the rule is searched.
    pub group: u32,
}

impl Rule {
    /// Parses `pattern`, in which every character denotes its bytes. The error says in one line what is wrong.
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
    /// Content of the stream.
    pub bytes: Vec<u8>,
    /// Group of the rules that are searched in it.
    pub group: u32,
}

/// Rules, and the streams in which they are searched.
#[derive(Clone, Debug)]
pub struct Matching {
    /// The rules; none matches the empty text.
    pub rules: Vec<Rule>,
    /// The streams, at least one.
    pub streams: Vec<Stream>,
}

/// Generates or reads the input that `text` names: see [`MATCHING_INPUTS`].
pub fn load_matching(text: &str) -> Result<Matching, InputError> {
    match Source::of(text, &GENERATORS, MATCHING_INPUTS)? {
        Source::Generator(Generator::Packets, parameters) => {
            parameters.make(["packets"], |[count], seed| packets::generate(count, seed))
        }
        Source::Generator(Generator::Strings, parameters) => parameters
            .make(["strings", "length"], |[count, length], seed| {
                strings::generate(count, length, seed)
            }),
        Source::File(paths) => match paths.split_once(',') {
            Some((rules, streams)) => files::read(rules, streams),
            None => Err(InputError::BadParameters {
                spec: text.to_owned(),
                what: "it names neither a generator nor two files".to_owned(),
                expected: MATCHING_INPUTS.to_owned(),
            }),
        },
    }
}

/// Refuses a parameter called `name` that is not from 1 to `most`.
fn check(name: &str, value: u32, most: u32) -> Result<(), String> {
    if (1..=most).contains(&value) {
        Ok(())
    } else {
        Err(format!("{name} {value} is not in 1..={most}"))
    }
}

/// Draws a number below `count`, all of them equally likely except for 2^-32 * `count`. It is written out because
/// a library may draw differently in its next release.
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
        let expect = |text: &str, what: &str, form: &str| {
            assert_eq!(message(text), format!("input `{text}`: {what}; write {form}"));
        };
        let darpa = "darpa:PACKETS[:SEED]";
        expect("darpa", "the parameters are missing", darpa);
        expect("darpa:0", "packets 0 is not in 1..=524288", darpa);
        expect("darpa:4:x", "seed `x` is not a whole number in range", darpa);
        let strings = "strings:COUNT:LENGTH[:SEED]";
        expect("strings:4", "strings takes 2 or 3 parameters", strings);
        expect("strings:1:0", "length 0 is not in 1..=65535", strings);
        let what = "68718428160 bytes are more than the limit of 67108864";
        expect("strings:1048576:65535", what, strings);
        let what = "it names neither a generator nor two files";
        expect("rules.txt", what, MATCHING_INPUTS);
        assert!(message("snort:4").starts_with("no input generator is called `snort`; known: "));
    }

    #[test]
    fn a_rule_that_is_no_regular_expression_says_why() {
        assert_eq!(
            Rule::parse("a(b", 0).unwrap_err(),
            "the rule `a(b` is not a regular expression: unclosed group"
        );
    }
}
