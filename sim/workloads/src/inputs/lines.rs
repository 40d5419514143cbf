//! Reads numbered lines of a possibly gzipped text, and builds the errors that point at them.

use std::fmt::Display;
use std::io::{BufRead, BufReader, Read};
use std::str::FromStr;

use flate2::read::MultiGzDecoder;

use super::{InputError, FREE_VERTICES, MAX_EDGES, VERTICES_PER_EDGE};

/// Longest line accepted, in bytes. A stream without line ends must not be collected into memory.
const MAX_LINE_BYTES: u64 = 1 << 16;

/// First bytes of a gzip stream.
const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];

/// Reads a text line by line and tracks the line number.
pub(super) struct Lines<'a> {
    source: Box<dyn BufRead + 'a>,
    path: String,
    number: u64,
    text: String,
    gzipped: bool,
}

impl<'a> Lines<'a> {
    /// Starts reading `source` and reads its first line, decompressing if the first bytes are those of gzip.
    /// `path` is used in errors only. An empty text is an error.
    pub fn new(path: &str, mut source: impl Read + 'a) -> Result<Self, InputError> {
        let mut magic = Vec::new();
        let begun = source.by_ref().take(2).read_to_end(&mut magic);
        let gzipped = magic == GZIP_MAGIC;
        let whole = std::io::Cursor::new(magic).chain(source);
        let source: Box<dyn BufRead + 'a> = if gzipped {
            Box::new(BufReader::new(MultiGzDecoder::new(whole)))
        } else {
            Box::new(BufReader::new(whole))
        };
        let mut lines =
            Self { source, path: path.to_owned(), number: 0, text: String::new(), gzipped };
        let first = lines.next()?.is_some();
        match begun {
            Err(error) => Err(lines.unreadable(&error)),
            Ok(_) if !first => Err(lines.malformed("the file is empty")),
            Ok(_) => Ok(lines),
        }
    }

    /// Returns the next line, without its line end.
    pub fn next(&mut self) -> Result<Option<&str>, InputError> {
        self.number += 1;
        let mut bytes = std::mem::take(&mut self.text).into_bytes();
        bytes.clear();
        match self.source.by_ref().take(MAX_LINE_BYTES + 1).read_until(b'\n', &mut bytes) {
            Ok(0) => return Ok(None),
            Ok(_) => {}
            Err(error) => return Err(self.unreadable(&error)),
        }
        if bytes.len() as u64 > MAX_LINE_BYTES {
            return Err(self.malformed(format!(
                "the line is longer than {MAX_LINE_BYTES} bytes; this is no file of the kind"
            )));
        }
        self.text = String::from_utf8(bytes)
            .map_err(|_| self.malformed("the line is not text (invalid UTF-8)"))?;
        Ok(Some(self.text.trim_end()))
    }

    /// Returns the line last read, without its line end.
    pub fn current(&self) -> &str {
        self.text.trim_end()
    }

    /// Builds an error at the line last read; past the end, at the line that is missing.
    pub fn malformed(&self, what: impl Display) -> InputError {
        self.malformed_at(self.number, what)
    }

    /// Builds an error at a line read before.
    pub fn malformed_at(&self, line: u64, what: impl Display) -> InputError {
        InputError::Malformed { path: self.path.clone(), line, what: what.to_string() }
    }

    /// Returns the number of the line last read, counted from 1.
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Parses one field of the current line. The error says which one is missing or not a number.
    pub fn field<T: FromStr>(
        &self,
        text: Option<&str>,
        name: &str,
        kind: &str,
    ) -> Result<T, InputError> {
        let text = text.ok_or_else(|| self.malformed(format!("the {name} is missing")))?;
        text.parse()
            .map_err(|_| self.malformed(format!("the {name} `{}` is not {kind}", shorten(text))))
    }

    /// Parses a weight. Infinities and NaN are refused because they would spoil every distance.
    pub fn weight(&self, text: Option<&str>, name: &str) -> Result<f32, InputError> {
        let weight: f32 = self.field(text, name, "a number")?;
        if weight.is_finite() {
            Ok(weight)
        } else {
            Err(self.malformed(format!(
                "the {name} `{}` is not a finite 32-bit float",
                shorten(text.unwrap_or_default())
            )))
        }
    }

    /// Refuses extra fields at the end of a line.
    pub fn end_of_line(&self, rest: Option<&str>) -> Result<(), InputError> {
        match rest {
            None => Ok(()),
            Some(extra) => {
                Err(self.malformed(format!("`{}` is one field too many", shorten(extra))))
            }
        }
    }

    /// Refuses an edge beyond the limit on edges.
    pub fn check_edge(&self, edges: usize) -> Result<(), InputError> {
        if (edges as u64) < MAX_EDGES {
            Ok(())
        } else {
            Err(self.malformed(format!("more than {MAX_EDGES} edges; the limit is {MAX_EDGES}")))
        }
    }

    /// Refuses far more vertices than the edges of the file can join.
    pub fn check_vertices(&self, vertices: u32, edges: usize) -> Result<(), InputError> {
        if u64::from(vertices) <= FREE_VERTICES + VERTICES_PER_EDGE * edges as u64 {
            return Ok(());
        }
        Err(self.malformed(format!(
            "{vertices} vertices and only {edges} edges; number the vertices without gaps"
        )))
    }

    fn unreadable(&self, error: &std::io::Error) -> InputError {
        match (self.gzipped, error.kind()) {
            (true, std::io::ErrorKind::UnexpectedEof) => {
                self.malformed("the gzip stream is truncated; fetch or compress the file again")
            }
            (true, _) => self.malformed(format!(
                "the gzip stream is corrupt ({error}); fetch or compress the file again"
            )),
            (false, _) => self.malformed(format!("reading failed: {error}")),
        }
    }
}

/// Returns at most the first 40 characters, for quoting in an error.
pub(super) fn shorten(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
