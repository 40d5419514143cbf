//! Reads rules and streams from two files: each line is a rule, or a stream.

use std::io::Read;

use super::{Matching, Rule, Stream, MATCHING_INPUTS, MAX_STREAM_BYTES};
use crate::inputs::InputError;

/// Reads both files.
pub(super) fn read(rules_path: &str, streams_path: &str) -> Result<Matching, InputError> {
    let (rules, streams) = (bytes(rules_path)?, bytes(streams_path)?);
    Matching::parse((rules_path, &rules), (streams_path, &streams))
}

impl Matching {
    /// Parses the contents of two files, each with its name in errors. Every rule is searched in every stream.
    /// Streams may contain any byte except the line feed.
    pub fn parse(
        (rules_path, rules_content): (&str, &[u8]),
        (streams_path, streams_content): (&str, &[u8]),
    ) -> Result<Self, InputError> {
        let mut rules = Vec::new();
        for (line, number) in lines(rules_content).zip(1..) {
            let rule = std::str::from_utf8(line)
                .map_err(|_| "the line is not text (invalid UTF-8)".to_owned())
                .and_then(|text| Rule::parse(text.trim_end_matches('\r'), 0));
            rules.push(rule.map_err(|what| malformed(rules_path, number, what))?);
        }
        let streams: Vec<Stream> =
            lines(streams_content).map(|line| Stream { bytes: line.to_vec(), group: 0 }).collect();
        for (path, empty) in [(rules_path, rules.is_empty()), (streams_path, streams.is_empty())] {
            if empty {
                return Err(malformed(path, 1, "the file is empty".to_owned()));
            }
        }
        Ok(Self { rules, streams })
    }
}

fn bytes(path: &str) -> Result<Vec<u8>, InputError> {
    let mut bytes = Vec::new();
    let read = heddle_files::open(path)
        .and_then(|file| file.take(MAX_STREAM_BYTES + 1).read_to_end(&mut bytes));
    read.map_err(|reason| InputError::Open {
        path: path.to_owned(),
        known: MATCHING_INPUTS.to_owned(),
        reason,
    })?;
    if bytes.len() as u64 > MAX_STREAM_BYTES {
        let what = format!("the file is longer than {MAX_STREAM_BYTES} bytes; give a part of it");
        return Err(malformed(path, 1 + lines(&bytes).count() as u64, what));
    }
    Ok(bytes)
}

/// Returns the lines of `content`; the last one may lack its line end.
fn lines(content: &[u8]) -> impl Iterator<Item = &[u8]> {
    let body = content.strip_suffix(b"\n").unwrap_or(content);
    body.split(|&byte| byte == b'\n').filter(|_| !content.is_empty())
}

fn malformed(path: &str, line: u64, what: String) -> InputError {
    InputError::Malformed { path: path.to_owned(), line, what }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_texts(rules: &[u8], streams: &[u8]) -> Result<Matching, String> {
        let directory = tempfile::tempdir().unwrap();
        let [rules_path, streams_path] = ["rules", "streams"]
            .map(|name| directory.path().join(name).to_str().unwrap().to_owned());
        std::fs::write(&rules_path, rules).unwrap();
        std::fs::write(&streams_path, streams).unwrap();
        let prefix = format!("{}/", directory.path().display());
        read(&rules_path, &streams_path).map_err(|error| error.to_string().replace(&prefix, ""))
    }

    #[test]
    fn every_line_is_a_rule_or_a_stream_and_may_be_empty_in_the_streams() {
        let matching = read_texts(b"ab+\r\n[x-z]\n", b"\xff\x00\n\nabb").unwrap();
        let patterns: Vec<&str> = matching.rules.iter().map(|rule| rule.pattern.as_str()).collect();
        assert_eq!(patterns, ["ab+", "[x-z]"]);
        let bytes: Vec<&[u8]> = matching.streams.iter().map(|stream| &stream.bytes[..]).collect();
        assert_eq!(bytes, [b"\xff\x00" as &[u8], b"", b"abb"]);
    }

    #[test]
    fn a_bad_line_is_named() {
        let error = |rules: &[u8], streams: &[u8]| read_texts(rules, streams).unwrap_err();
        assert_eq!(error(b"", b"x"), "rules:1: the file is empty");
        assert_eq!(error(b"x", b""), "streams:1: the file is empty");
        assert_eq!(error(b"x\n\xff\n", b"x"), "rules:2: the line is not text (invalid UTF-8)");
        assert_eq!(
            error(b"x\n[a\n", b"x"),
            "rules:2: the rule `[a` is not a regular expression: unclosed character class"
        );
        assert!(read("/no/such/rules", "x")
            .unwrap_err()
            .to_string()
            .starts_with("cannot open input file /no/such/rules: "));
    }
}
